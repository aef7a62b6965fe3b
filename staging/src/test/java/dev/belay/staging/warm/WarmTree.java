package dev.belay.staging.warm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.claims.ClaimsDirectory;
import dev.belay.staging.claims.LeaseSurroundings;
import dev.belay.staging.freeze.Freezer;
import dev.belay.staging.freeze.PayloadInventory;
import dev.belay.staging.freeze.Watch;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.git.Git;
import dev.belay.staging.git.Repositories;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.manifest.Entry;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.manifest.ManifestFormat;
import dev.belay.staging.receipt.Evidence;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.ReceiptFormat;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.seal.Sealing;
import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A real repository, one warm copy of it, and cold copies to compare with.
final class WarmTree implements AutoCloseable {
    private static final long KEPT_FREE_BYTES = 1 << 20;

    /// What names differ by or what holds the times of files; told apart by Git itself.
    private static final String VARIES = "\\.git/(index|logs/.*|objects/pack/.*)";

    /// The index is asked before anything may refresh it.
    private static final String SAYING =
            """
            git diff-files --name-status
            git ls-files --stage -v
            git --no-optional-locks status --porcelain
            git for-each-ref
            git log --format='%H %T %P %s' --all
            git fsck --strict
            """;

    private final World world = LocalWorld.create();
    final Path top;
    final List<String> notes = new ArrayList<>();
    Freezer.Scope scope = Freezer.Scope.USUAL;
    Sealing.Options options = new Sealing.Options("HEAD", true, 0);
    private final Path copies;
    private final SyncRoot root;
    private Staging staging;

    /// One commit of `a.txt`.
    WarmTree(Path directory) throws IOException {
        Path real = directory.toRealPath();
        top = Repositories.create(real.resolve("r"));
        copies = real.resolve("copies");
        root = SyncRoot.open(world, copies, "staging");
        try (Directory its = world.disk().open(top, "")) {
            staging = Creation.create(root, new Origin(top.toString(), DirectoryIdentity.of(its)));
        }
    }

    void inTree(String script) {
        Repositories.shell(top, script);
    }

    void inCopy(String script) {
        Repositories.shell(copy(), script);
    }

    Path copy() {
        return stagingPath().resolve("payload/source");
    }

    private Path stagingPath() {
        return root.path(staging.id());
    }

    Path index() {
        return copies.resolve(".belay").resolve(staging.id() + ".warm");
    }

    private Sealing sealing(SyncRoot into, Path path) throws IOException {
        Git git = Git.create(new LocalPrograms(), Repositories.environment());
        LeaseSurroundings surroundings =
                new LeaseSurroundings("linux", Map.of("XDG_STATE_HOME", path + "/state"));
        return new Sealing(
                world,
                new Sealing.Place(into, path),
                new Sealing.Tools(
                        git,
                        new Freezer(world, KEPT_FREE_BYTES, scope),
                        new ClaimsDirectory(world.disk(), surroundings)));
    }

    private Checkout checkout() throws IOException {
        return Checkout.around(Git.create(new LocalPrograms(), Repositories.environment()), top);
    }

    /// Waits until a file that is written now is younger by more than any file system's tick than
    /// all that was written before.
    void awaitTick() throws IOException {
        Path file = top.resolveSibling("tick");
        long start = Files.getLastModifiedTime(Files.writeString(file, "")).toMillis();
        while (Files.getLastModifiedTime(Files.writeString(file, "x")).toMillis() < start + 150) {
            Thread.onSpinWait();
        }
    }

    /// Brings the copy up to date, which its last user handed over.
    void refill() throws IOException {
        notes.clear();
        adopt();
        sealing(root, copies).refill(staging, checkout(), options, new Notes(notes));
    }

    private void adopt() throws IOException {
        Receipt old = staging.receipt();
        Receipt next =
                old.withProgress(new Progress(Users.NONE, State.PREPARING, null))
                        .withEvidence(Evidence.NONE);
        staging.close();
        Files.write(stagingPath().resolve("staging.json"), ReceiptFormat.write(next));
        staging = Creation.reopen(root, next);
    }

    /// A copy that was made into nothing.
    record Cold(Map<String, String> tree, String git, Manifest manifest) {}

