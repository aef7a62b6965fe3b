package dev.belay.staging.run;

import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.artifact.ArtifactEvidence.Destination;
import dev.belay.staging.life.Staging;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.seal.Sealing;
import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.program.Commands.Rest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What follows a command: its end is written down, its outputs are brought back, its copy goes.
///
/// - **Fault:** whatever fails keeps the copy, with the reason in its receipt where that can still
///   be written.
final class Aftermath {
    private final World world;
    private final RunCopy copy;
    private final Staging staging;
    private final Task task;
    private final Leases leases;
    private List<String> missing = List.of();
    private @Nullable String preserved;

    Aftermath(World world, RunCopy copy, Task task, Leases leases) {
        this.world = world;
        this.copy = copy;
        this.staging = copy.staging();
        this.task = task;
        this.leases = leases;
    }

    Ending end(int code, Rest rest) {
        try {
            String kept =
                    switch (rest) {
                        case SETTLED -> settled();
                        case ALIVE -> unsettled("something that the command started is alive");
                        case UNPROVED ->
                                unsettled("nobody can say whether all that it started has ended");
                    };
            return ending(code, rest, kept, null);
        } catch (IOException failure) {
            return ending(code, rest, "what followed the command failed", failure);
        }
    }

    private Ending ending(int code, Rest rest, String kept, @Nullable IOException failure) {
        return new Ending(
                staging.id(), code, rest, preserved, missing, kept, failure, copy.mirror(kept));
    }

    private String unsettled(String reason) throws IOException {
        staging.hold(Hold.WRITERS);
        return reason;
    }

    /// @return why the copy stays; empty when it is gone
    private String settled() throws IOException {
        Leases.Answer answer = leases.of(staging.receipt());
        staging.settled(answer.leases());
        try (Directory source = staging.payload().openDirectory(Sealing.SOURCE)) {
            missing = Captures.gather(source, task.outputs());
            Origin repository = staging.receipt().repository();
            ArtifactEvidence evidence = Preservation.preserve(world, source, repository);
            preserved = evidence.copied().map(Aftermath::relative).orElse(null);
            staging.preserved(evidence);
        } catch (IOException failure) {
            hold(failure);
            throw failure;
        }
        if (!answer.leases().isEmpty()) {
            staging.hold(Hold.CLAIMS);
        }
        if (!answer.keeps().isEmpty()) {
            return answer.keeps();
        }
        if (task.isKept()) {
            staging.hold(Hold.ARTIFACTS); // So that no clean-up after a run takes it.
            return "it was asked to be kept";
        }
        return copy.end();
    }

    private void hold(IOException failure) {
        try {
            staging.hold(Hold.ARTIFACTS);
        } catch (IOException second) {
            failure.addSuppressed(second); // What is not preserved is kept without it, too.
        }
    }

    private static String relative(Destination destination) {
        return Path.of(destination.repository()).relativize(Path.of(destination.path())).toString();
    }
}
