package dev.belay.app.cli.custody;

import dev.belay.app.cli.connector.owner.BindingView;
import dev.belay.app.cli.connector.owner.OwnerView;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Style;
import dev.belay.connector.line.Delivery;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/// The story of a message as it is shown. Never with what it asks or what was answered, whatever
/// the files hold of it.
final class MessageView {
    private static final List<String> OF_INBOX = List.of("at", "channel", "author", "torn");
    private static final List<String> OF_ADMISSION = List.of("at", "attempt", "torn");
    private static final List<String> OF_DROP =
            List.of("at", "reason", "channel", "after", "before");
    private static final List<String> OF_TURN =
            List.of(
                    "startedAt",
                    "finishedAt",
                    "outcome",
                    "attempt",
                    "reason",
                    "engineMillis",
                    "tokens");

    private MessageView() {}

    /// Says it to a person.
    static void print(Output output, MessageStory story) {
        Fate fate = story.fate();
        output.line(
                "%s in %s: %s"
                        .formatted(
                                Style.STRONG.of(story.id()),
                                story.status().name(),
                                Style.STRONG.of(fate.word())));
        output.line("  " + fate.meaning());
        lines(output, "accepted", story.traces().accepted(), OF_INBOX);
        lines(output, "admitted", story.traces().admissions(), OF_ADMISSION);
        lines(output, "dropped", story.traces().drops(), OF_DROP);
        lines(output, "gap", story.traces().gaps(), OF_DROP);
        lines(output, "turn", story.turn().stream().toList(), OF_TURN);
        story.damage().ifPresent(why -> output.line("  turn         " + why.found()));
        for (Delivery part : story.traces().parts()) {
            output.line("  part         " + JsonText.print(BindingView.json(part)));
        }
        story.unsent().forEach(nonce -> output.line("  not sent     " + nonce));
        if (story.traces().isKept()) {
            output.line("  text         is kept until it is settled");
        }
        output.line("  owner        " + OwnerView.text(story.status().owner()));
        if (story.status().brake().isSet()) {
            output.line("  brake        " + Style.BAD.of("STOP is set"));
        }
        if (!fate.help().isEmpty()) {
            output.line("  what helps   " + fate.help());
        }
    }

    private static void lines(
            Output output, String head, List<JsonObject> lines, List<String> members) {
        for (JsonObject line : lines) {
            output.line("  %-12s %s".formatted(head, JsonText.print(only(line, members))));
        }
    }

    /// Says it to a script.
    static JsonObject json(MessageStory story) {
        JsonObject.Builder json =
                JsonObject.builder()
                        .put("binding", story.status().name().value())
                        .put("id", story.id())
                        .put("fate", story.fate().word())
                        .put("meaning", story.fate().meaning())
                        .put("help", story.fate().help())
                        .put("accepted", all(story.traces().accepted(), OF_INBOX))
                        .put("admissions", all(story.traces().admissions(), OF_ADMISSION))
                        .put("drops", all(story.traces().drops(), OF_DROP))
                        .put("gaps", all(story.traces().gaps(), OF_DROP));
        story.turn().ifPresent(turn -> json.put("turn", only(turn, OF_TURN)));
        story.damage().ifPresent(why -> json.put("damage", why.where() + ": " + why.found()));
        List<JsonValue> parts = new ArrayList<>();
        story.traces().parts().forEach(part -> parts.add(BindingView.json(part)));
        List<JsonValue> unsent = new ArrayList<>();
        story.unsent().forEach(nonce -> unsent.add(new JsonString(nonce)));
        return json.put("parts", new JsonArray(parts))
                .put("unsent", new JsonArray(unsent))
                .put("isKept", story.traces().isKept())
                .put("owner", OwnerView.json(story.status().owner()))
                .put("stopped", story.status().brake().isSet())
                .build();
    }

    private static JsonArray all(List<JsonObject> lines, List<String> members) {
        return new JsonArray(lines.stream().<JsonValue>map(line -> only(line, members)).toList());
    }

    /// Lines may hold a text.
    private static JsonObject only(JsonObject line, List<String> members) {
        JsonObject.Builder some = JsonObject.builder();
        for (String name : members) {
            line.member(name).ifPresent(value -> some.put(name, value));
        }
        return some.build();
    }
}
