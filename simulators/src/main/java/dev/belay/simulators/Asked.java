package dev.belay.simulators;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// One request, read whole.
///
/// @param path below the base of its form, or whole where it is below none
/// @param headers by lower-case name, the first of each
/// @param query the text after the question mark; empty for none
record Asked(
        String method,
        String path,
        Optional<BoatForm> form,
        Map<String, String> headers,
        String query,
        String body) {
    private static final int BODY_BYTES_MAX = 1_048_576;

    static Asked read(HttpExchange exchange) throws IOException {
        String whole = exchange.getRequestURI().getPath();
        Optional<BoatForm> form = BoatForm.of(whole);
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
        try (InputStream in = exchange.getRequestBody()) {
            return new Asked(
                    exchange.getRequestMethod(),
                    form.map(found -> whole.substring(found.base().length())).orElse(whole),
                    form,
                    headers,
                    Objects.requireNonNullElse(exchange.getRequestURI().getQuery(), ""),
                    new String(in.readNBytes(BODY_BYTES_MAX), StandardCharsets.UTF_8));
        }
    }

    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /// The value of `name` in the query; empty for none.
    String parameter(String name) {
        for (String pair : query.split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return pair.substring(name.length() + 1);
            }
        }
        return "";
    }
}
