package dev.belay.staging.warm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.file.BoundedFile;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Invariant;
import dev.belay.staging.freeze.Found;
import dev.belay.staging.freeze.Found.Present;
import dev.belay.staging.freeze.Freezer.Lists;
import dev.belay.staging.freeze.Freezer.Rest;
import dev.belay.staging.freeze.Wanted;
import dev.belay.staging.freeze.Watch;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.manifest.BlobDigest;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.source.FileBlob;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// However a refill is cut off, the index vouches for nothing that is not there, and the next
/// refill ends with a right copy.
class RefillCrashTest {
    private static final StagingId ID = new StagingId("00000000-0000-4000-8000-000000000001");
    private static final Path TREE = Path.of("/tree");
    private static final Path PAYLOAD = Path.of("/copy");

    private final Invariant truthful = new Invariant("what the index knows again is what it says");

    /// A working tree and a copy of it that was made long ago.
    private static void prepare(SimHost host) throws IOException {
        host.disk().makeDirectories(Roots.PATH).close();
        host.disk().makeDirectories(TREE.resolve("d")).close();
        host.disk().makeDirectories(PAYLOAD).close();
        World world = host.start("user").world();
        write(world, TREE, "a", "one");
        write(world, TREE, "b", "two");
        write(world, TREE.resolve("d"), "c", "three");
        for (int i = 0; i < 3; i++) { // Until nothing is too young any more.
            host.clock().advance(Duration.ofSeconds(1));
            refill(host.start("maker"));
        }
        host.clock().advance(Duration.ofSeconds(1));
        write(world, TREE, "a", "1st");
        remove(world, TREE.resolve("d"), "c");
        write(world, TREE.resolve("d"), "e", "five");
        write(world, PAYLOAD.resolve("source"), "product", "made");
        write(world, PAYLOAD.resolve("source"), "b", "own");
    }

    private static void write(World world, Path directory, String name, String text)
            throws DiskFault {
        try (Directory in = world.disk().open(directory, "")) {
            write(in, name, text.getBytes(UTF_8));
        }
    }

    private static void write(Directory in, String name, byte[] bytes) throws DiskFault {
        try (OpenFile file = in.open(name, 0644, OpenOption.WRITE, OpenOption.CREATE)) {
            file.writeAll(bytes, 0, bytes.length, 0);
            file.truncate(bytes.length);
        }
    }

    private static void remove(World world, Path directory, String name) throws DiskFault {
        try (Directory in = world.disk().open(directory, "")) {
            in.unlink(name);
        }
    }

    /// What a freeze does around it, without Git and in one thread.
    private static void refill(SimProcess process) throws IOException {
        World world = process.world();
        try (SyncRoot root = Roots.open(process);
                Directory tree = world.disk().open(TREE, "");
                Directory payload = world.disk().open(PAYLOAD, "payload")) {
            WarmStore store = new WarmStore(root);
            try (Directory source = store.directory(payload)) {
                WarmCopy copy = store.open(ID, source, Watch.none());
                List<Found> found = found(tree);
                Digest lists = Digest.of(found.toString().getBytes(UTF_8));
                Pruning pruning = copy.pruning(new Lists(lists, lists, true));
                List<Pruning.Pruned> pruned = new ArrayList<>();
                for (Pruning.Here here : WarmCopy.places(found)) {
                    pruned.add(pruning.prune(here));
                }
                Rest rest = copy.rest(pruned);
                for (Found missing : rest.missing()) {
                    copy(tree, source, missing, copy);
                }
                if (copy.hasChanged()) {
                    source.syncFileSystem();
                }
                copy.sealed(Digest.of(new byte[0]), List.of());
                store.keep(ID, copy);
            }
        }
    }

    private static List<Found> found(Directory tree) throws DiskFault {
        List<Found> found = new ArrayList<>();
        for (String path : List.of("", "d")) {
            Directory directory = path.isEmpty() ? tree : tree.openDirectory(path);
            List<Present> present = new ArrayList<>();
            for (String name : directory.walk(Stream::toList)) {
                FileStatus status = directory.status(name).orElseThrow();
                if (status.kind() == FileKind.REGULAR) {
                    String whole = path.isEmpty() ? name : path + "/" + name;
                    present.add(new Present(new Wanted.Untracked(whole), status));
                }
            }
            found.add(new Found(path, present, List.of(), List.of(), List.of()));
        }
        return found;
    }

