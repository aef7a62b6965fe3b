package dev.belay.proof.kill;

import dev.belay.proof.program.Carelessness;
import dev.belay.proof.program.Custody;
import dev.belay.proof.program.LineProgram;
import dev.belay.proof.program.WarmStart;
import dev.belay.proof.program.Worker;
import dev.belay.simulators.FakeBoat;
import dev.belay.simulators.FakeBoatOptions;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// Workers that are started ahead, so that nobody waits for a JVM after a kill.
final class Spares implements AutoCloseable {
    static final Duration SILENCE_MAX = Duration.ofSeconds(60);

    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final int AHEAD = 2;

    private final WarmStart start;
    private final Custody custody;
    private final Door door;
    private final Carelessness carelessness;
    private final BlockingQueue<Member> ready = new ArrayBlockingQueue<>(AHEAD);
    private final Thread thread;
    private volatile boolean closed;

    /// A worker that waits for its first command.
    ///
    /// @param number what the door knows it by
    record Member(LineProgram program, int number) {}

    Spares(WarmStart start, Custody custody, Door door, Carelessness carelessness) {
        this.start = start;
        this.custody = custody;
        this.door = door;
        this.carelessness = carelessness;
        this.thread = Thread.ofPlatform().daemon().start(this::startAll);
    }

    Member take() throws IOException {
        try {
            Member member = ready.poll(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (member == null) {
                throw new IOException("no worker started within " + START_LIMIT);
            }
            return member;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        for (Member member : ready) {
            member.program().close();
        }
    }

    /// Starts of workers. The rehearsal uses what their commands use, in a root of its own.
    static WarmStart rehearse(Path scratch) throws IOException {
        Custody custody = new Custody(scratch.resolve("rehearsal"));
        World world = LocalWorld.create();
        try (FakeBoat boat = FakeBoat.start(FakeBoatOptions.USUAL, world.clock(), world.waiting());
                Door door = Door.to(boat, custody)) {
            String id = boat.computers().getFirst().id();
            return WarmStart.of(
                    scratch,
                    Worker.class,
                    custody.environment(door.address(0)),
                    program -> {
                        run(program, "deletion list");
                        run(program, "deletion request " + id + " --name web-1 --no-wait");
                        run(program, "deletion follow --all --wait 5s");
                    });
        }
    }

    private static void run(LineProgram program, String command) throws IOException {
        program.say(command);
        Optional<String> line = program.hear(SILENCE_MAX);
        while (line.isPresent() && !line.get().startsWith("= ")) {
            line = program.hear(SILENCE_MAX);
        }
    }

    private void startAll() {
        Path errors = custody.root().resolveSibling("workers.err");
        for (int number = 1; !closed; number++) {
            try {
                Member member =
                        new Member(
                                LineProgram.start(
                                        start.command(carelessness.name()),
                                        custody.environment(door.address(number)),
                                        errors),
                                number);
                hand(member);
            } catch (IOException _) {
                // Whoever waits for a worker says so.
            }
        }
    }

    private void hand(Member member) throws IOException {
        boolean handed = false;
        try {
            // What a first command loads would take most of a short life.
            run(member.program(), "deletion list");
            ready.put(member);
            handed = true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            if (!handed) {
                member.program().close();
            }
        }
    }
}
