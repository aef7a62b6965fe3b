package dev.belay.connector.serve;

import dev.belay.connector.asking.MessageWay;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.line.ReloadLine;
import dev.belay.connector.sending.Outgoing;
import dev.belay.connector.sending.Reconciliation;
import dev.belay.connector.sending.Reconciliation.Scope;
import dev.belay.core.error.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// The run of a binding.
///
/// - **Durable:** each step of a message's way, before the next begins.
/// - **Crash:** leaves what the next run goes on with.
/// - **Threads:** one calls [#run]; any number the rest.
/// - **Refuses:** to go on without a journal: what cannot be written ends the run.
public final class Connector {
    /// How long a task that was interrupted is waited for.
    private static final Duration INTERRUPTED_MAX = Duration.ofSeconds(10);

    private final Course course;
    private final MessageWay way;
    private final Reconciliation reconciliation;
    private final Reception reception;

    public Connector(Custody custody, Binding binding) {
        this(custody.with(new TypingEngine(custody)), binding, Lanes::startThread);
    }

    /// @param starter runs what is to be done about a channel
    Connector(Custody custody, Binding binding, Consumer<Runnable> starter) {
        Custody quiet = custody.with(new QuietObserver(custody.observer()));
        this.course = new Course(quiet, binding, starter);
        Outgoing outgoing = new Outgoing(quiet);
        this.way = new MessageWay(quiet, outgoing, course.lanes()::isClosed);
        this.reconciliation = new Reconciliation(quiet, outgoing);
        this.reception = new Reception(course, way, outgoing, this::reconcileConnected);
    }

    /// How much there is to do.
    ///
    /// @param inFlight turns that are being answered
    /// @param waiting messages and parts that wait
    public record Load(int inFlight, int waiting) {}

    public Load load() {
        return new Load(way.inFlight(), course.lanes().waiting());
    }

    /// Serves until the channel has nothing more, [#end] is called, or something fails. Turns in
    /// flight get their grace, then are interrupted, and left to the next run.
    ///
    /// @throws Refusal when the channel refuses us, the binding is no longer ours, or the journal
    ///   cannot be written
    public void run() throws IOException {
        try {
            way.load();
            reconciliation.load();
            course.custody().channel().listen(reception);
            course.lanes().finish();
        } catch (IOException | RuntimeException e) {
            course.fail(e);
        } finally {
            drain();
        }
        course.throwFailure();
    }

    /// Sends again what may be, looks for the rest, and takes no messages. Instead of [#run], not
    /// beside it.
    public void settle() throws IOException {
        try {
            reconciliation.load();
            identify();
            reconcile();
            course.lanes().finish();
        } catch (IOException | RuntimeException e) {
            course.fail(e);
        } finally {
            drain();
        }
        course.throwFailure();
    }

    /// Without that nothing can be looked for, and stays as it is.
    private void identify() throws Refusal {
        try {
            course.custody().channel().identify();
            reconciliation.searchable();
        } catch (Refusal refusal) {
            throw refusal;
        } catch (IOException failure) {
            String what = "cannot be asked who we are: " + failure.getMessage();
            String where = course.binding().name().label();
            course.custody().observer().saw(new Event.Trouble(where, what));
        }
    }

    /// What is done now and then in a run from which nothing is heard: one that has lost its lock
    /// ends, and parts that were left unknown since it connected are gone after once more.
    public void tend() {
        if (course.lanes().isClosed()) {
            return;
        }
        try {
            course.custody().ownership().requireOwned();
            if (reconciliation.isSearchable()) {
                reconcile(Scope.OPEN);
            }
        } catch (IOException | RuntimeException e) {
            course.fail(e);
        }
    }

    private void drain() {
        Lanes lanes = course.lanes();
        lanes.close();
        if (lanes.await(course.binding().times().grace())) {
            return;
        }
        lanes.interrupt();
        if (!lanes.await(INTERRUPTED_MAX)) {
            String what = "a turn did not end when it was told to; its answer will be lost";
            String where = course.binding().name().label();
            course.custody().observer().saw(new Event.Trouble(where, what));
        }
    }

    /// Begins the end of [#run]: no new turns.
    public void end() {
        course.end();
    }

    /// Takes a changed binding for every message that is decided about from here on.
    ///
    /// @param differences the names of the settings that change
    public void apply(Binding changed, List<String> differences) throws IOException {
        if (!changed.name().equals(course.binding().name())) {
            throw new IllegalArgumentException("another binding");
        }
        Custody custody = course.custody();
        custody.journal().reloads().append(ReloadLine.applied(custody.now(), differences));
        course.change(changed);
    }

    /// Goes once more after all parts that may be out, those too that were looked for in vain.
    public void reconcile() throws IOException {
        reconcile(Scope.ALL);
    }

    private void reconcileConnected() throws IOException {
        reconciliation.searchable();
        reconcile(Scope.OPEN);
    }

    private void reconcile(Scope scope) throws IOException {
        for (Reconciliation.Work work : reconciliation.due(course.binding(), scope)) {
            course.lanes().add(work.channel(), work.action()::run);
        }
    }
}
