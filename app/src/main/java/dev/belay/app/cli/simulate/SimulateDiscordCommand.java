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
import dev.belay.core.json.JsonObject;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.simulators.discord.FakeDiscordOptions;
import dev.belay.simulators.fault.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// `belay simulate discord`: a network of chats on this machine, until it is interrupted.
public final class SimulateDiscordCommand implements Command {
    /// The process ends by a signal; this only bounds one pause.
    private static final Duration PAUSE = Duration.ofHours(1);

    private static final int PORT = 4660;

    @Override
    public Description description() {
        return Description.of("Runs a local stand-in of Discord, until interrupted.")
                .details(
                        "It has one server with two channels, and one bot. Whoever can reach its"
                                + " control address speaks as a person, reads what was written, and"
                                + " scripts faults; docs/protocols/simulated-discord.md says how.")
                .value("--port", "N", "The port of its REST: 4660 by default; 0 for any.")
                .value("--gateway-port", "N", "The port of its gateway: 4661 by default.")
                .value(
                        "--nonce-window",
                        "TIME",
                        "How long it knows a message again by its nonce: 3m by default.")
                .value(
                        "--fault",
                        "SPEC",
                        "What goes wrong: METHOD PATH [xN] ACTION…; several with a semicolon and a"
                                + " space between.")
                .example("belay simulate discord &", "A network to try a connector on.")
                .example(
                        "belay simulate discord --fault 'POST /channels/*/messages x2 drop-after'",
                        "The first two messages are written, and no answer comes.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        FakeDiscordOptions options = options(session.arguments());
        try (FakeDiscord discord = start(options, session)) {
            show(discord, session.output());
            while (!Thread.currentThread().isInterrupted()) {
                session.world().waiting().pause(PAUSE);
            }
        }
        return ExitCode.OK;
    }

    private static FakeDiscord start(FakeDiscordOptions options, Session session) throws Refusal {
        try {
            return FakeDiscord.start(options, session.world().clock(), session.world().waiting());
        } catch (IOException failure) {
            throw new Refusal(
                            ErrorCode.FAULT,
                            "--port",
                            options.port() + " cannot be used: " + failure.getMessage(),
                            "another one may run already; choose --port and --gateway-port")
                    .because(failure);
        }
    }

    private static FakeDiscordOptions options(Arguments arguments) throws UsageFailure {
        Optional<Duration> window = arguments.duration("--nonce-window");
        try {
            int port = number(arguments, "--port").orElse(PORT);
            int next = port == 0 ? 0 : port + 1;
            return FakeDiscordOptions.USUAL
                    .withPorts(port, number(arguments, "--gateway-port").orElse(next))
                    .withNonceWindow(window.orElse(FakeDiscordOptions.USUAL.nonceWindow()))
                    .withFaults(Fault.parseAll(arguments.text("--fault").orElse("")));
        } catch (IllegalArgumentException problem) {
            throw new UsageFailure(
                    String.valueOf(problem.getMessage()), "Try: belay simulate discord --help");
        }
    }

    private static Optional<Integer> number(Arguments arguments, String option)
            throws UsageFailure {
        Optional<String> text = arguments.text(option);
        if (text.isPresent() && !text.get().matches("[0-9]{1,6}")) {
            throw new UsageFailure(
                    option + ": \"" + text.get() + "\" is no number", "Give a number, like 4660.");
        }
        return text.map(Integer::valueOf);
    }

    private static void show(FakeDiscord discord, Output output) {
        output.line("A simulated Discord answers at " + discord.api());
        output.line("Its gateway is at " + discord.gatewayUrl());
        output.line(
                "Its bot is "
                        + FakeDiscord.BOT
                        + " on server "
                        + FakeDiscord.GUILD
                        + ", channels "
                        + FakeDiscord.CHANNEL
                        + " and "
                        + FakeDiscord.OTHER_CHANNEL
                        + "; token "
                        + FakeDiscord.TOKEN);
        output.line("Say something to the bot:");
        output.line(
                "  curl -s "
                        + discord.control()
                        + "/say -d '{\"text\":\"<@"
                        + FakeDiscord.BOT
                        + "> hello\"}'");
        output.line("Read the channel:  curl -s " + discord.control() + "/messages");
        output.line("Counters and faults: " + discord.control() + "   Stop it with Ctrl-C.");
        output.answer(
                JsonObject.builder()
                        .put("apiUrl", discord.api().toString())
                        .put("gatewayUrl", discord.gatewayUrl().toString())
                        .put("control", discord.control().toString())
                        .put("token", FakeDiscord.TOKEN)
                        .put("bot", FakeDiscord.BOT)
                        .put("guild", FakeDiscord.GUILD)
                        .put("channel", FakeDiscord.CHANNEL)
                        .put("user", FakeDiscord.USER)
                        .build());
    }
}
