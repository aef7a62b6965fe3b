package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.cli.staging.copies.CopiesPlace;
import dev.belay.app.wiring.Installation;
import dev.belay.core.audit.AuditLog;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.git.Git;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.staging.recovery.CleanUp;
import dev.belay.staging.recovery.ContentProof;
import dev.belay.staging.recovery.Discard;
import dev.belay.staging.recovery.OutputKeeper;
import dev.belay.staging.recovery.Recovery;
import dev.belay.staging.recovery.Register;
import dev.belay.staging.recovery.Unlock;
import dev.belay.staging.recovery.Witness;
import dev.belay.staging.run.Preservation;
import dev.belay.staging.run.Release;
import dev.belay.staging.run.Settlement;
import dev.belay.staging.source.Products;
import dev.belay.staging.source.RescuedContent;
import dev.belay.staging.source.SourceContent;
import dev.belay.staging.witness.WitnessProof;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Recoveries of the copies of this installation, with all that they ask. Closing it closes what it
/// opened.
final class Recoveries implements AutoCloseable {
    private final Session session;
    private final Installation installation;
    private final SyncRoot root;
    private final Owners owners;
    private final Register register;

    private Recoveries(Session session, Installation installation, SyncRoot root, Owners owners) {
        this.session = session;
        this.installation = installation;
        this.root = root;
        this.owners = owners;
        this.register =
                release -> {
                    installation.stop().check(); // It may have been set meanwhile.
                    audit().append(List.of(release));
                };
    }

    static Recoveries of(Session session) throws IOException {
        CopiesPlace place = CopiesPlace.of(session);
        SyncRoot root = place.open();
        return new Recoveries(
                session, session.installation(), root, place.owners(root.directory()));
    }

    private AuditLog audit() throws IOException {
        return installation.audit();
    }

    /// Ends first what killed processes began to remove. While STOP is set, no removal begins.
    SyncRoot root() throws IOException {
        root.finishRemovals();
        installation.stop().check();
        return root;
    }

    Git git() throws IOException {
        return Git.create(new LocalPrograms(), session.surroundings().environment());
    }

    /// A recovery on the word of a person.
    ///
    /// @param chosen the ref that was named; null for the one in the receipt
    Recovery recovery(@Nullable SourceWitness chosen) throws IOException {
        return of(
                new SourceContent(
                        session.world(),
                        git(),
                        witness(),
                        new SourceContent.Choice(products(), chosen)));
    }

    /// A recovery that first writes the copy into its repository.
    Recovery rescue() throws IOException {
        return of(new RescuedContent(session.world(), git(), witness()));
    }

    private Products products() throws UsageFailure {
        Optional<String> word = session.arguments().text("--products");
        if (word.isEmpty()) {
            return Products.IGNORED;
        }
        return switch (word.get()) {
            case "discard" -> Products.DISCARD;
            case "keep" -> kept();
            default ->
                    throw new UsageFailure(
                            "--products: there is no way " + word.get(), "One of: keep, discard.");
        };
    }

    private Products kept() throws UsageFailure {
        if (session.arguments().has("--dry-run")) {
            throw new UsageFailure(
                    "--products keep writes a commit, and --dry-run writes nothing",
                    "Leave one of them out.");
        }
        return Products.KEEP;
    }

    private Witness witness() throws IOException {
        World world = session.world();
        boolean isParanoid = session.arguments().has("--paranoid");
        return new WitnessProof(world.disk(), world.clock(), git(), isParanoid);
    }

    private Recovery of(ContentProof content) throws IOException {
        return new Recovery(
                root(),
                owners,
                new Recovery.Tools(
                        content,
                        LeaseTools.orNone(session),
                        outputs(),
                        LocalWorld.occupancy(),
                        register));
    }

    /// What removes one copy after a run.
    CleanUp cleanUp() throws IOException {
        return new CleanUp(root, owners, recovery(null));
    }

    Settlement settlement() throws IOException {
        return new Settlement(root, owners, LocalWorld.occupancy());
    }

    Release release() throws IOException {
        return new Release(
                root(), owners, new Release.Tools(outputs(), LocalWorld.occupancy(), register));
    }

    private OutputKeeper outputs() {
        World world = session.world();
        return (source, repository) -> Preservation.preserve(world, source, repository);
    }

    Discard discard() throws IOException {
        return new Discard(root(), owners, LocalWorld.occupancy(), register);
    }

    Unlock unlock() throws IOException {
        return new Unlock(root(), owners, register);
    }

    @Override
    public void close() {
        installation.close();
        root.close();
    }
}
