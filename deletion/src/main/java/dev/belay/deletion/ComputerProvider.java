package dev.belay.deletion;

import java.time.Duration;
import java.util.Optional;

/// The other side: who runs the computers. One instance uses one credential from start to end.
///
/// Every answer is a value. An answer that proves nothing is [Unknown] and says why in a few words
/// that hold no body, token, or address; nothing is retried in here.
public interface ComputerProvider {
    /// Sends one DELETE. Only ever called with a durable record.
    DeleteAnswer delete(BoxId id);

    /// Asks for one operation; a receipt is bound to `operation` and `id`, or is [Unknown].
    OperationAnswer operation(OperationId operation, BoxId id);

    /// Reads the computer directly by its id.
    ComputerAnswer read(BoxId id);

    sealed interface DeleteAnswer permits Accepted, Absent, Refused, Unusable, Unknown {}

    sealed interface OperationAnswer permits Accepted, Absent, Refused, Unknown {}

    sealed interface ComputerAnswer permits Live, Absent, Refused, Unknown {}

    /// A usable receipt, whatever its status.
    record Accepted(Receipt receipt) implements DeleteAnswer, OperationAnswer {}

    /// 404 or 410 in the provider's own error shape. Of an operation it proves nothing.
    record Absent(int status) implements DeleteAnswer, OperationAnswer, ComputerAnswer {}

    /// The provider said no, and did nothing.
    ///
    /// @param message the provider's, shortened and without control characters
    record Refused(int status, String code, String message)
            implements DeleteAnswer, OperationAnswer, ComputerAnswer {}

    /// A success without a usable receipt: the computer must be read directly.
    record Unusable(String why) implements DeleteAnswer {}

    /// Nothing was learned: whether the provider acted is unknown.
    ///
    /// @param retryAfter what the provider asked for
    record Unknown(String why, Optional<Duration> retryAfter)
            implements DeleteAnswer, OperationAnswer, ComputerAnswer {}

    /// The computer is there, with this name.
    record Live(String name) implements ComputerAnswer {}
}
