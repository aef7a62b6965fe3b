package dev.belay.staging.life;

import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.Entry;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.ReceiptFormat;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A machine with a directory of stagings at `/stagings`, and a plain hand on it.
public final class Roots {
    public static final Path PATH = Path.of("/stagings");
    public static final Origin REPOSITORY =
            new Origin("/srv/tree", new DirectoryIdentity("1", "7"));
    public static final SourceWitness WITNESS =
            new SourceWitness("/srv/tree/.git", "refs/heads/main", "0".repeat(40));

    private static final BlobId EMPTY = BlobId.of("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");

    private Roots() {}

    /// A machine on which there is nothing yet.
    public static SimHost host() throws DiskFault {
        SimHost host = new SimHost();
        host.disk().makeDirectories(Path.of("/")).close();
        return host;
    }

    public static SyncRoot open(SimProcess process) throws IOException {
        return SyncRoot.open(process.world(), PATH, "staging");
    }

    /// The manifest of a copy that [#fill] has made.
    public static Manifest manifest() {
        return new Manifest(
                new FrozenSource(List.of(new SourceFile("a", FileMode.REGULAR, EMPTY)), List.of()),
                List.of(
                        new Entry.Folder("source"),
                        new Entry.Content("source/a", FileMode.REGULAR, EMPTY)));
    }

    /// Copies one empty file, durably.
    public static void fill(Directory payload) throws DiskFault {
        payload.makeDirectory("source", 0700);
        try (Directory source = payload.openDirectory("source")) {
            try (OpenFile file = source.open("a", 0600, OpenOption.WRITE, OpenOption.CREATE)) {
                file.sync();
            }
            source.sync();
        }
        payload.sync();
    }

    /// That there were no outputs.
    public static ArtifactEvidence noOutputs() {
        return new ArtifactEvidence(true, new DirectoryIdentity("1", "2"), List.of(), null);
    }

    /// The receipts of all stagings that are there, as a reader finds them.
    public static Map<StagingId, Receipt> receipts(Directory root) throws IOException {
        Map<StagingId, Receipt> receipts = new TreeMap<>((a, b) -> a.value().compareTo(b.value()));
        for (String name : names(root)) {
            var id = StagingId.ofDirectory(name);
            if (id.isPresent()) {
                try (Directory staging = root.openDirectory(name)) {
                    byte[] file =
                            BoundedFile.read(staging, ReceiptFormat.FILE, ReceiptFormat.BYTES_MAX)
                                    .orElseThrow()
                                    .bytes();
                    receipts.put(id.get(), ReceiptFormat.read(file));
                }
            }
        }
        return receipts;
    }

    /// The paths below a directory.
    public static List<String> tree(Directory directory) throws DiskFault {
        List<String> paths = new ArrayList<>();
        for (String name : names(directory)) {
            paths.add(name);
            if (directory.status(name).orElseThrow().kind() == FileKind.DIRECTORY) {
                try (Directory below = directory.openDirectory(name)) {
                    tree(below).forEach(path -> paths.add(name + "/" + path));
                }
            }
        }
        return paths;
    }

    public static List<String> names(Directory directory) throws DiskFault {
        try (Stream<String> names = directory.names()) {
            return names.sorted().toList();
        }
    }
}
