package dev.belay.simulators.fault;

import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a [Fault] makes of a true answer. Pure.
public final class Distortion {
    private static final String PAGE =
            """
            <!DOCTYPE html>
            <html><head><title>Not what you asked for</title></head>
            <body><h1>Something in between answered</h1></body></html>
            """;

    private static final Pattern DATE = Pattern.compile("date:([0-9]{1,9})");

    private Distortion() {}

    /// The operation as the answer tells it.
    public static JsonObject of(JsonObject truth, Fault fault) {
        Map<String, JsonValue> members = new LinkedHashMap<>(truth.members());
        put(members, "targetId", fault.text(FaultAction.TARGET));
        put(members, "kind", fault.text(FaultAction.KIND));
        put(members, "id", fault.text(FaultAction.OPERATION));
        put(members, "status", fault.text(FaultAction.OP_STATUS));
        fault.text(FaultAction.WITHOUT).ifPresent(members::remove);
        return JsonObject.of(members);
    }

    /// The answer as it is sent.
    public static Reply of(Reply truth, Fault fault, Instant now) {
        Reply reply = truth;
        int status = fault.number(FaultAction.STATUS).orElse(truth.status());
        if (fault.text(FaultAction.REDIRECT).isPresent()) {
            reply = reply.with("Location", fault.text(FaultAction.REDIRECT).orElse(""));
            status = fault.number(FaultAction.STATUS).orElse(302);
        }
        reply = new Reply(status, reply.headers(), reply.body());
        if (fault.has(FaultAction.HTML)) {
            reply = Reply.text(status, "text/html; charset=utf-8", PAGE);
        }
        Optional<String> retryAfter = fault.text(FaultAction.RETRY_AFTER);
        if (retryAfter.isPresent()) {
            reply = reply.with("Retry-After", retryAfter(retryAfter.get(), now));
        }
        String header = fault.text(FaultAction.HEADER).orElse("");
        int colon = header.indexOf(':');
        if (colon > 0) {
            reply = reply.with(header.substring(0, colon), header.substring(colon + 1));
        }
        return reply.with(body(reply, fault));
    }

    private static byte[] body(Reply reply, Fault fault) {
        byte[] body = reply.body().bytes();
        if (fault.has(FaultAction.OK_FALSE)) {
            Map<String, JsonValue> members = new LinkedHashMap<>(json(body).members());
            members.put("ok", JsonBoolean.FALSE);
            body = bytes(JsonText.print(JsonObject.of(members)));
        }
        if (fault.has(FaultAction.BODY)) {
            body = bytes(filled(fault.text(FaultAction.BODY).orElse(""), json(body)));
        }
        if (fault.has(FaultAction.EMPTY)) {
            body = new byte[0];
        }
        if (fault.has(FaultAction.GARBAGE)) {
            body = new byte[] {(byte) 0xff, (byte) 0xfe, 0, (byte) 0x80, '{', 0x1b, '['};
        }
        int length = Math.max(body.length, fault.number(FaultAction.HUGE).orElse(0));
        byte[] filled = Arrays.copyOf(body, length);
        Arrays.fill(filled, body.length, length, (byte) ' ');
        return filled;
    }

    /// `{id}` and `{operation}` are those of the operation in the true answer, if there is one.
    private static String filled(String body, JsonObject truth) {
        if (!(truth.member("operation").orElse(truth) instanceof JsonObject operation)) {
            return body;
        }
        return body.replace("{id}", operation.string("targetId").orElse(""))
                .replace("{operation}", operation.string("id").orElse(""));
    }

    private static String retryAfter(String asked, Instant now) {
        Matcher date = DATE.matcher(asked);
        if (!date.matches()) {
            return asked;
        }
        Instant until = now.plusSeconds(Long.parseLong(date.group(1)));
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(until.atZone(ZoneOffset.UTC));
    }

    private static void put(Map<String, JsonValue> members, String key, Optional<String> value) {
        value.ifPresent(text -> members.put(key, new JsonString(text)));
    }

    private static JsonObject json(byte[] body) {
        try {
            return JsonText.parse(body, JsonLimits.ofBytes(Integer.MAX_VALUE))
                            instanceof JsonObject object
                    ? object
                    : JsonObject.of(Map.of());
        } catch (JsonSyntax page) {
            return JsonObject.of(Map.of());
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
