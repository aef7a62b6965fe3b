package dev.belay.staging.run;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.freeze.Freezer;
import dev.belay.staging.freeze.FrozenTree;
import dev.belay.staging.freeze.PayloadInventory;
import dev.belay.staging.freeze.Watch;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.git.Git;
import dev.belay.staging.git.PrivateRepository;
import dev.belay.staging.life.ClaimsWord;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.receipt.Origin;
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

/// Runs a command in a sealed copy, from the copy's beginning to its end.
///
/// - **Crash:** leaves a staging whose receipt says how far it came.
/// - **Threads:** one; signals come through [Interruptions].
/// - **Refuses:** before the command, whatever a freeze refuses, and then nothing is left. After it
///   nothing: what went wrong is part of the [Ending], and the copy is kept.
public final class SealedRun {
    private static final String SOURCE = "source";
    private static final int PRIVATE = 0700;

    /// Of a command that SIGKILL could not end within the time.
    private static final int KILLED = 137;

    private final World world;
    private final Place place;
    private final Tools tools;
    private final Interruptions interruptions;

    /// The programs that a run needs.
    public record Tools(Git git, Commands commands, Freezer freezer) {}

    /// Where copies are made.
    public record Place(SyncRoot root, Path path) {}

    public SealedRun(World world, Place place, Tools tools, Interruptions interruptions) {
        this.world = world;
        this.place = place;
        this.tools = tools;
        this.interruptions = interruptions;
    }

    /// Copies a checkout, runs the task's command there, and brings its outputs back.
    public Ending run(Checkout checkout, Task task, Watch watch) throws IOException {
        task.checkOutputs();
        boolean isApart = Location.isApart(world.disk(), place.path, checkout.repository());
        Checkout source = isApart ? checkout : checkout.without(place.path);
        Origin origin = origin(source.repository().top());
        try (Staging staging =
                isApart
                        ? Creation.create(place.root, origin)
                        : Creation.createUnrecorded(place.root, origin)) {
            Running running = begun(staging, source, task, watch);
            int code = await(running, task.limit());
            Rest rest = running.end(Interruptions.GRACE);
            interruptions.detach();
            return new Aftermath(world, staging, task).end(code, rest);
        }
    }

    private Origin origin(Path repository) throws IOException {
        try (Directory top = world.disk().open(repository, "")) {
            return new Origin(repository.toString(), DirectoryIdentity.of(top));
        }
    }

    /// The command, started in a copy that is written down. Where that fails, nothing is left.
    private Running begun(Staging staging, Checkout checkout, Task task, Watch watch)
            throws IOException {
        try {
            prepare(staging, checkout, task, watch);
            if (interruptions.isAny()) {
                throw new Refusal(ErrorCode.FAULT, "the copy", "it was given up on request", "");
            }
            staging.admitted(new ClaimsWord.NotGiven(), List.of());
        } catch (IOException | RuntimeException failure) {
            dispose(staging, failure);
            throw failure;
        }
        try {
            Path directory = path(staging);
            Map<String, String> environment = new LinkedHashMap<>(task.environment());
            // Programs trust it, and ours would lead them out of the copy.
            environment.put("PWD", directory.toString());
            environment.remove("OLDPWD");
            Command command = new Command(task.words(), environment, directory);
            Running running = tools.commands().start(command);
            interruptions.attach(running);
            return running;
        } catch (IOException failure) {
            staging.settled(List.of()); // Nobody was ever let in.
            preserveNothing(staging);
            dispose(staging, failure);
            throw failure;
        }
    }

    private void prepare(Staging staging, Checkout checkout, Task task, Watch watch)
            throws IOException {
        staging.payload().makeDirectory(SOURCE, PRIVATE);
        FrozenTree frozen;
        try (Directory source = staging.payload().openDirectory(SOURCE)) {
            frozen = tools.freezer().freeze(checkout, task.options().base(), source, watch);
        }
        if (task.options().hasGit()) {
            String base = task.options().base();
            PrivateRepository.make(tools.git(), checkout, base, path(staging));
        }
        Manifest manifest =
                new Manifest(
                        frozen.source(), PayloadInventory.of(staging.payload(), frozen.source()));
        staging.payload().syncFileSystem();
        staging.prepared(manifest, Durability.DURABLE, null, null);
    }

    private void preserveNothing(Staging staging) throws IOException {
        try (Directory source = staging.payload().openDirectory(SOURCE)) {
            DirectoryIdentity identity = DirectoryIdentity.of(source);
            staging.preserved(new ArtifactEvidence(true, identity, List.of(), null));
        }
    }

    private static void dispose(Staging staging, Exception failure) {
        try {
            staging.dispose();
        } catch (IOException second) {
            failure.addSuppressed(second);
        }
    }

    /// Where the copy is.
    private Path path(Staging staging) {
        return place.path.resolve(staging.id().directory()).resolve("payload").resolve(SOURCE);
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
