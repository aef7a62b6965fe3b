package dev.belay.deletion;

import dev.belay.deletion.ComputerProvider.Absent;
import dev.belay.deletion.ComputerProvider.Accepted;
import dev.belay.deletion.ComputerProvider.Live;
import dev.belay.deletion.ComputerProvider.Refused;
import dev.belay.deletion.ComputerProvider.Unknown;
import dev.belay.system.Clock;
import java.time.Duration;
import java.util.Optional;

/// Asks a provider, and makes a proof of an answer that is one.
///
/// The only place where a [Proof.DirectAbsence] comes from: nobody has one without having asked.
///
/// - **Threads:** any number.
public final class Witness {
    private static final int UNAUTHORIZED = 401;

    private final ComputerProvider provider;
    private final Clock clock;

    public Witness(ComputerProvider provider, Clock clock) {
        this.provider = provider;
        this.clock = clock;
    }

    /// What sending one DELETE taught.
    public sealed interface Sent permits Gone, Bound, Denied, Unusable, Unclear {}

    /// What reading the computer by its id taught.
    public sealed interface Sighting permits Gone, Alive, Unclear {}

    /// What asking for the operation taught.
    public sealed interface Progress permits Bound, Unclear {}

    /// The computer does not exist.
    public record Gone(Proof.DirectAbsence proof) implements Sent, Sighting {}

    /// The provider answered with a receipt for this computer.
    public record Bound(Receipt receipt) implements Sent, Progress {}

    /// The computer is there, with this name.
    public record Alive(String name) implements Sighting {}

    /// The provider said no to the DELETE, and did nothing.
    public record Denied(int status, String code, String message) implements Sent {
        /// Whether only another credential helps.
        public boolean isOfCredential() {
            return status == UNAUTHORIZED;
        }
    }

    /// The provider said yes to the DELETE, and nothing that can be followed.
    public record Unusable(String why) implements Sent {}

    /// Nothing was learned.
    ///
    /// @param refusal the status with which the provider refused to answer; 0 when it did not
    public record Unclear(String why, int refusal, Optional<Duration> retryAfter)
            implements Sent, Sighting, Progress {
        /// Whether the provider refused to answer.
        public boolean refused() {
            return refusal != 0;
        }

        /// Whether only another credential helps.
        public boolean isOfCredential() {
            return refusal == UNAUTHORIZED;
        }
    }

    /// Sends one DELETE for a computer whose record is durable.
    public Sent delete(BoxId id) {
        return switch (provider.delete(id)) {
            case Accepted(Receipt receipt) when receipt.target().equals(id) -> new Bound(receipt);
            case Accepted _ -> new Unusable("the receipt is for another computer");
            case Absent(int status) -> gone(id, status);
            case Refused(int status, String code, String message) ->
                    new Denied(status, code, message);
            case ComputerProvider.Unusable(String why) -> new Unusable(why);
            case Unknown unknown -> unclear(unknown);
        };
    }

    /// Reads the computer by its id.
    public Sighting read(BoxId id) {
        return switch (provider.read(id)) {
            case Live(String name) -> new Alive(name);
            case Absent(int status) -> gone(id, status);
            case Refused refused -> unclear(refused);
            case Unknown unknown -> unclear(unknown);
        };
    }

    /// Asks for an operation; an answer about another operation or computer teaches nothing.
    public Progress operation(OperationId operation, BoxId id) {
        return switch (provider.operation(operation, id)) {
            case Accepted(Receipt receipt)
                    when receipt.operation().equals(operation) && receipt.target().equals(id) ->
                    new Bound(receipt);
            case Accepted _ ->
                    new Unclear("the answer is about something else", 0, Optional.empty());
            // Operations are forgotten in time: that one is gone says nothing of the computer.
            case Absent _ ->
                    new Unclear("the operation is not known any more", 0, Optional.empty());
            case Refused refused -> unclear(refused);
            case Unknown unknown -> unclear(unknown);
        };
    }

    private Gone gone(BoxId id, int status) {
        return new Gone(new Proof.DirectAbsence(id, status, clock.now()));
    }

    private static Unclear unclear(Unknown unknown) {
        return new Unclear(unknown.why(), 0, unknown.retryAfter());
    }

    private static Unclear unclear(Refused refused) {
        String code = refused.code().isEmpty() ? "" : ", " + refused.code();
        return new Unclear(
                "the provider refused with " + refused.status() + code,
                refused.status(),
                Optional.empty());
    }
}
