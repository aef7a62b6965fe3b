package dev.belay.staging.run;

import dev.belay.staging.receipt.StagingId;
import dev.belay.system.program.Commands.Rest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a task ended whose command was started.
///
/// @param id of the copy
/// @param code of the command, or 128 and the number of the signal that ended it
/// @param rest whether anything that it started may be alive
/// @param preserved where its outputs are, from the top of the checkout; null where there were none
/// @param missing outputs that were asked for and are not there
/// @param kept why the copy is still there, as the middle of a sentence; empty when it is gone
/// @param failure what went wrong after the command; null when nothing did
/// @param mirror what became of the mirror; null where none was used
public record Ending(
        StagingId id,
        int code,
        Rest rest,
        @Nullable String preserved,
        List<String> missing,
        String kept,
        @Nullable Exception failure,
        @Nullable Mirror mirror) {
    /// A mirror that a run has used.
    ///
    /// @param wasWarm whether it held what an earlier run had left
    /// @param givenUp why the next run finds none, as the middle of a sentence; empty when it does
    public record Mirror(boolean wasWarm, String givenUp) {}
}
