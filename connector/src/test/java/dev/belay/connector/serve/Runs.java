package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.BindingName;
import dev.belay.connector.TurnId;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.binding.Times;
import dev.belay.connector.channel.Post;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.custody.Observer;
import dev.belay.connector.engine.Answer;
import dev.belay.connector.engine.Engine;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.ownership.BindingStop;
import dev.belay.connector.ownership.Ownership;
import dev.belay.connector.ownership.Recovery;
import dev.belay.connector.ownership.RunLock;
import dev.belay.connector.turn.InterruptedPolicy;
import dev.belay.connector.turn.MatchRules;
import dev.belay.connector.turn.Retention;
import dev.belay.connector.turn.Trigger;
import dev.belay.core.json.JsonObject;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.gate.Killed;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Runs of a binding as simulated processes, each as a supervisor starts it.
final class Runs {
    static final Path DIRECTORY = Path.of("/srv/belay/discord/support");
    static final String LABEL = "discord/support";
    static final BindingName NAME = new BindingName("support");
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    static final Duration WAIT = Duration.ofSeconds(2);

    private Runs() {}

    /// One that answers every message, in three channels.
    static Binding binding() {
        return new Binding(
                NAME,
                new MatchRules.Places(Set.of(), Set.of("7001", "7002", "7003")),
                Set.of(),
                List.of(new Trigger.EveryMessage()),
                1_000,
                new Binding.Ceilings(100, 0, 0, 0, 4, 50),
                new Times(
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(30),
                        Duration.ofSeconds(5)),
                new Binding.Texts("no more today", "it failed", "it took long", "it was lost"),
                new Binding.Reply(true, Post.Mentions.SILENT, 20),
                InterruptedPolicy.NOTICE,
                Retention.NONE);
    }

    /// The same in every channel.
    static Binding everywhere() {
        return everywhere(binding().ceilings());
    }

    static Binding everywhere(Binding.Ceilings ceilings) {
        Binding binding = binding();
        return new Binding(
                binding.name(),
                new MatchRules.Places(Set.of(), Set.of()),
                binding.users(),
                binding.triggers(),
                binding.lengthMax(),
                ceilings,
                binding.times(),
                binding.texts(),
                binding.reply(),
                binding.interrupted(),
                binding.retention());
    }

    static Binding with(Binding.Ceilings ceilings) {
        return with(ceilings, InterruptedPolicy.NOTICE, Retention.NONE);
    }

    static Binding with(InterruptedPolicy policy) {
        return with(binding().ceilings(), policy, Retention.NONE);
    }

    static Binding with(Retention retention) {
        return with(binding().ceilings(), InterruptedPolicy.NOTICE, retention);
    }

    private static Binding with(
            Binding.Ceilings ceilings, InterruptedPolicy policy, Retention retention) {
        Binding binding = binding();
        return new Binding(
                binding.name(),
                binding.places(),
                binding.users(),
                binding.triggers(),
                binding.lengthMax(),
                ceilings,
                binding.times(),
                binding.texts(),
                binding.reply(),
                policy,
                retention);
    }

    static Binding with(Binding.Reply reply) {
        Binding binding = binding();
        return new Binding(
                binding.name(),
                binding.places(),
                binding.users(),
                binding.triggers(),
                binding.lengthMax(),
                binding.ceilings(),
                binding.times(),
                binding.texts(),
                reply,
                binding.interrupted(),
                binding.retention());
    }

    static SimHost host() throws IOException {
        SimHost host = new SimHost();
        prepare(host);
        return host;
    }

    static void prepare(SimHost host) throws IOException {
        host.disk().makeDirectories(DIRECTORY).close();
        host.clock().set(NOW);
    }

    /// One that answers with the question, and that has been asked where the network can tell.
    static Engine echo(SimProcess process, FakeNetwork network) {
        return (question, _) ->
                process.call(
                        "ask",
                        question.turn().value(),
                        () -> {
                            require(process.host(), "admissions.jsonl", question.turn().value());
                            network.ask(question, process.host().clock().now());
                            return new Answer.Answered("re: " + question.text(), 10);
                        });
    }

    /// Serves what waits, answering each message with itself.
    static List<Event> serve(SimProcess process, FakeNetwork network, Binding binding)
            throws IOException {
        return serve(process, network, binding, echo(process, network));
    }

    static List<Event> serve(
            SimProcess process, FakeNetwork network, Binding binding, Engine engine)
            throws IOException {
        List<Event> events = new ArrayList<>();
        serve(process, network, binding, new Ends(engine, events::add));
        return events;
    }

