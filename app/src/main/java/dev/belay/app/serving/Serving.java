package dev.belay.app.serving;

import dev.belay.app.binding.BindingDefinition;
import dev.belay.connector.channel.Channel;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.custody.Observer;
import dev.belay.connector.engine.Engine;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.line.ReloadLine;
import dev.belay.connector.line.Times;
import dev.belay.connector.ownership.OuterBrake;
import dev.belay.connector.ownership.Ownership;
import dev.belay.connector.ownership.Recovery;
import dev.belay.connector.ownership.RunLock;
import dev.belay.connector.serve.Connector;
import dev.belay.core.error.Refusal;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// One run of a binding, from the claim to the release.
///
/// A start first removes the lock of an owner that is positively gone, by the same protocol as
/// `belay connector recover`, so that it needs no other command before it. What it refuses does not
/// get better by trying again.
///
/// - **Crash:** leaves what the next run goes on with.
/// - **Threads:** one calls [#run]; any number the rest.
/// - **Refuses:** a binding that is braked, owned, or not to be judged.
public final class Serving implements AutoCloseable {
    /// How long a start waits for a command that has the binding for a moment.
    private static final Duration WAIT_MAX = Duration.ofSeconds(2);

    /// Between two looks after what nothing tells of.
    private static final Duration TENDED_EACH = Duration.ofSeconds(10);

    private final Ownership ownership;
    private final ConnectorJournal journal;
    private final ChangingEngine engine;
    private final EngineMaker engines;
    private final Connector connector;
    private final Custody custody;

    /// Guarded by this.
    private BindingDefinition definition;

    /// Where a run is.
    ///
    /// @param directory stays open for as long as the run
    /// @param outer holds for it, too
    public record Place(World world, Path path, Directory directory, OuterBrake outer) {}

    /// Makes the channel of a run, once its journal is open.
    @FunctionalInterface
    public interface ChannelMaker {
        Channel channel(ConnectorJournal journal) throws IOException;
    }

    /// What a run is made of, beside its settings.
    ///
    /// @param before called with a dead owner before its lock is removed
    public record Parts(
            EngineMaker engines,
            ChannelMaker channel,
            Observer observer,
            Recovery.BeforeRemoval before) {}

    private Serving(Place place, BindingDefinition definition, Parts parts, Claimed claimed)
            throws IOException {
        this.ownership = claimed.ownership();
        this.journal = claimed.journal();
        this.definition = definition;
        this.engines = parts.engines();
        this.engine = new ChangingEngine(engines.engine(definition.engine()));
        this.custody =
                new Custody(
                        place.world(),
                        journal,
                        ownership,
                        parts.channel().channel(journal),
                        engine,
                        parts.observer());
        this.connector = new Connector(custody, definition.binding());
    }

    private record Claimed(Ownership ownership, ConnectorJournal journal) {
        void close() {
            journal.close();
            ownership.release();
        }
    }

    /// Claims the binding and reads its journal. Nothing is asked or sent yet.
    ///
    /// @throws Refusal as [RunLock#claim] and [Recovery#recover] do
    public static Serving open(Place place, BindingDefinition definition, Parts parts)
            throws IOException {
        Claimed claimed = claim(place, parts.before());
        boolean isOpen = false;
        try {
            Serving serving = new Serving(place, definition, parts, claimed);
            isOpen = true;
            return serving;
        } finally {
            if (!isOpen) {
                claimed.close();
            }
        }
    }

    private static Claimed claim(Place place, Recovery.BeforeRemoval before) throws IOException {
        World world = place.world();
        RunLock lock = new RunLock(world, place.directory(), WAIT_MAX, place.outer());
        // Also where there is no lock: a start that was killed may have left the mark it recovers
        // under.
        new Recovery(world, place.directory(), WAIT_MAX).recover(before);
        Ownership ownership = lock.claim();
        boolean isOpen = false;
        try {
            ConnectorJournal journal =
                    ConnectorJournal.open(world, place.path(), place.directory().label());
            isOpen = true;
            return new Claimed(ownership, journal);
        } finally {
            if (!isOpen) {
                ownership.release();
            }
        }
    }

    /// Serves until the channel has nothing more, [#end] is called, or something fails.
    ///
    /// @return turns that were cut off, with which the next run goes on
    public List<String> run() throws IOException {
        Thread tending = Thread.ofPlatform().daemon().name("tending").start(this::tend);
        try {
            connector.run();
        } finally {
            tending.interrupt();
            awaitEnd(tending);
        }
        keepIndex(() -> journal.refreshIndex(ownership));
        return journal.interrupted();
    }

    private void tend() {
        while (!Thread.currentThread().isInterrupted()) {
            custody.world().waiting().pause(TENDED_EACH);
            if (!Thread.currentThread().isInterrupted()) {
                connector.tend();
                keepIndex(() -> journal.tendIndex(ownership));
            }
        }
    }

    /// What it uses is closed after the run.
    private static void awaitEnd(Thread thread) {
        boolean isInterrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Keeping {
        void run() throws IOException;
    }

    /// Without it the next start takes longer, and nothing else.
    private void keepIndex(Keeping keeping) {
        try {
            keeping.run();
        } catch (IOException failure) {
            String what = "the index was not written: " + failure.getMessage();
            custody.observer().saw(new Event.Trouble(definition().binding().name().label(), what));
        }
    }

    /// Settles what may be out, where that is possible now, instead of a run.
    public void settle() throws IOException {
        connector.settle();
    }

    /// Begins the end: no new turns.
    public void end() {
        connector.end();
    }

    /// What was mended in the journal when it was opened.
    public List<ConnectorJournal.Repaired> repairs() {
        return journal.repairs();
    }

    public Connector.Load load() {
        return connector.load();
    }

    /// Whether the brake is set now; asks the disk, and so shows that it answers.
    public boolean isBraked() throws Refusal {
        return custody.isBraked();
    }

    /// How many turns were admitted on the UTC date of now.
    public long admittedToday() throws IOException {
        String date = Times.date(custody.now());
        return journal.admissions().countOn(date);
    }

    /// How many parts of answers may be out and are not settled.
    public int unresolved() throws IOException {
        return journal.outbox().unresolved().size();
    }

    /// The settings in force.
    public synchronized BindingDefinition definition() {
        return definition;
    }

    /// Takes changed settings for everything that is decided from here on, or refuses them, and
    /// writes down which.
    ///
    /// @return the names of the settings that have changed
    /// @throws IOException when they cannot be read or are wrong, or change what cannot change in a
    ///   run
    public synchronized List<String> reload(Settings settings) throws IOException {
        Change change;
        try {
            change = change(settings.read());
        } catch (IOException refused) {
            String reason = String.valueOf(refused.getMessage());
            journal.reloads().append(ReloadLine.refused(custody.now(), reason));
            throw refused;
        }
        List<String> differences = definition.differences(change.definition());
        connector.apply(change.definition().binding(), differences);
        engine.change(change.engine());
        definition = change.definition();
        return differences;
    }

    private record Change(BindingDefinition definition, Engine engine) {}

    private Change change(BindingDefinition changed) throws Refusal {
        Fixed.requireSame(definition, changed);
        return new Change(changed, engines.engine(changed.engine()));
    }

    /// Where settings are read again.
    @FunctionalInterface
    public interface Settings {
        BindingDefinition read() throws IOException;
    }

    @Override
    public void close() {
        journal.close();
        ownership.release();
    }
}
