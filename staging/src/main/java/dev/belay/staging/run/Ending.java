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
public record Ending(
        StagingId id,
        int code,
        Rest rest,
        @Nullable String preserved,
        List<String> missing,
        String kept,
        @Nullable Exception failure) {}
