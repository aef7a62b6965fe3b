package dev.belay.simulators.wire;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// One request, read whole.
///
/// @param path whole, or below the base of an API
/// @param headers the first of each name
/// @param query the text after the question mark; empty for none
public record Request(
        String method, String path, Map<String, String> headers, String query, String body) {
    private static final int BODY_BYTES_MAX = 1 << 20;

    public static Request read(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
        try (InputStream in = exchange.getRequestBody()) {
            return new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    headers,
                    Objects.requireNonNullElse(exchange.getRequestURI().getQuery(), ""),
                    new String(in.readNBytes(BODY_BYTES_MAX), StandardCharsets.UTF_8));
        }
    }

    /// The same with the path below a base; as it is where it is not below it.
    public Request below(String base) {
        return path.startsWith(base + "/")
                ? new Request(method, path.substring(base.length()), headers, query, body)
                : this;
    }

    public boolean is(String otherMethod, String otherPath) {
        return method.equals(otherMethod) && path.equals(otherPath);
    }

    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /// The value of `name` in the query; empty for none.
    public String parameter(String name) {
        for (String pair : query.split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return pair.substring(name.length() + 1);
            }
        }
        return "";
    }
}
