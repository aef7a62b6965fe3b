package dev.belay.simulators;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.system.Http;
import dev.belay.system.local.JdkHttp;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// Somebody who asks a [FakeBoat], under one token.
record Asking(FakeBoat boat, BoatForm form, String token) {
    private static final Http HTTP = new JdkHttp();
    private static final int BODY_BYTES_MAX = 1_048_576;

    static Asking main(FakeBoat boat) {
        return new Asking(boat, BoatForm.SANDBOX, FakeBoat.TOKEN);
    }

    Http.Answer get(String path) throws IOException {
        return send("GET", path, Map.of(), "");
    }

    Http.Answer delete(String id) throws IOException {
        return send("DELETE", computer(id), Map.of("X-Ascii-Confirm-Delete", id), "");
    }

    Http.Answer send(String method, String path, Map<String, String> more, String body)
            throws IOException {
        Map<String, String> headers = new HashMap<>(more);
        headers.put("Authorization", "Bearer " + token);
        URI uri = URI.create(boat.base(form) + path);
        return HTTP.send(
                new Http.Request(
                        method, uri, headers, body, Duration.ofSeconds(10), BODY_BYTES_MAX));
    }

    /// Asks in a place where no provider is.
    Http.Answer elsewhere() throws IOException {
        URI uri = boat.control().resolve("/elsewhere");
        return HTTP.send(
                new Http.Request("GET", uri, Map.of(), "", Duration.ofSeconds(10), BODY_BYTES_MAX));
    }

    Http.Answer control(String method, String path, String body) throws IOException {
        URI uri = URI.create(boat.control() + path);
        return HTTP.send(
                new Http.Request(
                        method, uri, Map.of(), body, Duration.ofSeconds(10), BODY_BYTES_MAX));
    }

    String computer(String id) {
        return "/" + form.collection() + "/" + id;
    }

    static JsonObject json(Http.Answer answer) throws IOException {
        return (JsonObject) JsonText.parse(answer.body(), JsonLimits.ofBytes(BODY_BYTES_MAX));
    }

    static JsonObject object(Http.Answer answer, String key) throws IOException {
        return (JsonObject) json(answer).member(key).orElseThrow();
    }
}
