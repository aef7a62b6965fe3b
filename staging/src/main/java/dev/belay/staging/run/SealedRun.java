package dev.belay.staging.run;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.freeze.Watch;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.life.ClaimsWord;
import dev.belay.staging.life.Staging;
import dev.belay.staging.mirror.Mirrors;
import dev.belay.staging.recovery.Claims;
import dev.belay.staging.seal.Sealing;
import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.program.Commands;
import dev.belay.system.program.Commands.Command;
import dev.belay.system.program.Commands.Rest;
import dev.belay.system.program.Commands.Running;
import dev.belay.system.service.Signals.Signal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs a command in a sealed copy, from the copy's beginning to its end.
///
/// - **Crash:** leaves a staging whose receipt says how far it came.
/// - **Threads:** one; signals come through [Interruptions].
/// - **Refuses:** before the command, whatever a freeze refuses, and then nothing is left. After it
///   nothing: what went wrong is part of the [Ending], and the copy is kept.
public final class SealedRun {
    /// Of a command that SIGKILL could not end within the time.
    private static final int KILLED = 137;

    private final World world;
    private final Tools tools;
    private final Interruptions interruptions;

    /// What a run needs.
    ///
    /// @param claims who knows of leases; null where no lease tool is involved
    /// @param mirrors where the copy is to be one that is kept warm; null where it goes with the
    ///   run
    public record Tools(
            Sealing sealing,
            Commands commands,
            @Nullable Claims claims,
            @Nullable Mirrors mirrors) {}

    public SealedRun(World world, Tools tools, Interruptions interruptions) {
        this.world = world;
        this.tools = tools;
        this.interruptions = interruptions;
    }

    /// Copies a checkout, runs the task's command there, and brings its outputs back.
    public Ending run(Checkout checkout, Task task, Watch watch) throws IOException {
        Captures.meant(task.outputs()); // Refused before there is anything to bring back.
        try (RunCopy copy = RunCopy.make(tools, checkout, task.copy(), watch)) {
            Running running = begun(copy.staging(), task);
            int code = await(running, task.limit());
            Rest rest = running.end(Interruptions.GRACE);
            interruptions.detach();
            Leases leases = new Leases(tools.claims(), tools.sealing().copies());
            return new Aftermath(world, copy, task, leases).end(code, rest);
        }
    }

    /// The command, started in a copy that says so. Where that fails, nothing is left.
    private Running begun(Staging staging, Task task) throws IOException {
        try {
            staging.admitted(new ClaimsWord.NotGiven(), List.of());
        } catch (IOException | RuntimeException failure) {
            Sealing.dispose(staging, failure);
            throw failure;
        }
        try {
            Path directory = tools.sealing().path(staging);
            Map<String, String> environment = new LinkedHashMap<>(task.environment());
            // Programs trust it, and ours would lead them out of the copy.
            environment.put("PWD", directory.toString());
            environment.remove("OLDPWD");
            Running running =
                    tools.commands().start(new Command(task.words(), environment, directory));
            interruptions.attach(running);
            return running;
        } catch (IOException failure) {
            staging.settled(List.of()); // Nobody was ever let in.
            preserveNothing(staging);
            Sealing.dispose(staging, failure);
            throw failure;
        }
    }

    private void preserveNothing(Staging staging) throws IOException {
        try (Directory source = staging.payload().openDirectory(Sealing.SOURCE)) {
            DirectoryIdentity identity = DirectoryIdentity.of(source);
            staging.preserved(new ArtifactEvidence(true, identity, List.of(), null));
        }
    }

    /// The code of the command, which is asked to end when its time is over.
    private static int await(Running running, Duration limit) {
        return running.await(limit)
                .or(() -> {
                    Interruptions.end(running, Signal.TERM);
                    return running.await(Interruptions.GRACE);
                })
                .orElse(KILLED);
    }
}
