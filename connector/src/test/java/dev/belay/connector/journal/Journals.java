package dev.belay.connector.journal;

import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.NoticeLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// A journal in a simulated data root, and a hand that reaches past it.
final class Journals {
    static final Path ROOT = Path.of("/srv/belay/discord");
    static final Path DIRECTORY = ROOT.resolve("support");
    static final String LABEL = "discord/support";
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private Journals() {}

    /// What is done before a test begins.
    interface Before {
        void on(ConnectorJournal journal) throws IOException;
    }

    /// A machine with an empty data root.
    static SimHost host() throws IOException {
        SimHost host = new SimHost();
        host.disk().makeDirectories(ROOT).close();
        host.clock().set(NOW);
        return host;
    }

    /// Makes a journal, with what an owner that has ended since did to it.
    static void prepare(SimHost host, Before before) throws IOException {
        host.disk().makeDirectories(ROOT).close();
        host.clock().set(NOW);
        SimProcess process = host.start("before");
        try (ConnectorJournal journal = open(process)) {
            before.on(journal);
        }
        process.kill();
        host.disk().settle();
    }

    static ConnectorJournal open(SimProcess process) throws IOException {
        return ConnectorJournal.open(process.world(), DIRECTORY, LABEL);
    }

    static JsonObject json(String text) throws IOException {
        return (JsonObject) JsonText.parse(text.replace('\'', '"'), JsonLimits.ofBytes(1 << 20));
    }

    /// Puts a file in place, with all directories on the way.
    static void put(SimHost host, String name, String content) throws IOException {
        put(host, name, content.getBytes(StandardCharsets.UTF_8));
    }

    static void put(SimHost host, String name, byte[] content) throws IOException {
        int slash = name.lastIndexOf('/');
        String last = name.substring(slash + 1);
        Path path = DIRECTORY.resolve(name.substring(0, Math.max(0, slash)));
        try (Directory directory = host.disk().makeDirectories(path)) {
            if (directory.status(last).isPresent()) {
                directory.unlink(last);
            }
            try (OpenFile file = directory.open(last, 0600, OpenOption.WRITE, OpenOption.CREATE)) {
                int written = 0;
                while (written < content.length) {
                    written += file.write(content, written, content.length - written, written);
                }
            }
        }
        host.disk().settle();
    }

    /// Goes a whole way with a message, all but the record of its turn.
    static void accept(ConnectorJournal journal, String id) throws IOException {
        journal.inbox().accept(InboxLine.of(id, NOW, new InboxLine.Origin("c1", "8")));
        journal.admissions().append(AdmissionLine.of(id, NOW, 1));
        journal.outbox().append(OutboxLine.refused(id, NOW, "50006"));
        journal.notices().append(NoticeLine.of("n" + id, NOW));
        journal.drop(DropLine.of(id, NOW, "ceiling"));
    }

    /// Writes the index, however little came since.
    static void refresh(SimProcess process) throws IOException {
        try (Directory directory = process.world().disk().open(DIRECTORY, LABEL)) {
            new JournalIndex(process.world(), directory).refresh(1, () -> {});
        }
    }

    static byte[] bytes(SimHost host, String name) throws IOException {
        try (Directory directory = host.disk().open(DIRECTORY, "");
                OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            byte[] content = new byte[(int) file.status().sizeBytes()];
            int length = 0;
            while (length < content.length) {
                length += file.read(content, length, content.length - length, length);
            }
            return content;
        }
    }

    static String text(SimHost host, String name) throws IOException {
        return new String(bytes(host, name), StandardCharsets.UTF_8);
    }

    static List<String> names(SimHost host, String below) throws IOException {
        try (Directory directory = host.disk().open(DIRECTORY.resolve(below), "");
                Stream<String> names = directory.names()) {
            return names.sorted().toList();
        }
    }
}