    private static void copy(Directory tree, Directory source, Found missing, WarmCopy copy)
            throws IOException {
        boolean isTop = missing.directory().isEmpty();
        if (!isTop && source.status(missing.directory()).isEmpty()) {
            source.makeDirectory(missing.directory(), 0777);
        }
        Directory from = isTop ? tree : tree.openDirectory(missing.directory());
        Directory to = isTop ? source : source.openDirectory(missing.directory());
        for (Present each : missing.present()) {
            byte[] bytes = bytes(from, each.wanted().name());
            write(to, each.wanted().name(), bytes);
            SourceFile file = new SourceFile(each.wanted().path(), FileMode.REGULAR, blob(bytes));
            copy.copied(file, each.status());
        }
    }

    private static byte[] bytes(Directory from, String name) throws IOException {
        return BoundedFile.readOfAnyone(from, name, 100).orElseThrow().bytes();
    }

    private static BlobId blob(byte[] bytes) {
        BlobDigest digest = new BlobDigest(bytes.length);
        digest.add(bytes, 0, bytes.length);
        return digest.id();
    }

    /// Whatever the index knows again in the copy is what it says.
    private void look(SimProcess process) throws IOException {
        try (SyncRoot root = Roots.open(process);
                Directory payload = process.world().disk().open(PAYLOAD, "")) {
            Optional<BoundedFile> file = root.readWarmIndex(ID, WarmFormat.BYTES_MAX);
            if (file.isEmpty() || payload.status("source").isEmpty()) {
                return;
            }
            WarmIndex index = WarmFormat.read(file.get().bytes());
            try (Directory source = payload.openDirectory("source")) {
                for (WarmFile known : index.files()) {
                    check(source, known);
                }
            }
        }
    }

    private void check(Directory source, WarmFile known) throws IOException {
        Directory directory = source;
        String name = known.path();
        if (name.startsWith("d/")) {
            if (source.status("d").isEmpty()) {
                return;
            }
            directory = source.openDirectory("d");
            name = name.substring(2);
        }
        Optional<FileStatus> status = directory.status(name);
        if (status.isPresent() && known.copy().matches(status.get()) && !known.isFresh()) {
            Optional<FileBlob> there = FileBlob.read(directory, name);
            truthful.check(
                    there.filter(it -> it.blob().equals(known.blob())).isPresent(),
                    () -> known.path() + " is another than the index says");
        }
    }

    private static Map<String, String> texts(World world, Path top) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Directory directory = world.disk().open(top, "")) {
            for (String path : Roots.tree(directory)) {
                int end = path.lastIndexOf('/');
                Path parent = top.resolve(path.substring(0, Math.max(end, 0)));
                try (Directory in = world.disk().open(parent, "")) {
                    String name = path.substring(end + 1);
                    boolean isFile = in.status(name).orElseThrow().kind() == FileKind.REGULAR;
                    texts.put(path, isFile ? new String(bytes(in, name), UTF_8) : "");
                }
            }
        }
        return texts;
    }

    @Test
    void the_index_is_true_and_the_next_refill_ends_right_after_any_crash() throws IOException {
        Explored explored =
                CrashExplorer.alone()
                        .prepare(RefillCrashTest::prepare)
                        .crashes(Budget.current().of(1, 2))
                        .run((process, _) -> refill(process))
                        .restart((process, _) -> {
                            look(process);
                            refill(process);
                            look(process);
                        })
                        .check((process, _) ->
                                assertThat(texts(process.world(), PAYLOAD.resolve("source")))
                                        .isEqualTo(texts(process.world(), TREE)))
                        .explore();

        assertThat(explored.states()).isGreaterThan(50);
        assertThat(truthful.reached()).isGreaterThan(50);
    }

    /// The clock stands still, so that no time tells one write from the next.
    @Test
    void what_changed_within_one_tick_is_read_again() throws IOException {
        SimHost host = new SimHost();
        prepare(host);
        refill(host.start("maker"));
        World world = host.start("user").world();
        write(world, TREE, "a", "2nd");
        write(world, PAYLOAD.resolve("source"), "b", "owe");

        refill(host.start("maker"));

        assertThat(texts(world, PAYLOAD.resolve("source"))).isEqualTo(texts(world, TREE));
    }
}
