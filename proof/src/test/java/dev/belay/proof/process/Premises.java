package dev.belay.proof.process;

import dev.belay.proof.program.Console;
import dev.belay.proof.program.Custody;
import dev.belay.proof.program.LineProgram;
import dev.belay.proof.program.Programs;
import dev.belay.proof.program.Ran;
import dev.belay.proof.program.Worker;
import dev.belay.simulators.BoatForm;
import dev.belay.simulators.Computer;
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
import java.util.function.Supplier;

/// A data root and a provider for one test, and the programs that work there.
final class Premises implements AutoCloseable {
    /// What makes a program the first of a PID namespace of its own.
    static final List<String> CONTAINER =
            List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child");

    static final Duration LIMIT = Duration.ofSeconds(60);

    private final Custody custody;
    private final FakeBoat boat;
    private final Map<String, String> environment;

    Premises(Path scratch) throws IOException {
        World world = LocalWorld.create();
        this.custody = new Custody(scratch.resolve("root"));
        this.boat =
                FakeBoat.start(
                        FakeBoatOptions.USUAL.withComputers(0), world.clock(), world.waiting());
        this.environment = custody.environment(boat.base(BoatForm.SANDBOX).toString());
    }

    Custody custody() {
        return custody;
    }

    FakeBoat boat() {
        return boat;
    }

    Map<String, String> environment() {
        return environment;
    }

    /// The words that ask for the deletion of a new computer.
    String[] request(String... more) {
        return request(boat.add("web"), more);
    }

    static String[] request(Computer computer, String... more) {
        List<String> words =
                new ArrayList<>(
                        List.of("deletion", "request", computer.id(), "--name", computer.name()));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    /// Runs `belay` to its end, as a program of its own.
    Ran belay(String... words) throws IOException, InterruptedException {
        return belayIn(List.of(), words);
    }

    /// The same as the argument of another program.
    Ran belayIn(List<String> surroundings, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(surroundings);
        command.addAll(Programs.belay(words));
        return Ran.of(command, environment, LIMIT);
    }

    /// Runs the command line in the test's own process.
    Ran console(String... words) {
        return Console.run(environment, words);
    }

    /// The same in another world.
    Ran consoleIn(Supplier<World> world, String... words) {
        return Console.run(environment, world, List.of(words));
    }

    /// Starts a [Worker] as the argument of another program.
    LineProgram worker(List<String> surroundings) throws IOException {
        List<String> command = new ArrayList<>(surroundings);
        command.addAll(Programs.java(Worker.class.getName()));
        return LineProgram.start(
                command, environment, custody.root().resolveSibling("workers.err"));
    }

    @Override
    public void close() {
        boat.close();
    }
}
