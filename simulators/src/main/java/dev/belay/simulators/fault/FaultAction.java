package dev.belay.simulators.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// One way in which an answer may go wrong.
public enum FaultAction {
    /// The request waits this long before anything happens.
    LATENCY(Value.DURATION),
    /// The connection is closed, and nothing was done.
    DROP_BEFORE(Value.NONE),
    /// What was asked for is done, and the connection closed without an answer.
    DROP_AFTER(Value.NONE),
    /// This status instead of what was asked for; with [#ACTS], beside it.
    STATUS(Value.NUMBER),
    /// The code of the error that [#STATUS] answers with.
    CODE(Value.TEXT),
    /// The message of that error.
    MESSAGE(Value.TEXT),
    /// A gateway's page instead of what was asked for.
    HTML(Value.NONE),
    /// The caller is sent elsewhere, and nothing was done.
    REDIRECT(Value.TEXT),
    /// What was asked for is done, whatever the answer says.
    ACTS(Value.NONE),
    /// `Retry-After`: in seconds, or `date:` and seconds for a date.
    RETRY_AFTER(Value.TEXT),
    /// A header of the answer, as `NAME:VALUE`.
    HEADER(Value.TEXT),
    /// The operation in the answer is for another computer.
    TARGET(Value.TEXT),
    /// The operation in the answer is of another kind.
    KIND(Value.TEXT),
    /// The operation in the answer has another id.
    OPERATION(Value.TEXT),
    /// The operation in the answer has this status, a true one or not.
    OP_STATUS(Value.TEXT),
    /// The operation in the answer lacks this member.
    WITHOUT(Value.TEXT),
    /// The operation becomes blocked in truth.
    BLOCKED(Value.NONE),
    /// The answer says `"ok": false` all the same.
    OK_FALSE(Value.NONE),
    /// The answer has no body.
    EMPTY(Value.NONE),
    /// The answer's body is bytes that are no text.
    GARBAGE(Value.NONE),
    /// The body is filled up with spaces to so many bytes.
    HUGE(Value.NUMBER),
    /// So long a pause comes before each sixteenth of the body.
    SLOW(Value.DURATION),
    /// The connection ends in the middle of the body.
    TRUNCATED(Value.NONE),
    /// The answer's body, to the end of the line; `{id}` and `{operation}` stand for the true ones.
    BODY(Value.TEXT);

    enum Value {
        NONE,
        TEXT,
        NUMBER,
        DURATION
    }

    private final Value value;

    FaultAction(Value value) {
        this.value = value;
    }

    Value value() {
        return value;
    }

    /// As it is written in a specification.
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<FaultAction> of(String word) {
        return Arrays.stream(values()).filter(action -> action.word().equals(word)).findFirst();
    }
}
