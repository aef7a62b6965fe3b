package dev.belay.staging.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.ClaimsWord;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.manifest.BlobDigest;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.Entry;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.Processes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Copies that their makers left, and what a recovery of them asks.
final class Copies {
    static final Path REPOSITORY = Path.of("/srv/tree");
    static final BlobId TEXT = BlobDigest.ofLink("text");

    private static final ClaimNamespace CLAIMS =
            new ClaimNamespace(
                    "linux",
                    "/stagings",
                    "/state/claims",
                    new ClaimNamespace.Anchor("/state", new DirectoryIdentity("1", "9")));

    private Copies() {}

    /// Something that others do.
    interface Meanwhile {
        void happens() throws IOException;
    }

    /// What the outside answers, and what it was told.
    static final class Outside {
        final List<String> leases = new ArrayList<>();
        final List<AuditEvent> register = new ArrayList<>();
        boolean isToolBroken;

        /// What happens while the witness is asked.
        Meanwhile meanwhile = () -> {};

        boolean isRefMoved;
        boolean isRefLost;

        List<String> claims() throws IOException {
            if (isToolBroken) {
                throw new Refusal(ErrorCode.FAULT, "crabbox", "does not answer", "");
            }
            return List.copyOf(leases);
        }

        Witness.Verified verify() throws IOException {
            meanwhile.happens();
            refuse(isRefLost);
            return () -> refuse(isRefMoved);
        }

        private static void refuse(boolean isSo) throws Refusal {
            if (isSo) {
                throw new Refusal(ErrorCode.STAGING_KEPT, "refs/heads/main", "has moved", "");
            }
        }
    }

    /// A machine with a repository.
    static void prepare(SimHost host) throws DiskFault {
        host.disk().makeDirectories(Roots.PATH).close();
        host.disk().makeDirectories(REPOSITORY).close();
    }

    static SimHost host() throws DiskFault {
        SimHost host = new SimHost();
        prepare(host);
        return host;
    }

    /// A sealed copy of one file.
    static Staging sealed(SimProcess maker) throws IOException {
        DirectoryIdentity identity;
        try (Directory repository = maker.world().disk().open(REPOSITORY, "")) {
            identity = DirectoryIdentity.of(repository);
        }
        Staging staging =
                Creation.create(Roots.open(maker), new Origin(REPOSITORY.toString(), identity));
        staging.payload().makeDirectory("source", 0700);
        try (Directory source = staging.payload().openDirectory("source")) {
            write(source, "a", "text");
            source.sync();
        }
        staging.payload().sync();
        staging.prepared(manifest(), Durability.DURABLE, Roots.WITNESS, CLAIMS);
        maker.host().clock().advance(Duration.ofSeconds(1));
        return staging;
    }

    /// A copy in which a command has run and ended, and left these outputs.
    static Staging settled(SimProcess maker, String... outputs) throws IOException {
        Staging staging = sealed(maker);
        staging.admitted(new ClaimsWord.NotGiven(), List.of());
        try (Directory source = staging.payload().openDirectory("source")) {
            if (outputs.length > 0) {
                source.makeDirectory(".crabbox", 0755);
                try (Directory crabbox = source.openDirectory(".crabbox")) {
                    crabbox.makeDirectory("runs", 0755);
                    try (Directory runs = crabbox.openDirectory("runs")) {
                        for (String output : outputs) {
                            write(runs, output, "output of " + output);
                        }
                        runs.sync();
                    }
                    crabbox.sync();
                }
                source.sync();
            }
        }
        staging.settled(List.of());
        maker.host().clock().advance(Duration.ofSeconds(1));
        return staging;
    }

    static Manifest manifest() {
        return new Manifest(
                new FrozenSource(List.of(new SourceFile("a", FileMode.REGULAR, TEXT)), List.of()),
                List.of(
                        new Entry.Folder("source"),
                        new Entry.Content("source/a", FileMode.REGULAR, TEXT)));
    }

