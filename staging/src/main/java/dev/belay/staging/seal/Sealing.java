package dev.belay.staging.seal;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.staging.claims.ClaimsDirectory;
import dev.belay.staging.freeze.Freezer;
import dev.belay.staging.freeze.FrozenTree;
import dev.belay.staging.freeze.PayloadInventory;
import dev.belay.staging.freeze.Watch;
import dev.belay.staging.git.ActiveFilters;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.git.Git;
import dev.belay.staging.git.PrivateRepository;
import dev.belay.staging.git.PrivateRepository.History;
import dev.belay.staging.git.PrivateRepository.Target;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.warm.WarmCopy;
import dev.belay.staging.warm.WarmStore;
import dev.belay.staging.witness.WitnessChoice;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes sealed copies of a checkout: complete, and written down.
///
/// - **Crash:** leaves a staging whose receipt says how far it came.
/// - **Refuses:** whatever a freeze refuses; then nothing is left.
public final class Sealing {
    /// The working tree in the payload of a copy.
    public static final String SOURCE = "source";

    private static final int PRIVATE = 0700;
    private static final String HEAD = "HEAD";

    private final World world;
    private final Place place;
    private final Tools tools;

    /// What a copy is made with.
    ///
    /// @param claims where the lease tool of whoever works in the copy keeps its claims
    public record Tools(Git git, Freezer freezer, ClaimsDirectory claims) {}

    /// Where copies are made.
    public record Place(SyncRoot root, Path path) {}

    /// How a copy is made.
    ///
    /// @param base the revision that deletions are told against
    /// @param hasGit whether there is a Git repository in the copy
    /// @param history how many commits are in it under their own ids; 0 for one that has no past
    public record Options(String base, boolean hasGit, int history) {}

    public Sealing(World world, Place place, Tools tools) {
        this.world = world;
        this.place = place;
        this.tools = tools;
    }

    /// A complete copy, into which nobody was let yet.
    public Staging make(Checkout checkout, Options options, Watch watch) throws IOException {
        boolean isApart = isApart(checkout);
        Checkout source = isApart ? checkout : checkout.without(place.path);
        Origin origin = origin(source.repository().top());
        Staging staging =
                isApart
                        ? Creation.create(place.root, origin)
                        : Creation.createUnrecorded(place.root, origin);
        try {
            fill(staging, source, options, watch);
            requireGoing(watch);
            return staging;
        } catch (IOException | RuntimeException failure) {
            dispose(staging, failure);
            staging.close();
            throw failure;
        }
    }

    /// Brings the copy of a staging up to date, whatever is in it: afterwards it holds what [#make]
    /// would have made, and the receipt says so. What an index proves to be right stays.
    ///
    /// The staging is in the hands of the caller, preparing, and nobody uses it. After a failure it
    /// still is, with a part of a copy.
    ///
    /// @param checkout which the copies lie apart from
    public void refill(Staging staging, Checkout checkout, Options options, Watch watch)
            throws IOException {
        WarmStore store = new WarmStore(place.root);
        try (Directory source = store.directory(staging.payload())) {
            WarmCopy copy = store.open(staging.id(), source, watch);
            Freezer.Target target = new Freezer.Target(source, copy);
            FrozenTree frozen = tools.freezer().freeze(checkout, options.base(), target, watch);
            if (options.hasGit()) {
                new WarmRepository(world.disk(), tools.git(), checkout)
                        .bring(copy, history(options), new Target(path(staging), source));
            } else {
                copy.removeRepository();
            }
            if (copy.hasChanged()) {
                staging.payload().syncFileSystem();
            }
            seal(staging, checkout, frozen.source(), copy);
            store.keep(staging.id(), copy);
            holdFiltered(staging, checkout, frozen, watch);
        }
        requireGoing(watch);
    }

    private static void requireGoing(Watch watch) throws Refusal {
        if (watch.isStopped()) {
            throw new Refusal(ErrorCode.FAULT, "the copy", "it was given up on request", "");
        }
    }

