package dev.belay.core.lock;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.explore.Preparation;
import dev.belay.sim.explore.Program;
import dev.belay.sim.explore.Scheduler;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.system.Directory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What each step of the lock is for: the real code with that one step broken, as the variants of
/// the model, is found out by a search that finds nothing wrong with the whole.
class LinkLockVariantsSimulation {
    @Test
    void a_name_that_is_not_looked_at_again() throws IOException {
        compare(
                new Loss("no recheck", Section.LIVE_KEPT),
                alteration -> three(d -> alteration.apply(Unlockable.itself(d))),
                BrokenStep.NoRecheck::new);
    }

    @Test
    void a_record_that_is_locked_after_it_is_linked() throws IOException {
        compare(
                new Loss("late lock", Section.LIVE_KEPT),
                alteration -> two(d -> alteration.apply(Unlockable.itself(d))),
                BrokenStep.LateLock::new);
    }

    @Test
    void a_record_that_says_it_is_locked_and_is_not() throws IOException {
        compare(
                new Loss("no lock", Section.LIVE_KEPT),
                alteration -> two(d -> alteration.apply(Unlockable.itself(d))),
                BrokenStep.NoLock::new);
    }

    @Test
    void a_lock_that_is_dropped_before_its_name() throws IOException {
        compare(
                new Loss("close before unlink", Section.LIVE_KEPT),
                alteration -> two(d -> alteration.apply(Unlockable.itself(d))),
                BrokenStep.CloseFirst::new);
    }

    @Test
    void a_dead_lock_that_is_removed_without_a_claim() throws IOException {
        compare(
                new Loss("no chain, beside Node", Section.LIVE_KEPT),
                alteration ->
                        scheduler(LinkLockVariantsSimulation::prepareDeadLock)
                                .process("n", Section.node())
                                .process("b", altered(alteration, Section.belay())),
                BrokenStep.NoChain::new);
    }

    /// A Node process waits for a claim as long as its process lives.
    @Test
    void a_claim_that_is_kept_by_a_reaper_that_removed_nothing() throws IOException {
        Invariant getsIn = new Invariant("a Node process gets in beside a stuck reaper");
        compare(
                new Loss("claim kept", getsIn),
                alteration ->
                        scheduler(LinkLockVariantsSimulation::prepareDeadLock)
                                .process("a", altered(alteration, stuck(Duration.ofSeconds(9))))
                                .process("n", nodeAfter(Duration.ofSeconds(3), getsIn))
                                .preemptions(0),
                BrokenStep.StuckReaper::new,
                BrokenStep.ClaimKept::new);
    }

    /// A Node process has read the claim before it is removed, and steps over it once the reaper is
    /// gone, while another Belay process claims the free name.
    @Test
    void a_claim_that_is_removed_by_a_reaper_that_removed_nothing() throws IOException {
        compare(
                new Loss("claim removed", Section.LIVE_KEPT),
                alteration ->
                        scheduler(LinkLockVariantsSimulation::prepareDeadLock)
                                .process("a", slowClaims(alteration, stuck(Duration.ZERO)))
                                .process("n", slowClaims(whole(), slow(whole(), Section.node())))
                                .process("b", slow(whole(), Section.belayUnlessRefused()))
                                .preemptions(1),
                BrokenStep.StuckReaper::new,
                BrokenStep.ClaimRemoved::new);
    }

    /// We step over the claim of a Node process that has removed the dead lock before it died, and
    /// another Node process has taken the lock since.
    @Test
    void a_name_that_is_not_looked_at_again_behind_the_gate() throws IOException {
        compare(
                new Loss("no recheck, beside Node", Section.LIVE_KEPT),
                alteration ->
                        scheduler(LinkLockVariantsSimulation::prepareDeadLock)
                                .process("b", slow(alteration, Section.belayUnlessRefused()))
                                .process("n", Section.node())
                                .process("m", slow(whole(), Section.node()))
                                .preemptions(1)
                                .kills(1),
                BrokenStep.NoRecheck::new);
    }

    /// A Node process in a container takes live owners for dead ones; the gate keeps the Belay
    /// processes apart even then.
    @Test
    void a_directory_that_is_not_locked() throws IOException {
        Inside inside = new Inside();
        compare(
                new Loss("no gate, beside Node in a container", inside.oneBelay),
                alteration ->
                        scheduler(LockWorld::prepare)
                                .process("a", altered(alteration, inside.belay()))
                                .process("b", altered(alteration, inside.belay()))
                                .process("n", LockWorld.CONTAINER, inside.node()),
                Unlockable::itself);
    }

    /// One search of processes that see their directory through an alteration.
    private interface Search {
        Scheduler<Section> through(UnaryOperator<Directory> alteration) throws IOException;
    }