    static void write(Directory directory, String name, String text) throws DiskFault {
        byte[] bytes = text.getBytes(UTF_8);
        try (OpenFile file = directory.open(name, 0600, OpenOption.WRITE, OpenOption.CREATE)) {
            file.truncate(0);
            if (file.write(bytes, 0, bytes.length, 0) != bytes.length) {
                throw new IllegalStateException("a short write");
            }
            file.sync();
        }
    }

    /// All of a small file.
    static String read(Directory directory, String name) throws IOException {
        return new String(BoundedFile.read(directory, name, 1 << 20).orElseThrow().bytes(), UTF_8);
    }

    /// Judges owners of this boot and of the first one of the machine.
    static Owners owners(SimProcess process) {
        String first = new UUID(0x4000L | (1L << 32), 0x8000_0000_0000_0001L).toString();
        String domain = "linux:%s:pid:[%s]".formatted(first, Processes.INITIAL_NAMESPACE);
        String own = process.world().processes().bootId().orElseThrow();
        return new Owners(
                process.world(),
                own.equals(first) ? Set.of() : Set.of(Digest.of(domain.getBytes(UTF_8))));
    }

    static Recovery.Tools tools(SimProcess process, Outside outside) {
        return new Recovery.Tools(
                new SealedContent(
                        (said, source, copy) -> outside.verify(), process.world().clock(), null),
                (namespace, copy) -> outside.claims(),
                (source, repository) -> keep(process, source),
                process.occupancy(),
                outside.register::add);
    }

    static Recovery recovery(SimProcess process, SyncRoot root, Outside outside) {
        return new Recovery(root, owners(process), tools(process, outside));
    }

    /// Copies the outputs in `runs`, all of them files.
    static ArtifactEvidence keep(SimProcess process, Directory source) throws IOException {
        DirectoryIdentity from = DirectoryIdentity.of(source);
        if (source.status(".crabbox").isEmpty()) {
            return new ArtifactEvidence(true, from, List.of(), null);
        }
        try (Directory repository = process.world().disk().open(REPOSITORY, "");
                Directory crabbox = made(repository, ".crabbox");
                Directory artifacts = made(crabbox, "wrapper-artifacts");
                Directory run = made(artifacts, "run-abcdef");
                Directory target = made(run, "runs");
                Directory outputs = source.openDirectory(".crabbox");
                Directory runs = outputs.openDirectory("runs")) {
            List<ArtifactEvidence.Output> entries = new ArrayList<>();
            entries.add(new ArtifactEvidence.Folder("runs"));
            for (String name : Roots.names(runs)) {
                String text = "output of " + name;
                write(target, name, text);
                entries.add(
                        new ArtifactEvidence.File(
                                "runs/" + name, text.length(), Digest.of(text.getBytes(UTF_8))));
            }
            for (Directory each : List.of(target, run, artifacts, crabbox, repository)) {
                each.sync();
            }
            return new ArtifactEvidence(
                    true,
                    from,
                    entries,
                    new ArtifactEvidence.Destination(
                            REPOSITORY.toString(),
                            DirectoryIdentity.of(repository),
                            DirectoryIdentity.of(crabbox),
                            DirectoryIdentity.of(artifacts),
                            REPOSITORY + "/.crabbox/wrapper-artifacts/run-abcdef",
                            DirectoryIdentity.of(run)));
        }
    }

    private static Directory made(Directory parent, String name) throws DiskFault {
        if (parent.status(name).isEmpty()) {
            parent.makeDirectory(name, 0700);
        }
        return parent.openDirectory(name);
    }

    /// The one staging that is there.
    static StagingId only(Directory root) throws DiskFault {
        return Roots.names(root).stream()
                .flatMap(name -> StagingId.ofDirectory(name).stream())
                .findFirst()
                .orElseThrow();
    }
}