    private void seal(Staging staging, Checkout checkout, FrozenSource source, WarmCopy copy)
            throws IOException {
        Optional<Digest> same = copy.manifest(source.deleted());
        boolean isSealed =
                same.isPresent()
                        && staging.preparedAgain(
                                same.get(), witness(checkout), claims(path(staging)));
        if (!isSealed) {
            prepare(staging, checkout, new Manifest(source, copy.entries()));
        }
        copy.sealed(staging.receipt().evidence().knownManifest().orElseThrow(), source.deleted());
    }

    private static History history(Options options) {
        return new History(options.base(), options.history());
    }

    private void prepare(Staging staging, Checkout checkout, Manifest manifest) throws IOException {
        staging.prepared(manifest, Durability.DURABLE, witness(checkout), claims(path(staging)));
    }

    /// Whether the copies lie apart from a checkout, so that a receipt of one can count.
    public boolean isApart(Checkout checkout) {
        return Location.isApart(world.disk(), place.path, checkout.repository());
    }

    /// Where the copies are.
    public Path copies() {
        return place.path;
    }

    /// Where the working tree of the copy is.
    public Path path(Staging staging) {
        return place.path.resolve(staging.id().directory()).resolve("payload").resolve(SOURCE);
    }

    /// Removes a copy that came to nothing.
    ///
    /// @param failure why; what goes wrong here is added to it
    public static void dispose(Staging staging, Exception failure) {
        try {
            staging.dispose();
        } catch (IOException second) {
            failure.addSuppressed(second);
        }
    }

    /// What a copy of the checkout is a copy of.
    public Origin origin(Checkout checkout) throws IOException {
        return origin(checkout.repository().top());
    }

    private Origin origin(Path repository) throws IOException {
        try (Directory top = world.disk().open(repository, "the checkout")) {
            return new Origin(repository.toString(), DirectoryIdentity.of(top));
        }
    }

    private void fill(Staging staging, Checkout checkout, Options options, Watch watch)
            throws IOException {
        staging.payload().makeDirectory(SOURCE, PRIVATE);
        try (Directory source = staging.payload().openDirectory(SOURCE)) {
            FrozenTree frozen = tools.freezer().freeze(checkout, options.base(), source, watch);
            if (options.hasGit()) {
                PrivateRepository.make(
                        tools.git(), checkout, history(options), new Target(path(staging), source));
                Exclusions.copy(world.disk(), checkout.repository(), source);
            }
            Manifest manifest =
                    new Manifest(
                            frozen.source(),
                            PayloadInventory.of(staging.payload(), frozen.copied()));
            staging.payload().syncFileSystem();
            prepare(staging, checkout, manifest);
            holdFiltered(staging, checkout, frozen, watch);
        }
    }

    /// What a program would have made of the files on their way is not in the copy, and its bytes
    /// are not those that Git keeps.
    private void holdFiltered(Staging staging, Checkout checkout, FrozenTree frozen, Watch watch)
            throws IOException {
        List<String> paths = frozen.source().files().stream().map(SourceFile::path).toList();
        Map<String, String> filters =
                ActiveFilters.of(tools.git(), checkout.repository().top(), paths);
        filters.forEach((name, path) ->
                watch.notes(
                        "the filter %s was not run: %s is in the copy as it lies on disk"
                                .formatted(name, path)));
        if (!filters.isEmpty()) {
            staging.hold(Hold.REGISTRATION);
        }
    }

    private @Nullable SourceWitness witness(Checkout checkout) throws IOException {
        String commit = checkout.commit(HEAD).orElse("");
        return commit.isEmpty()
                ? null
                : WitnessChoice.of(tools.git(), checkout.repository().common(), commit)
                        .orElse(null);
    }

    private @Nullable ClaimNamespace claims(Path source) {
        try {
            return tools.claims().capture(source.toString());
        } catch (IOException _) {
            return null; // Where they would be is not known, and a later process does not guess.
        }
    }
}
