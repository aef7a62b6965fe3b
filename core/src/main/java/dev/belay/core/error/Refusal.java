package dev.belay.core.error;

import java.io.IOException;

/// Belay will not go on, and says what was found, where, why that matters, and what helps.
///
/// The texts hold labels relative to the data root, and never a host path, a token, or the text of
/// a message.
public final class Refusal extends IOException {
    private final ErrorCode code;
    private final String where;
    private final String found;
    private final String help;

    /// A refusal that no other failure caused.
    ///
    /// @param where the label of a file, the name of a setting, or the id of a thing
    /// @param found what was found there and why it is refused, as the middle of a sentence
    /// @param help a command or step for the operator; empty where there is none
    public Refusal(ErrorCode code, String where, String found, String help) {
        super(where + ": " + found);
        this.code = code;
        this.where = where;
        this.found = found;
        this.help = help;
    }

    /// This refusal, with the failure behind it. Called once at most, before it is thrown.
    public Refusal because(Throwable cause) {
        initCause(cause);
        return this;
    }

    public ErrorCode code() {
        return code;
    }

    public String where() {
        return where;
    }

    /// The message without its place.
    public String found() {
        return found;
    }

    /// Empty where there is no advice.
    public String help() {
        return help;
    }
}