    Cold cold() throws IOException {
        Path path = copies.resolveSibling("cold-" + world.randomness().uuid());
        try (SyncRoot into = SyncRoot.open(world, path, "cold");
                Staging made = sealing(into, path).make(checkout(), options, Watch.none())) {
            Path payload = into.path(made.id()).resolve("payload");
            return new Cold(tree(payload), git(payload), manifest(into.path(made.id())));
        }
    }

    /// The warm copy, its manifest, and its receipt are what those of a cold copy are.
    void assertLike(Cold cold) throws IOException {
        Path payload = stagingPath().resolve("payload");
        assertThat(git(payload)).isEqualTo(cold.git);
        assertThat(difference(tree(payload), cold.tree)).isEmpty();
        Manifest manifest = manifest(stagingPath());
        assertThat(manifest.source()).isEqualTo(cold.manifest.source());
        assertThat(names(manifest)).isEqualTo(names(cold.manifest));
        assertSealed(manifest);
        assertThat(staging.receipt().progress().state()).isEqualTo(State.PREPARED);
        byte[] file = Files.readAllBytes(stagingPath().resolve("manifest.json"));
        assertThat(staging.receipt().evidence().knownManifest()).contains(Digest.of(file));
    }

    /// The manifest names all that is there, as it is.
    private void assertSealed(Manifest manifest) throws IOException {
        Path payload = stagingPath().resolve("payload");
        Map<String, String> listed = new TreeMap<>();
        for (Entry entry : manifest.entries()) {
            switch (entry) {
                case Entry.Folder folder -> listed.put(folder.path(), "directory");
                case Entry.Content content ->
                        listed.put(content.path(), content.mode() + " " + content.blob());
            }
        }
        Map<String, String> there = new TreeMap<>();
        try (Directory directory = world.disk().open(payload, "");
                Stream<Path> walk = Files.walk(payload)) {
            List<Entry> entries = PayloadInventory.of(directory, List.of());
            for (Entry entry : entries) {
                switch (entry) {
                    case Entry.Folder folder -> there.put(folder.path(), "directory");
                    case Entry.Content content ->
                            there.put(content.path(), content.mode() + " " + content.blob());
                }
            }
            assertThat(walk.count()).isEqualTo(there.size() + 1);
        }
        assertThat(difference(listed, there)).isEmpty();
    }

    private static List<String> difference(Map<String, String> ours, Map<String, String> theirs) {
        List<String> difference = new ArrayList<>();
        ours.forEach((path, state) -> {
            if (!state.equals(theirs.get(path))) {
                difference.add(path + ": " + state + ", and not " + theirs.get(path));
            }
        });
        theirs.keySet().stream()
                .filter(path -> !ours.containsKey(path))
                .forEach(path -> difference.add(path + " is missing"));
        return difference;
    }

    private static List<String> names(Manifest manifest) {
        return manifest.entries().stream()
                .map(Entry::path)
                .filter(path -> !path.matches("source/" + VARIES))
                .toList();
    }

    private static Manifest manifest(Path staging) throws IOException {
        return ManifestFormat.read(Files.readAllBytes(staging.resolve("manifest.json")));
    }

    private static Map<String, String> tree(Path payload) throws IOException {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(payload)) {
            for (Path path : walk.toList()) {
                String name = payload.relativize(path).toString();
                if (!name.matches("source/" + VARIES)) {
                    tree.put(name, state(path));
                }
            }
        }
        return tree;
    }

    private static String state(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            return "-> " + Files.readSymbolicLink(path);
        }
        String mode =
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
        return Files.isDirectory(path)
                ? mode
                : mode + " " + Digest.of(Files.readAllBytes(path)).hex();
    }

    /// What Git says in the copy.
    private static String git(Path payload) {
        Path source = payload.resolve("source");
        if (!Files.exists(source.resolve(".git"))) {
            return "";
        }
        return Repositories.shell(source, SAYING);
    }

    @Override
    public void close() {
        staging.close();
        root.close();
    }

    private record Notes(List<String> all) implements Watch {
        @Override
        public void begins(long files, long bytes) {}

        @Override
        public void copied(long bytes) {}

        @Override
        public void notes(String sentence) {
            all.add(sentence);
        }

        @Override
        public boolean isStopped() {
            return false;
        }
    }
}
