package dev.belay.deletion.provider;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.ComputerProvider;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.provider.HttpDescription.Call;
import dev.belay.deletion.provider.wire.Conversation;
import dev.belay.system.Http;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Any cloud that a description fits.
///
/// The journal keeps an operation under an id of its own form. An operation id of another form is
/// kept as a digest: it can be told from every other, but not be put into a URL again. Where the
/// description asks for operations by `{operation}` and the cloud's ids are of another form, the
/// question finds nothing, and the direct read of the computer is what proves that it is gone.
///
/// - **Threads:** any number.
/// - **Refuses:** nothing; every answer and every failure is a value, and none is retried.
public final class HttpProvider implements ComputerProvider {
    private final HttpDescription description;
    private final Token token;
    private final Conversation conversation;

    public HttpProvider(Http http, HttpDescription description, Token token) {
        this.description = description;
        this.token = token;
        this.conversation = new Conversation(http, new DescribedWire(description), token.secret());
    }

    @Override
    public DeleteAnswer delete(BoxId id) {
        return conversation.delete(request(description.delete(), DescribedWire.places(id)), id);
    }

    @Override
    public OperationAnswer operation(OperationId operation, BoxId id) {
        Call call = description.operationOrNull();
        if (call == null) {
            return new Unknown("this provider has no operations to ask for", Optional.empty());
        }
        Map<String, String> places = new HashMap<>(DescribedWire.places(id));
        places.put("operation", operation.value());
        return conversation.operation(request(call, places), operation, id);
    }

    @Override
    public ComputerAnswer read(BoxId id) {
        return conversation.read(request(description.read(), DescribedWire.places(id)), id);
    }

    private Http.Request request(Call call, Map<String, String> places) {
        Map<String, String> secret = new HashMap<>(places);
        secret.put("token", token.secret());
        // What the description says in whatever case stands above what is usual.
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Accept", "application/json");
        if (!call.body().text().isEmpty()) {
            headers.put("Content-Type", "application/json");
        }
        call.headers().forEach((name, value) -> headers.put(name, value.fill(secret)));
        return new Http.Request(
                call.method(),
                URI.create(call.url().fill(places)),
                headers,
                call.body().fill(places),
                description.limits().exchange(),
                description.limits().bodyBytesMax());
    }
}
