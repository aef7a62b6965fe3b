package dev.belay.proof.kill;

import dev.belay.proof.kill.Spares.Member;
import dev.belay.proof.program.Carelessness;
import dev.belay.proof.program.Console;
import dev.belay.proof.program.Custody;
import dev.belay.proof.program.Ran;
import dev.belay.proof.program.Signal;
import dev.belay.proof.program.WarmStart;
import dev.belay.simulators.FakeBoat;
import dev.belay.simulators.FakeBoatOptions;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/// Several programs delete computers in one data root, while the provider fails in every way it
/// knows, and each of them is killed again and again.
final class Ordeal implements AutoCloseable {
    private static final int WORKERS = 3;

    /// About as long as a command takes, so that kills fall on all of its steps.
    private static final int MICROSECONDS_INTO_A_COMMAND_MAX = 60_000;

    /// About as long as a lock is held or a question is on its way.
    private static final int MICROSECONDS_INTO_A_STEP_MAX = 2_000;

    private static final int ATTEMPTS_MAX = 20;
    private static final Duration MOMENT_LIMIT = Duration.ofSeconds(2);
    private static final Duration CHANGE_LIMIT = Duration.ofSeconds(30);
    private static final long POLL_NANOSECONDS = 100_000;

    private static final List<String> FAULTS =
            List.of(
                    "DELETE /sandboxes/* drop-after",
                    "DELETE /sandboxes/* drop-before",
                    "DELETE /sandboxes/* latency=40ms",
                    "DELETE /sandboxes/* status=503",
                    "DELETE /sandboxes/* status=409",
                    "DELETE /sandboxes/* acts html",
                    "DELETE /sandboxes/* acts ok-false",
                    "DELETE /sandboxes/* blocked",
                    "GET /deletion-operations/* x3 status=500",
                    "GET /deletion-operations/* drop-after",
                    "GET /sandboxes/* latency=40ms",
                    "GET /sandboxes/* status=429 retry-after=1");

    private final SplittableRandom random;
    private final Custody custody;
    private final FakeBoat boat;
    private final Door door;
    private final Work work;
    private final Spares spares;
    private final JournalWatch watch;
    private final List<Hand> hands = new ArrayList<>();
    private final List<Future<Void>> runs = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
    private final List<String> complaints = new ArrayList<>();
    private int kills;
    private int killedWithLock;
    private int killedInAnswer;

    Ordeal(Path scratch, WarmStart start, Carelessness carelessness, long seed) throws IOException {
        World world = LocalWorld.create();
        this.random = new SplittableRandom(seed);
        this.custody = new Custody(scratch.resolve("root"));
        this.boat =
                FakeBoat.start(
                        FakeBoatOptions.USUAL.withComputers(0), world.clock(), world.waiting());
        this.door = Door.to(boat, custody);
        this.work = new Work(boat, custody);
        this.spares = new Spares(start, custody, door, carelessness);
        this.watch = JournalWatch.of(custody);
        for (int i = 0; i < WORKERS; i++) {
            Hand hand = new Hand(spares, work, random.split());
            hands.add(hand);
            runs.add(threads.submit(hand));
        }
    }

    /// Kills so many times, or until there is a complaint with these words.
    void run(int times, String words) throws IOException {
        for (int i = 0; i < times && !isComplained(words); i++) {
            boat.fail(FAULTS.get(random.nextInt(FAULTS.size())));
            Hand victim = hands.get(random.nextInt(WORKERS));
            if (!await(victim::isWorking, CHANGE_LIMIT)) {
                complaints.add("no worker takes the place of one that was killed");
            }
            kill(victim.member());
            kills++;
            checkThatWorkGoesOn(work.changes());
            checkThatTheDoctorIsContent();
        }
    }

    /// Lets every worker finish its command, and ends it.
    void finish() throws Exception {
        hands.forEach(Hand::finish);
        for (Future<Void> run : runs) {
            run.get();
        }
        watch.close();
    }

    Custody custody() {
        return custody;
    }

    FakeBoat boat() {
        return boat;
    }

    Work work() {
        return work;
    }

    /// What tells a `belay` of the test to work here too.
    Map<String, String> environment() {
        return custody.environment(door.address(0));
    }

    /// Everything that was not as it must be.
    List<String> complaints() {
        List<String> all = new ArrayList<>(complaints);
        all.addAll(door.complaints());
        all.addAll(watch.complaints());
        all.addAll(work.complaints());
        for (Future<Void> run : runs) {
            if (run.state() == Future.State.FAILED) {
                all.add("a worker cannot be driven: " + run.exceptionNow());
            }
        }
        return all;
    }

    private boolean isComplained(String words) {
        return complaints().stream().anyMatch(each -> each.contains(words));
    }

    /// How many died while they had the lock of the journal.
    int killedWithLock() {
        return killedWithLock;
    }

    /// How many died between a question to the provider and its answer.
    int killedInAnswer() {
        return killedInAnswer;
    }

    @Override
    public String toString() {
        return "%d kills, %d of one that had the lock, %d of one that waited for the provider; %s"
                .formatted(kills, killedWithLock, killedInAnswer, work);
    }

    @Override
    public void close() throws IOException {
        hands.forEach(Hand::finish);
        watch.close();
        for (Hand hand : hands) {
            hand.member().program().close();
        }
        threads.close();
        spares.close();
        door.close();
        boat.close();
    }

    /// Kills at any moment, or in one that is short and matters. Such a moment is looked at while
    /// the victim stands still in it.
    private void kill(Member victim) throws IOException {
        long pid = victim.program().pid();
        int turn = kills % 3;
        if (turn == 0) {
            pause(random.nextInt(MICROSECONDS_INTO_A_COMMAND_MAX));
            victim.program().kill();
            return;
        }
        Condition moment = () -> turn == 1 ? custody.isHeldBy(pid) : door.isAsking(victim.number());
        for (int attempt = 0; attempt < ATTEMPTS_MAX && await(moment, MOMENT_LIMIT); attempt++) {
            pause(random.nextInt(MICROSECONDS_INTO_A_STEP_MAX));
            Signal.freeze(pid);
            if (moment.holds()) {
                break;
            }
            Signal.CONT.send(pid);
        }
        killedWithLock += turn == 1 && moment.holds() ? 1 : 0;
        killedInAnswer += turn == 2 && moment.holds() ? 1 : 0;
        victim.program().kill();
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void pause(int microseconds) {
        LockSupport.parkNanos(Duration.ofNanos(microseconds * 1000L).toNanos());
    }

    /// Whether the moment came within the limit.
    private static boolean await(Condition moment, Duration limit) throws IOException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!moment.holds()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOSECONDS);
        }
        return true;
    }

    /// The lock of a dead process keeps nobody out.
    private void checkThatWorkGoesOn(long changes) throws IOException {
        if (!await(() -> work.changes() > changes || !complaints().isEmpty(), CHANGE_LIMIT)) {
            complaints.add(
                    "nothing was changed for %s after kill %d".formatted(CHANGE_LIMIT, kills));
        }
    }

    private void checkThatTheDoctorIsContent() {
        Ran doctor = Console.run(environment(), "doctor");
        if (doctor.exit() != 0) {
            complaints.add("after kill %d the doctor says %s".formatted(kills, doctor));
        }
    }
}
