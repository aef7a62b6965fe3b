package dev.belay.deletion.provider.wire;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.ComputerProvider.Absent;
import dev.belay.deletion.ComputerProvider.Accepted;
import dev.belay.deletion.ComputerProvider.ComputerAnswer;
import dev.belay.deletion.ComputerProvider.DeleteAnswer;
import dev.belay.deletion.ComputerProvider.Live;
import dev.belay.deletion.ComputerProvider.OperationAnswer;
import dev.belay.deletion.ComputerProvider.Refused;
import dev.belay.deletion.ComputerProvider.Unknown;
import dev.belay.deletion.ComputerProvider.Unusable;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.provider.wire.Wire.Reading;
import dev.belay.system.Http;
import java.io.IOException;
import java.util.Optional;

/// Sends single requests and says what each answer proves.
///
/// - **Threads:** any number.
public final class Conversation {
    private final Http http;
    private final Wire wire;
    private final String secret;

    /// @param secret what must never be told
    public Conversation(Http http, Wire wire, String secret) {
        this.http = http;
        this.wire = wire;
        this.secret = secret;
    }

    public DeleteAnswer delete(Http.Request request, BoxId id) {
        return switch (ask(request)) {
            case Heard.Success(var body) ->
                    switch (wire.receipt(body, id)) {
                        case Reading.Found(Receipt receipt) -> new Accepted(receipt);
                        case Reading.Missing(String why) -> new Unusable(why);
                    };
            case Heard.Hollow(String why) -> new Unusable(why);
            case Heard.Gone(int status) -> new Absent(status);
            case Heard.No no -> refused(no);
            case Heard.Nothing(String why, var retryAfter) -> new Unknown(why, retryAfter);
        };
    }

    public OperationAnswer operation(Http.Request request, OperationId operation, BoxId id) {
        return switch (ask(request)) {
            case Heard.Success(var body) ->
                    switch (wire.receipt(body, id)) {
                        case Reading.Found(Receipt receipt) ->
                                receipt.operation().equals(operation)
                                        ? new Accepted(receipt)
                                        : unknown("the answer is about another operation");
                        case Reading.Missing(String why) -> unknown(why);
                    };
            case Heard.Hollow(String why) -> unknown(why);
            case Heard.Gone(int status) -> new Absent(status);
            case Heard.No no -> refused(no);
            case Heard.Nothing(String why, var retryAfter) -> new Unknown(why, retryAfter);
        };
    }

    public ComputerAnswer read(Http.Request request, BoxId id) {
        return switch (ask(request)) {
            case Heard.Success(var body) ->
                    switch (wire.name(body, id)) {
                        case Reading.Found(String name) -> new Live(name);
                        case Reading.Missing(String why) -> unknown(why);
                    };
            case Heard.Hollow(String why) -> unknown(why);
            case Heard.Gone(int status) -> new Absent(status);
            case Heard.No no -> refused(no);
            case Heard.Nothing(String why, var retryAfter) -> new Unknown(why, retryAfter);
        };
    }

    private Heard ask(Http.Request request) {
        try {
            return Heard.of(http.send(request), wire);
        } catch (IOException failure) {
            // The request may have arrived.
            return new Heard.Nothing(
                    Words.failure(failure, request.uri(), secret), Optional.empty());
        }
    }

    private Refused refused(Heard.No no) {
        return new Refused(
                no.status(),
                Words.code(no.complaint().code(), secret),
                Words.message(no.complaint().message(), secret));
    }

    private static Unknown unknown(String why) {
        return new Unknown(why, Optional.empty());
    }
}
