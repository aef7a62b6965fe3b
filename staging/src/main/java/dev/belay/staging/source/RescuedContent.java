package dev.belay.staging.source;

import dev.belay.staging.git.Git;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.staging.recovery.ContentProof;
import dev.belay.staging.recovery.Witness;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Writes what a copy holds into the repository that it came from, and proves that it is there.
///
/// What is written is the source as it is in the copy now, and what the command made there, but for
/// what the repository ignores.
///
/// - **Crash:** leaves the commit or no ref; the next one goes on with it, or writes it.
/// - **Refuses:** what no commit can hold, and a ref of the name that holds something else.
public final class RescuedContent implements ContentProof {
    private final World world;
    private final Git git;
    private final Witness witness;

    public RescuedContent(World world, Git git, Witness witness) {
        this.world = world;
        this.git = git;
        this.witness = witness;
    }

    @Override
    public boolean bringsWitness() {
        return true;
    }

    @Override
    public Proved prove(Copy copy) throws IOException {
        Survey survey = Survey.take(copy.payload(), copy.manifest(), world.clock().now());
        List<SourceFile> files = files(copy, survey);
        RescueCommit commit = new RescueCommit(world, git, copy.receipt(), RescueCommit.Kind.WHOLE);
        SourceWitness written;
        try (Directory source = copy.payload().openDirectory("source")) {
            written = commit.write(source, files);
        }
        Set<String> paths = new HashSet<>();
        files.forEach(file -> paths.add(file.path()));
        List<String> deleted =
                copy.manifest().source().deleted().stream()
                        .filter(path -> !paths.contains(path))
                        .toList();
        Witness.Verified verified =
                commit.verify(witness, written, new FrozenSource(files, deleted), copy.place());
        String ground =
                "all that it holds is in %s at %s".formatted(written.ref(), written.commit());
        return new Surveyed(copy, survey, verified, List.of(ground), world.clock());
    }

    /// In the order of their paths.
    private List<SourceFile> files(Copy copy, Survey survey) throws IOException {
        Map<String, SourceFile> files = new TreeMap<>();
        for (SourceFile file : copy.manifest().source().files()) {
            if (survey.isAsSealed(Ignoring.SOURCE + file.path())) {
                files.put(file.path(), file);
            }
        }
        files.putAll(ProductFiles.of(git, copy, survey));
        return new ArrayList<>(files.values());
    }
}
