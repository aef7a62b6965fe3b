package dev.belay.staging.content;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.artifact.ArtifactEvidence.Destination;
import dev.belay.staging.artifact.ArtifactEvidence.Output;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Proves that the outputs of a command are in safety: what its copy holds and what lies in the
/// repository is, byte for byte, what the evidence says, and no more.
///
/// - **Refuses:** (`STAGING_KEPT`) whatever is missing, more, changed, or of another kind, and
///   copies that others may write to or that are no copies. Its message names the path.
public final class OutputProof {
    private static final String OUTPUTS = ".crabbox";
    private static final String DESTINATIONS = "wrapper-artifacts";
    private static final List<String> TOPS = List.of("captures", "runs");

    private final World world;
    private final ArtifactEvidence evidence;
    private final Map<String, Output> expected = new HashMap<>();
    private final boolean isRest;
    private @Nullable Footprint inCopy;
    private @Nullable Footprint inRepository;

    /// @param isRest whether a removal of the copy had begun, so that outputs may be gone from it
    public OutputProof(World world, ArtifactEvidence evidence, boolean isRest) {
        this.world = world;
        this.evidence = evidence;
        this.isRest = isRest;
        evidence.entries().forEach(entry -> expected.put(entry.path(), entry));
    }

    /// Proves it; from the second time on, what is unchanged is not read again.
    public void prove(Directory payload) throws IOException {
        proveCopy(payload);
        if (evidence.copied().isPresent()) {
            proveRepository(evidence.copied().get());
        }
    }

    /// What was proved, a clause each.
    public List<String> grounds() {
        return List.of(
                evidence.copied()
                        .map(copied ->
                                "its outputs are in %s: %d entries"
                                        .formatted(name(copied), evidence.entries().size()))
                        .orElse("it has no outputs"));
    }

    private void proveCopy(Directory payload) throws IOException {
        if (payload.status("source").isEmpty()) {
            requireRest(payload.label("source"));
            return;
        }
        Instant start = world.clock().now();
        OutputSide side = OutputSide.inCopy(expected, isRest, inCopy);
        try (Directory source = payload.openDirectory("source")) {
            evidence.source().requireSame(source);
            if (source.status(OUTPUTS).isPresent()) {
                try (Directory outputs = source.openDirectory(OUTPUTS)) {
                    for (String top : TOPS) {
                        side.entry(outputs, top, top);
                    }
                }
            } else {
                side.nothing(source.label(OUTPUTS));
            }
        }
        inCopy = side.end(payload.label("source"), start);
    }

    private void requireRest(String where) throws Refusal {
        if (!isRest) {
            throw OutputSide.kept(where, "is missing");
        }
    }

    private void proveRepository(Destination copied) throws IOException {
        Instant start = world.clock().now();
        OutputSide side = OutputSide.inRepository(expected, inRepository);
        try (Directory repository = world.disk().open(Path.of(copied.repository()), "");
                Directory outputs = same(repository, OUTPUTS, copied.crabbox());
                Directory artifacts = same(outputs, DESTINATIONS, copied.wrapperArtifacts());
                Directory copy = same(artifacts, name(copied), copied.identity())) {
            copied.repositoryIdentity().requireSame(repository);
            side.requirePrivate(copy);
            List<String> names;
            try (Stream<String> listed = copy.names()) {
                names = listed.limit(TOPS.size() + 1L).toList();
            }
            for (String name : names) {
                side.entry(copy, name, name);
            }
            inRepository = side.end(copy.label(), start);
        }
    }

    private static Directory same(Directory parent, String name, DirectoryIdentity identity)
            throws IOException {
        if (parent.status(name).isEmpty()) {
            throw OutputSide.kept(parent.label(name), "is gone, and outputs with it");
        }
        Directory directory = parent.openDirectory(name);
        try {
            identity.requireSame(directory);
            return directory;
        } catch (IOException other) {
            directory.close();
            throw other;
        }
    }

    /// The name of the directory of the outputs, which lies where both programs put it.
    private static String name(Destination copied) {
        return Path.of(copied.path()).getFileName().toString();
    }

    /// Returns when the copies lie where both programs put them, and not in the copy itself.
    public void requireOutside(Path place) throws Refusal {
        if (evidence.copied().isEmpty()) {
            return;
        }
        Destination copied = evidence.copied().get();
        Path repository = Path.of(copied.repository());
        Path usual = repository.resolve(OUTPUTS).resolve(DESTINATIONS).resolve(name(copied));
        if (!usual.equals(Path.of(copied.path())) || repository.startsWith(place)) {
            throw new Refusal(
                    ErrorCode.STAGING_KEPT,
                    name(copied),
                    "its outputs are not where either program puts them",
                    "save what is wanted of it; belay staging discard ends it on your word");
        }
    }
}
