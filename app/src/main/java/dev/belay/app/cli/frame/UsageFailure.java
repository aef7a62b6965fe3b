package dev.belay.app.cli.frame;

import java.io.IOException;

/// The command line cannot be what was meant. Nothing was done.
public final class UsageFailure extends IOException {
    private final String hint;

    /// A failure that nothing else caused.
    ///
    /// @param hint what helps, as a sentence
    public UsageFailure(String message, String hint) {
        super(message);
        this.hint = hint;
    }

    public String hint() {
        return hint;
    }
}