    /// What a run has at its other ends.
    record Ends(Engine engine, Observer observer) {}

    static void serve(SimProcess process, FakeNetwork network, Binding binding, Ends ends)
            throws IOException {
        with(
                process,
                network,
                ends,
                custody -> new Connector(custody, binding, Runnable::run).run());
    }

    /// Settles what may be out, without a connection.
    static void settle(SimProcess process, FakeNetwork network, Binding binding)
            throws IOException {
        Ends ends = new Ends(echo(process, network), Observer.none());
        with(
                process,
                network,
                ends,
                custody -> new Connector(custody, binding, Runnable::run).settle());
    }

    /// What an owner does.
    private interface Deed {
        void with(Custody custody) throws IOException;
    }

    private static void with(SimProcess process, FakeNetwork network, Ends ends, Deed deed)
            throws IOException {
        try (Directory directory = process.world().disk().open(DIRECTORY, LABEL)) {
            new Recovery(process.world(), directory, WAIT).recover(_ -> {});
            Ownership ownership = new RunLock(process.world(), directory, WAIT).claim();
            try (ConnectorJournal journal = open(process)) {
                Custody custody =
                        new Custody(
                                process.world(),
                                journal,
                                ownership,
                                new FakeChannel(process, network),
                                ends.engine(),
                                ends.observer());
                deed.with(custody);
            } finally {
                ownership.release();
            }
        }
    }

    /// The same, cut off by what kills the process on its way.
    static void serveUntilKilled(
            SimProcess process, FakeNetwork network, Binding binding, Engine engine)
            throws IOException {
        try {
            serve(process, network, binding, engine);
            throw new AssertionError("nothing has killed the run");
        } catch (Killed _) {
            process.kill();
        }
    }

    static void serveUntilKilled(SimProcess process, FakeNetwork network, Binding binding)
            throws IOException {
        serveUntilKilled(process, network, binding, echo(process, network));
    }

    /// One in which the process dies while it waits.
    static Engine deadly(SimProcess process, FakeNetwork network) {
        return (question, _) -> {
            network.ask(question, process.host().clock().now());
            process.kill();
            throw new Killed(process.name());
        };
    }

    /// What permits an effect is in its file before it.
    static void require(SimHost host, String log, String permission) {
        try (Directory directory = host.disk().open(DIRECTORY, "")) {
            assertThat(text(directory, log)).contains(permission);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /// The lines of a log; none where there is no file.
    static List<String> lines(SimHost host, String log) throws IOException {
        return files(host).getOrDefault(log + ".jsonl", "").lines().toList();
    }

    /// The record of a turn.
    static JsonObject turn(SimHost host, String id) throws IOException {
        try (ConnectorJournal journal = open(host.start("reader"))) {
            return journal.turns().find(new TurnId(id)).orElseThrow();
        }
    }

    static ConnectorJournal open(SimProcess process) throws IOException {
        return ConnectorJournal.open(process.world(), DIRECTORY, LABEL);
    }

    static void brake(SimProcess process) throws IOException {
        try (Directory directory = process.world().disk().open(DIRECTORY, LABEL)) {
            new BindingStop(process.world(), directory).add("test");
        }
    }

    static void clear(SimProcess process) throws IOException {
        try (Directory directory = process.world().disk().open(DIRECTORY, LABEL)) {
            BindingStop stop = new BindingStop(process.world(), directory);
            stop.clear(stop.read().orElseThrow());
        }
    }

    /// Every file below the binding, by its name, with what is in it.
    static Map<String, String> files(SimHost host) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Directory directory = host.disk().open(DIRECTORY, "")) {
            collect(directory, "", files);
        }
        return files;
    }

    private static void collect(Directory directory, String prefix, Map<String, String> files)
            throws DiskFault {
        List<String> names;
        try (Stream<String> all = directory.names()) {
            names = all.toList();
        }
        for (String name : names) {
            if (directory.status(name).orElseThrow().kind() == FileKind.DIRECTORY) {
                try (Directory below = directory.openDirectory(name)) {
                    collect(below, prefix + name + "/", files);
                }
            } else {
                files.put(prefix + name, text(directory, name));
            }
        }
    }

    private static String text(Directory directory, String name) throws DiskFault {
        try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            byte[] bytes = new byte[(int) file.status().sizeBytes()];
            int length = 0;
            while (length < bytes.length) {
                length += file.read(bytes, length, bytes.length - length, length);
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
