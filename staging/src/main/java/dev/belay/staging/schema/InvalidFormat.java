package dev.belay.staging.schema;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import java.io.IOException;

/// A text is not what its format says. Names the member, and never what it holds.
public final class InvalidFormat extends IOException {
    /// @param found as the middle of a sentence that begins with the file
    public InvalidFormat(String found) {
        super(found);
    }

    /// The refusal to use the file `label`.
    public Refusal in(String label) {
        return new Refusal(
                        ErrorCode.STATE_INVALID,
                        label,
                        "is not what its format says: " + getMessage(),
                        "leave it as it is; the copy beside it is kept, and may be looked at")
                .because(this);
    }
}
