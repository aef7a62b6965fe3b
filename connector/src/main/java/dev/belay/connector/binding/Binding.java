package dev.belay.connector.binding;

import dev.belay.connector.BindingName;
import dev.belay.connector.channel.Post;
import dev.belay.connector.turn.InterruptedPolicy;
import dev.belay.connector.turn.MatchRules;
import dev.belay.connector.turn.Retention;
import dev.belay.connector.turn.Trigger;
import java.util.List;
import java.util.Set;

/// What an operator has decided about one binding.
///
/// @param places where it listens
/// @param users who may ask; empty for everybody
/// @param triggers what makes a message one for us
/// @param lengthMax how long a question may be, in code points
/// @param reply how answers look
public record Binding(
        BindingName name,
        MatchRules.Places places,
        Set<String> users,
        List<Trigger> triggers,
        int lengthMax,
        Ceilings ceilings,
        Times times,
        Texts texts,
        Reply reply,
        InterruptedPolicy interrupted,
        Retention retention) {

    /// How many turns are admitted at most.
    ///
    /// @param daily of a UTC day
    /// @param dailyOfUser of a UTC day and one author; 0 for no such limit
    /// @param hourly of the last 60 minutes; 0 for no such limit
    /// @param dailyTokens that may be used up on a UTC day; 0 for no such limit
    /// @param atOnce turns in flight
    /// @param readBack messages that are read back from a channel at most
    public record Ceilings(
            int daily, int dailyOfUser, int hourly, long dailyTokens, int atOnce, int readBack) {}

    /// What is said to an author when there is no answer; empty to say nothing.
    public record Texts(String ceiling, String failed, String timedOut, String interrupted) {}

    /// How answers look.
    ///
    /// @param isReply whether they refer to the question
    /// @param mentions whether names in them call people
    /// @param partsMax of how many parts one is; what is longer is cut off
    public record Reply(boolean isReply, Post.Mentions mentions, int partsMax) {}

    /// Which messages are answered.
    ///
    /// @param self our own id on the channel
    public MatchRules rules(String self) {
        return new MatchRules(self, places, users, triggers, lengthMax);
    }
}
