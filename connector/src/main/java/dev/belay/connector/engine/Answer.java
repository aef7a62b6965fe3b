package dev.belay.connector.engine;

/// What came of a question.
public sealed interface Answer {
    /// An answer.
    ///
    /// @param text may be empty, for none
    /// @param tokens how many it cost; 0 where nobody counts
    record Answered(String text, long tokens) implements Answer {
        /// Without what was answered.
        @Override
        public String toString() {
            return "an answer of " + text.length() + " units";
        }
    }

    /// None.
    ///
    /// @param reason for people, without what was asked or answered, a token, or a path of the host
    record Failed(String reason) implements Answer {}

    /// The limit was reached.
    record TimedOut() implements Answer {}

    /// We were told to give up.
    record Abandoned() implements Answer {}
}
