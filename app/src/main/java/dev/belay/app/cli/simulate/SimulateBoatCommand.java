package dev.belay.app.cli.simulate;

import dev.belay.app.cli.frame.Arguments;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.simulators.BoatForm;
import dev.belay.simulators.Computer;
import dev.belay.simulators.FakeBoat;
import dev.belay.simulators.FakeBoatOptions;
import dev.belay.simulators.fault.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// `belay simulate boat`: a provider on this machine, until it is interrupted.
public final class SimulateBoatCommand implements Command {
    /// The process ends by a signal; this only bounds one pause.
    private static final Duration PAUSE = Duration.ofHours(1);

    private static final int PORT = 4650;

    @Override
    public Description description() {
        return Description.of("Runs a local stand-in of the Boat provider, until interrupted.")
                .details(
                        "Its computers cost nothing. A deletion passes pending and processing on"
                                + " its way to completed; faults can be scripted, now or while it"
                                + " runs.")
                .value("--port", "N", "The port on the loopback address: 4650 by default.")
                .value("--computers", "N", "How many there are at first: 3 by default.")
                .value("--step", "TIME", "How long a deletion stays at each status: 1s by default.")
                .value(
                        "--fault",
                        "SPEC",
                        "What goes wrong: METHOD PATH [xN] ACTION…; several with a semicolon and a"
                                + " space between.")
                .example("belay simulate boat &", "A provider to try everything on.")
                .example(
                        "belay simulate boat --fault 'DELETE /sandboxes/* x2 status=503'",
                        "The first two deletions meet an overloaded provider.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        FakeBoatOptions options = options(session.arguments());
        try (FakeBoat boat = start(options, session)) {
            show(boat, session.output());
            while (!Thread.currentThread().isInterrupted()) {
                session.world().waiting().pause(PAUSE);
            }
        }
        return ExitCode.OK;
    }

    private static FakeBoat start(FakeBoatOptions options, Session session) throws Refusal {
        try {
            return FakeBoat.start(options, session.world().clock(), session.world().waiting());
        } catch (IOException failure) {
            throw new Refusal(
                            ErrorCode.FAULT,
                            "--port",
                            options.port() + " cannot be used: " + failure.getMessage(),
                            "another one may run already; choose a port with --port")
                    .because(failure);
        }
    }

    private static FakeBoatOptions options(Arguments arguments) throws UsageFailure {
        Duration step = arguments.duration("--step").orElse(Duration.ofSeconds(1));
        try {
            return FakeBoatOptions.USUAL
                    .withPort(number(arguments, "--port").orElse(PORT))
                    .withComputers(
                            number(arguments, "--computers")
                                    .orElse(FakeBoatOptions.USUAL.computers()))
                    .withStep(step)
                    .withFaults(Fault.parseAll(arguments.text("--fault").orElse("")));
        } catch (IllegalArgumentException problem) {
            throw new UsageFailure(
                    String.valueOf(problem.getMessage()), "Try: belay simulate boat --help");
        }
    }

    private static Optional<Integer> number(Arguments arguments, String option)
            throws UsageFailure {
        Optional<String> text = arguments.text(option);
        if (text.isPresent() && !text.get().matches("[0-9]{1,6}")) {
            throw new UsageFailure(
                    option + ": \"" + text.get() + "\" is no number", "Give a number, like 4650.");
        }
        return text.map(Integer::valueOf);
    }

    private static void show(FakeBoat boat, Output output) {
        String url = boat.base(BoatForm.SANDBOX).toString();
        output.line("A simulated Boat answers at " + url);
        output.line("Its computers:");
        for (Computer computer : boat.computers()) {
            output.line("  " + computer.id() + "  " + computer.name());
        }
        output.line("Use it:  export BELAY_DELETION_PROVIDER=simulated");
        output.line("Counters and faults: " + boat.control() + "   Stop it with Ctrl-C.");
        List<JsonValue> computers =
                boat.computers().stream()
                        .<JsonValue>map(computer ->
                                JsonObject.builder()
                                        .put("id", computer.id())
                                        .put("name", computer.name())
                                        .build())
                        .toList();
        output.answer(
                JsonObject.builder()
                        .put("url", url)
                        .put("token", FakeBoat.TOKEN)
                        .put("control", boat.control().toString())
                        .put("computers", new JsonArray(computers))
                        .build());
    }
}
