package dev.belay.deletion.provider;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.ComputerProvider;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.provider.wire.Conversation;
import dev.belay.system.Http;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/// Boat, in either of its generations; `docs/protocols/boat-api.md` says what we rely on.
///
/// - **Threads:** any number.
/// - **Refuses:** nothing; every answer and every failure is a value, and none is retried.
public final class BoatProvider implements ComputerProvider {
    /// Boat deletes only what this header names once more.
    private static final String CONFIRM = "X-Ascii-Confirm-Delete";

    private final BoatDescription description;
    private final Token token;
    private final Conversation conversation;

    public BoatProvider(Http http, BoatDescription description, Token token) {
        this.description = description;
        this.token = token;
        this.conversation =
                new Conversation(http, new BoatWire(description.generation()), token.secret());
    }

    @Override
    public DeleteAnswer delete(BoxId id) {
        return conversation.delete(
                request("DELETE", computer(id), Map.of(CONFIRM, id.value())), id);
    }

    @Override
    public OperationAnswer operation(OperationId operation, BoxId id) {
        String path = "/deletion-operations/" + operation.value();
        return conversation.operation(request("GET", path, Map.of()), operation, id);
    }

    @Override
    public ComputerAnswer read(BoxId id) {
        return conversation.read(request("GET", computer(id), Map.of()), id);
    }

    private String computer(BoxId id) {
        return "/" + description.generation().collection() + "/" + id.value();
    }

    private Http.Request request(String method, String path, Map<String, String> more) {
        Map<String, String> headers = new HashMap<>(more);
        headers.put("Authorization", "Bearer " + token.secret());
        headers.put("Accept", "application/json");
        Limits limits = description.limits();
        return new Http.Request(
                method,
                URI.create(description.base() + path),
                headers,
                "",
                limits.exchange(),
                limits.bodyBytesMax());
    }
}
