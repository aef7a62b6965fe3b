package dev.belay.simulators.discord;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.simulators.fault.Reply;
import dev.belay.simulators.wire.Request;
import java.util.ArrayList;
import java.util.List;

/// What other processes may ask of a [FakeDiscord] and tell it, below `/__control`.
final class ChatControl {
    static final String PATH = "/__control";

    private final FakeDiscord discord;

    ChatControl(FakeDiscord discord) {
        this.discord = discord;
    }

    Reply answer(Request request) {
        try {
            return switch (request.method() + " " + request.path().substring(PATH.length())) {
                case "GET ", "GET /" -> Reply.json(200, report());
                case "GET /messages" -> Reply.json(200, messages(request.parameter("channel")));
                case "POST /say" -> say(body(request));
                case "POST /delete" -> {
                    discord.delete(text(body(request), "id"));
                    yield done();
                }
                case "POST /faults" -> {
                    words(body(request), "faults").forEach(discord::fail);
                    yield done();
                }
                case "DELETE /faults" -> {
                    discord.failNoMore();
                    yield done();
                }
                case "POST /gateway" -> {
                    words(body(request), "orders").forEach(discord::gateway);
                    yield done();
                }
                case "POST /threads" -> {
                    JsonObject thread = body(request);
                    discord.addThread(text(thread, "id"), text(thread, "parent"));
                    yield done();
                }
                default -> refuse(404, "no such control; GET /__control tells the state");
            };
        } catch (JsonSyntax | IllegalArgumentException wrong) {
            return refuse(400, String.valueOf(wrong.getMessage()));
        }
    }

    private Reply say(JsonObject said) {
        JsonObject more =
                said.member("more").orElse(null) instanceof JsonObject object
                        ? object
                        : JsonObject.builder().build();
        String id =
                discord.say(
                        said.string("channel").orElse(FakeDiscord.CHANNEL),
                        said.string("author").orElse(FakeDiscord.USER),
                        text(said, "text"),
                        more);
        return Reply.json(200, JsonObject.builder().put("id", id).build());
    }

    private JsonObject report() {
        JsonObject.Builder nonces = JsonObject.builder();
        discord.createdByNonce().forEach((nonce, count) -> nonces.put(nonce, count));
        JsonObject.Builder requests = JsonObject.builder();
        discord.requests().forEach((request, count) -> requests.put(request, count));
        List<JsonValue> resumes = new ArrayList<>();
        discord.resumes().forEach(number -> resumes.add(JsonNumber.of(number)));
        return JsonObject.builder()
                .put("messagesByNonce", nonces.build())
                .put("requests", requests.build())
                .put("identified", discord.identified())
                .put("resumes", new JsonArray(resumes))
                .put("connected", discord.connected())
                .put("faults", strings(discord.faults()))
                .build();
    }

    private JsonObject messages(String channel) {
        String which = channel.isEmpty() ? FakeDiscord.CHANNEL : channel;
        List<JsonValue> messages =
                discord.messages(which).stream()
                        .<JsonValue>map(message -> message.json(FakeDiscord.BOT))
                        .toList();
        return JsonObject.builder().put("messages", new JsonArray(messages)).build();
    }

    private static JsonObject body(Request request) throws JsonSyntax {
        if (JsonText.parse(request.body(), JsonLimits.ofBytes(1 << 20))
                instanceof JsonObject object) {
            return object;
        }
        throw new IllegalArgumentException("an object is expected");
    }

    private static String text(JsonObject object, String key) {
        return object.string(key)
                .orElseThrow(
                        () -> new IllegalArgumentException("{\"" + key + "\": \"…\"} is expected"));
    }

    private static List<String> words(JsonObject object, String key) {
        List<String> words = new ArrayList<>();
        if (object.member(key).orElse(object) instanceof JsonArray(List<JsonValue> elements)) {
            for (JsonValue element : elements) {
                if (element instanceof JsonString(String word)) {
                    words.add(word);
                }
            }
        }
        if (words.isEmpty()) {
            throw new IllegalArgumentException("{\"" + key + "\": [\"…\"]} is expected");
        }
        return words;
    }

    private static JsonArray strings(List<String> texts) {
        return new JsonArray(texts.stream().<JsonValue>map(JsonString::new).toList());
    }

    private static Reply done() {
        return Reply.json(200, JsonObject.builder().put("done", true).build());
    }

    private static Reply refuse(int status, String why) {
        return Reply.json(status, JsonObject.builder().put("done", false).put("why", why).build());
    }
}