    /// What is left out, and what no longer holds then.
    private record Loss(String what, Invariant broken) {}

    private static void compare(Loss loss, Search search, UnaryOperator<Directory> alteration)
            throws IOException {
        compare(loss, search, whole(), alteration);
    }

    private static void compare(
            Loss loss,
            Search search,
            UnaryOperator<Directory> whole,
            UnaryOperator<Directory> alteration)
            throws IOException {
        System.out.println("whole, " + loss.what() + ": " + search.through(whole).explore());

        assertThatThrownBy(() -> search.through(alteration).explore())
                .as(loss.what())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(loss.broken().toString().replaceAll(" \\(.*", ""))
                .hasMessageContaining("replay with");
    }

    private static Scheduler<Section> two(UnaryOperator<Directory> alteration) throws IOException {
        return scheduler(LockWorld::prepare)
                .process("a", altered(alteration, Section.belay()))
                .process("b", altered(alteration, Section.belay()));
    }

    private static Scheduler<Section> three(UnaryOperator<Directory> alteration)
            throws IOException {
        return two(alteration).process("c", altered(alteration, Section.belay()));
    }

    private static Scheduler<Section> scheduler(Preparation preparation) throws IOException {
        return Scheduler.with(Section::new, Section::toString)
                .prepare(preparation)
                .preemptions(2)
                .kills(0);
    }

    private static void prepareDeadLock(SimHost host) throws IOException {
        LockWorld.prepare(host);
        LockWorld.put(host, BrokenStep.LOCK, LockWorld.nodeRecord(LockWorld.NOBODY));
    }

    private static Program<Section> altered(
            UnaryOperator<Directory> alteration, Program<Section> program) {
        return (process, section) -> {
            AlteredDirectory.alter(process, alteration);
            program.run(process, section);
        };
    }

    private static Program<Section> slow(
            UnaryOperator<Directory> alteration, Program<Section> program) {
        return (process, section) -> {
            AlteredDirectory.alter(
                    process, found -> alteration.apply(SlowRemovals.of(found, process)));
            program.run(process, section);
        };
    }

    private static Program<Section> slowClaims(
            UnaryOperator<Directory> alteration, Program<Section> program) {
        return (process, section) -> {
            AlteredDirectory.alter(
                    process, found -> alteration.apply(SlowClaims.of(found, process)));
            program.run(process, section);
        };
    }

    private static UnaryOperator<Directory> whole() {
        return UnaryOperator.identity();
    }

    /// Tries once to take the lock, in vain, and goes on living for a while.
    private static Program<Section> stuck(Duration life) {
        return (process, section) -> {
            section.arrives(process);
            try (Directory data = LockWorld.data(process)) {
                new LinkLock(process.world(), data, LockWorld.NAME, LockWorld.WAIT)
                        .acquire()
                        .release();
            } catch (Refusal _) {
                // Another holds it, or its own unlink has failed.
            }
            process.world().waiting().pause(life);
            section.leaves(process);
        };
    }

    private static Program<Section> nodeAfter(Duration pause, Invariant getsIn) {
        return (process, _) -> {
            process.world().waiting().pause(pause);
            try (Directory data = LockWorld.data(process)) {
                NodePeer node = new NodePeer(process.world(), data, BrokenStep.LOCK);
                node.release(node.acquire());
                getsIn.check(true, () -> "");
            } catch (NodePeer.Paused paused) {
                getsIn.check(false, paused::toString);
            }
        };
    }

    /// Who is inside, of the Belay processes alone: a lock may be lost.
    private static final class Inside {
        private final Invariant oneBelay = new Invariant("never two Belay processes inside");
        private final List<SimProcess> inside = new ArrayList<>();

        private Program<Section> belay() {
            return (process, _) -> {
                try (Directory data = LockWorld.data(process)) {
                    Held held =
                            new LinkLock(process.world(), data, LockWorld.NAME, LockWorld.WAIT)
                                    .acquire();
                    inside.add(process);
                    check();
                    process.call("work", "", () -> "");
                    check();
                    inside.remove(process);
                    held.release();
                } catch (Refusal _) {
                    // Another holds it.
                } finally {
                    inside.remove(process);
                }
            };
        }

        private Program<Section> node() {
            return (process, _) -> {
                try (Directory data = LockWorld.data(process)) {
                    NodePeer node = new NodePeer(process.world(), data, BrokenStep.LOCK);
                    node.release(node.acquire());
                } catch (NodePeer.Paused _) {
                    // Another holds it, or has taken it away.
                }
            };
        }

        private void check() {
            oneBelay.check(
                    inside.stream().filter(SimProcess::isAlive).count() == 1,
                    () -> inside.stream().map(SimProcess::name).toList().toString());
        }
    }
}
