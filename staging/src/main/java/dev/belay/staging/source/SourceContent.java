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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The proof for a copy in which a command ran: what was copied is held by the working tree that it
/// came from, or else by a Git ref, and what the command made may go.
///
/// - **Refuses:** (`STAGING_KEPT`) a file that neither holds, and a product that was not said to
///   go. Its message names the path.
public final class SourceContent implements ContentProof {
    private final World world;
    private final Git git;
    private final Witness witness;
    private final Choice choice;

    /// What a person said.
    ///
    /// @param products what becomes of what the command made
    /// @param witness the ref that was named; null for the one in the receipt
    public record Choice(Products products, @Nullable SourceWitness witness) {}

    public SourceContent(World world, Git git, Witness witness, Choice choice) {
        this.world = world;
        this.git = git;
        this.witness = witness;
        this.choice = choice;
    }

    /// A working tree may hold everything by itself.
    @Override
    public boolean bringsWitness() {
        return true;
    }

    @Override
    public Proved prove(Copy copy) throws IOException {
        Survey survey = Survey.take(copy.payload(), copy.manifest(), world.clock().now());
        Kept kept =
                switch (choice.products()) {
                    case IGNORED -> requireIgnored(copy, survey);
                    case KEEP -> keep(copy, survey);
                    case DISCARD -> Kept.NOTHING;
                };
        WorkingTree tree = new WorkingTree(world.disk(), copy.receipt().repository());
        FrozenSource rest = tree.lacking(copy.manifest().source());
        Optional<SourceWitness> said =
                Optional.ofNullable(choice.witness()).or(copy.receipt().evidence()::knownWitness);
        Witness.Verified verified = null;
        if (!rest.files().isEmpty() || !rest.deleted().isEmpty()) {
            verified = witness.verify(said.orElseThrow(() -> lost(rest)), rest, copy.place());
        }
        Holders holders = new Holders(tree, verified, kept.verified());
        List<String> grounds = new ArrayList<>(grounds(copy, survey, holders));
        grounds.addAll(kept.grounds());
        return new Surveyed(copy, survey, holders, grounds, world.clock());
    }

    private static IOException lost(FrozenSource rest) {
        boolean isFile = !rest.files().isEmpty();
        String path = isFile ? rest.files().getFirst().path() : rest.deleted().getFirst();
        return Unheld.refusal(
                path,
                isFile
                        ? "is as it was copied in no place but the copy"
                        : "was not there when the copy was made, and is there now",
                "belay staging rescue writes the copy into its repository");
    }

    /// What became of products.
    ///
    /// @param verified null where no commit holds them
    private record Kept(Witness.@Nullable Verified verified, List<String> grounds) {
        static final Kept NOTHING = new Kept(null, List.of());
    }

    /// Where an earlier try has written a commit, it is the one that has to hold them.
    private Kept keep(Copy copy, Survey survey) throws IOException {
        List<SourceFile> files = List.copyOf(ProductFiles.of(git, copy, survey).values());
        if (files.isEmpty()) {
            return Kept.NOTHING;
        }
        RescueCommit commit =
                new RescueCommit(world, git, copy.receipt(), RescueCommit.Kind.PRODUCTS);
        SourceWitness written;
        try (Directory source = copy.payload().openDirectory("source")) {
            written = commit.write(source, files);
        }
        Witness.Verified verified =
                commit.verify(witness, written, new FrozenSource(files, List.of()), copy.place());
        return new Kept(
                verified,
                List.of(
                        "%d files that its command made are in %s at %s"
                                .formatted(files.size(), written.ref(), written.commit())));
    }

    private Kept requireIgnored(Copy copy, Survey survey) throws IOException {
        Path repository = Path.of(copy.receipt().repository().path());
        List<String> kept = Ignoring.unignored(git, repository, survey.products().keySet());
        if (!kept.isEmpty()) {
            throw Unheld.refusal(
                    copy.payload().label(kept.getFirst()),
                    "was made or changed by the command, and the repository does not ignore it",
                    "--products keep or belay staging rescue saves it; --products discard, or belay"
                            + " staging discard, lets it go");
        }
        return Kept.NOTHING;
    }

    /// What holds the source.
    ///
    /// @param verified null where the working tree holds all of it
    /// @param products null where no commit holds what the command made
    private record Holders(
            WorkingTree tree,
            Witness.@Nullable Verified verified,
            Witness.@Nullable Verified products)
            implements Witness.Verified {
        @Override
        public void revalidate() throws IOException {
            tree.revalidate();
            if (verified != null) {
                verified.revalidate();
            }
            if (products != null) {
                products.revalidate();
            }
        }
    }

    private static List<String> grounds(Copy copy, Survey survey, Holders holders) {
        int files = copy.manifest().source().files().size();
        int here = holders.tree().count();
        List<String> grounds = new ArrayList<>();
        grounds.add("the working tree holds %d of %d files".formatted(here, files));
        if (holders.verified() != null) {
            grounds.add("a Git ref holds the other %d".formatted(files - here));
        }
        int products = survey.products().size();
        if (products > 0) {
            grounds.add("what its command made may go, in %d places".formatted(products));
        }
        return grounds;
    }
}
