package dev.belay.connector.turn;

/// What makes a message one for us.
public sealed interface Trigger {
    /// Any message.
    record EveryMessage() implements Trigger {}

    /// One that mentions us.
    record Mention() implements Trigger {}

    /// One that is a reply to something we wrote.
    record Reply() implements Trigger {}

    /// One that was sent to us alone.
    record DirectMessage() implements Trigger {}

    /// One that begins with a text, which is taken off.
    record Prefix(String text) implements Trigger {
        public Prefix {
            if (text.isBlank()) {
                throw new IllegalArgumentException("a prefix is not blank");
            }
        }
    }
}
