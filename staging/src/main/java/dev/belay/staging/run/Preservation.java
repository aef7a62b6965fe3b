package dev.belay.staging.run;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.artifact.ArtifactEvidence.Destination;
import dev.belay.staging.artifact.ArtifactEvidence.Output;
import dev.belay.staging.git.Quoted;
import dev.belay.staging.manifest.TreePath;
import dev.belay.staging.receipt.Origin;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Copies the outputs of a command out of its copy and into the repository.
///
/// - **Durable:** once [#preserve] returns, the outputs survive a power cut, or the evidence says
///   that they may not.
/// - **Crash:** leaves a part of the outputs in a directory that no evidence names.
/// - **Refuses:** links, pipes, and the like among the outputs, and links on the way to either
///   side. Nothing is followed.
public final class Preservation {
    static final String OUTPUTS = ".crabbox";
    private static final String DESTINATIONS = "wrapper-artifacts";
    static final List<String> TOPS = List.of("captures", "runs");
    private static final int PRIVATE = 0700;

    /// So many names are tried: two runs may hit on one.
    private static final int NAMES_MAX = 16;

    private final World world;
    private final Origin repository;
    private final List<Output> entries = new ArrayList<>();
    private Durability durability = Durability.DURABLE;

    private Preservation(World world, Origin repository) {
        this.world = world;
        this.repository = repository;
    }

    /// Copies what is there, and says what it was and where it is.
    ///
    /// @param source the copy of the working tree
    /// @param repository the working tree itself, which must still be the directory it was
    public static ArtifactEvidence preserve(World world, Directory source, Origin repository)
            throws IOException {
        return new Preservation(world, repository).preserve(source);
    }

    private ArtifactEvidence preserve(Directory source) throws IOException {
        DirectoryIdentity identity = DirectoryIdentity.of(source);
        Optional<FileStatus> outputs = source.status(OUTPUTS);
        if (outputs.isEmpty()) {
            return new ArtifactEvidence(true, identity, List.of(), null);
        }
        try (Directory from = source.openDirectory(OUTPUTS)) {
            if (isEmpty(from)) {
                return new ArtifactEvidence(true, identity, List.copyOf(entries), null);
            }
            entries.clear();
            Destination destination = copy(from);
            entries.sort(Comparator.comparing(Output::path, TreePath.BYTE_ORDER));
            return new ArtifactEvidence(
                    durability == Durability.DURABLE, identity, entries, destination);
        }
    }

    /// Whether there is nothing but the places of outputs; these are then the entries.
    private boolean isEmpty(Directory from) throws IOException {
        for (String top : TOPS) {
            if (from.status(top).isPresent()) {
                requireDirectory(from, top, top);
                entries.add(new ArtifactEvidence.Folder(top));
                try (Directory below = from.openDirectory(top)) {
                    if (below.walk(names -> names.findAny().isPresent())) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private Destination copy(Directory from) throws IOException {
        try (Directory top = world.disk().open(Path.of(repository.path()), "the checkout")) {
            if (repository.knownIdentity().isPresent()) {
                repository.knownIdentity().get().requireSame(top);
            }
            try (Directory crabbox = made(top, OUTPUTS, 0777);
                    Directory artifacts = made(crabbox, DESTINATIONS, PRIVATE)) {
                String name = makeFree(artifacts);
                try (Directory to = artifacts.openDirectory(name)) {
                    fill(from, to);
                    sync(artifacts);
                    sync(crabbox);
                    sync(top);
                    return new Destination(
                            repository.path(),
                            DirectoryIdentity.of(top),
                            DirectoryIdentity.of(crabbox),
                            DirectoryIdentity.of(artifacts),
                            Path.of(repository.path(), OUTPUTS, DESTINATIONS, name).toString(),
                            DirectoryIdentity.of(to));
                }
            }
        }
    }

    private void fill(Directory from, Directory to) throws IOException {
        for (String each : TOPS) {
            if (from.status(each).isPresent()) {
                folder(from, to, each, "");
            }
        }
        sync(to);
    }

    /// Makes a directory whose name has six letters behind `run-`, as the Node program's.
    private String makeFree(Directory artifacts) throws DiskFault {
        for (int attempt = 1; ; attempt++) {
            String name = "run-" + world.randomness().uuid().toString().substring(0, 6);
            try {
                artifacts.makeDirectory(name, PRIVATE);
                return name;
            } catch (DiskFault fault) {
                if (fault.errno() != Errno.EEXIST || attempt == NAMES_MAX) {
                    throw fault;
                }
            }
        }
    }

    private static Directory made(Directory parent, String name, int permissions) throws DiskFault {
        try {
            parent.makeDirectory(name, permissions);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.EEXIST) {
                throw fault; // Else an earlier run made it, or one at the same time.
            }
        }
        return parent.openDirectory(name);
    }

    private void folder(Directory from, Directory to, String name, String prefix)
            throws IOException {
        String path = prefix + name;
        entries.add(new ArtifactEvidence.Folder(path));
        to.makeDirectory(name, PRIVATE);
        try (Directory source = from.openDirectory(name);
                Directory target = to.openDirectory(name)) {
            List<String> names =
                    source.walk(listed -> listed.limit(ArtifactEvidence.ENTRIES_MAX + 1L).toList());
            for (String each : names) {
                entry(source, target, each, path + "/");
            }
            sync(target);
        }
    }

    private void entry(Directory source, Directory target, String name, String prefix)
            throws IOException {
        String path = prefix + name;
        if (entries.size() >= ArtifactEvidence.ENTRIES_MAX) {
            throw refusal(path, "there are more than 100,000 outputs");
        }
        if (!ArtifactEvidence.isOutput(path)) {
            throw refusal(path, "its path is too long or too deep, or is not UTF-8");
        }
        FileKind kind =
                source.status(name)
                        .map(FileStatus::kind)
                        .orElseThrow(() -> refusal(path, "it changed while it was copied"));
        switch (kind) {
            case DIRECTORY -> folder(source, target, name, prefix);
            case REGULAR -> {
                OutputFile file = OutputFile.copy(source, target, name, path);
                durability = durability.and(file.durability());
                entries.add(new ArtifactEvidence.File(path, file.sizeBytes(), file.digest()));
            }
            case SYMBOLIC_LINK, PIPE, SOCKET, DEVICE ->
                    throw refusal(path, "it is " + kind.noun() + ", which is not brought back");
        }
    }

    private static void requireDirectory(Directory parent, String name, String path)
            throws IOException {
        FileKind kind = parent.status(name).orElseThrow().kind();
        if (kind != FileKind.DIRECTORY) {
            throw refusal(path, "it is " + kind.noun() + " and no directory of outputs");
        }
    }

    private void sync(Directory directory) throws DiskFault {
        durability = durability.and(Durability.sync(directory));
    }

    static Refusal refusal(String path, String found) {
        return new Refusal(
                ErrorCode.OUTPUTS_NOT_PRESERVED,
                Quoted.of(OUTPUTS + "/" + path),
                found,
                "see to the outputs in the copy, which is kept");
    }
}
