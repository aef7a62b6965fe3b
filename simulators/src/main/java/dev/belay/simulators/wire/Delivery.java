package dev.belay.simulators.wire;

import com.sun.net.httpserver.HttpExchange;
import dev.belay.simulators.fault.Fault;
import dev.belay.simulators.fault.FaultAction;
import dev.belay.simulators.fault.Reply;
import dev.belay.system.Waiting;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.Set;

/// Puts an answer on the wire, or fails to.
public record Delivery(Waiting waiting) {
    private static final int SLICES = 16;
    private static final Set<Integer> BODILESS = Set.of(204, 304);

    public void send(HttpExchange exchange, Reply reply, Optional<Fault> fault) throws IOException {
        reply.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        byte[] body = reply.body().bytes();
        if (body.length == 0 || BODILESS.contains(reply.status())) {
            exchange.sendResponseHeaders(reply.status(), -1);
            return;
        }
        if (fault.filter(each -> each.has(FaultAction.TRUNCATED)).isPresent()) {
            truncated(exchange, reply.status(), body);
            return;
        }
        exchange.sendResponseHeaders(reply.status(), body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            if (fault.filter(each -> each.has(FaultAction.SLOW)).isPresent()) {
                slowly(out, body, fault.get());
            } else {
                out.write(body);
            }
        }
    }

    private void slowly(OutputStream out, byte[] body, Fault fault) throws IOException {
        int slice = Math.ceilDiv(body.length, SLICES);
        for (int from = 0; from < body.length; from += slice) {
            waiting.pause(fault.duration(FaultAction.SLOW));
            out.write(body, from, Math.min(slice, body.length - from));
            out.flush();
        }
    }

    /// Promises the whole body, sends half of it, and lets the exchange's end close the connection.
    private static void truncated(HttpExchange exchange, int status, byte[] body)
            throws IOException {
        exchange.sendResponseHeaders(status, body.length);
        OutputStream out = exchange.getResponseBody();
        out.write(body, 0, body.length / 2);
        out.flush();
    }
}
