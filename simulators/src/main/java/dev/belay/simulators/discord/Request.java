package dev.belay.simulators.discord;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// One request, read whole.
///
/// @param path below the base of the API, or whole where it is not below it
/// @param headers the first of each name
/// @param query the text after the question mark; empty for none
record Request(String method, String path, Map<String, String> headers, String query, String body) {
    private static final int BODY_BYTES_MAX = 1 << 20;

    static Request read(HttpExchange exchange) throws IOException {
        String whole = exchange.getRequestURI().getPath();
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
        try (InputStream in = exchange.getRequestBody()) {
            return new Request(
                    exchange.getRequestMethod(),
                    whole.startsWith(FakeDiscord.BASE + "/")
                            ? whole.substring(FakeDiscord.BASE.length())
                            : whole,
                    headers,
                    Objects.requireNonNullElse(exchange.getRequestURI().getQuery(), ""),
                    new String(in.readNBytes(BODY_BYTES_MAX), StandardCharsets.UTF_8));
        }
    }

    boolean is(String otherMethod, String otherPath) {
        return method.equals(otherMethod) && path.equals(otherPath);
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
