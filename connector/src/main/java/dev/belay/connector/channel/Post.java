package dev.belay.connector.channel;

/// A part of an answer, as it is sent: the same each time that it is.
///
/// @param nonce at most 25 characters, different from that of every other part of the account
/// @param channel where it is to appear
/// @param replyTo the id of the message that it answers; empty for none
/// @param text at most [Limits#partMax] units
/// @param mentions whether names in it call the people
public record Post(String nonce, String channel, String replyTo, String text, Mentions mentions) {
    /// Whether names in a text call the people who have them.
    public enum Mentions {
        SILENT,
        /// Those of single users; never of a role or of everybody.
        USERS
    }

    /// Without its text.
    @Override
    public String toString() {
        return "part " + nonce + " of " + text.length() + " units";
    }
}
