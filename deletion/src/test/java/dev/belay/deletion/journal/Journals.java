package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.target;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.audit.AuditEntry;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.error.Refusal;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.Budget;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// A journal in a simulated data root, and a hand that reaches past it.
public final class Journals {
    public static final Path ROOT = Path.of("/srv/belay");
    public static final Path DIRECTORY = ROOT.resolve("deletion");
    public static final String FILE = "box-delete-requests.json";

    private Journals() {}

    /// What is done before a test begins.
    public interface Before {
        void on(DeletionJournal journal) throws IOException;
    }

    /// A machine with an empty data root.
    public static SimHost host() throws IOException {
        SimHost host = new SimHost();
        prepare(host, _ -> {});
        return host;
    }

    /// Makes a data root, with what a process that has ended since did to its journal.
    public static void prepare(SimHost host, Before before) throws IOException {
        host.disk().makeDirectories(ROOT).close();
        SimProcess process = host.start("before");
        try (DeletionJournal journal = journal(process)) {
            before.on(journal);
        }
        process.kill();
        host.disk().settle();
    }

    public static DeletionJournal journal(SimProcess process) throws DiskFault {
        return journal(process.world(), new ArrayList<>());
    }

    public static DeletionJournal journal(World world, List<JournalNotice> notices)
            throws DiskFault {
        AuditLog audit = new AuditLog(world, world.disk().open(ROOT, ""));
        return new DeletionJournal(world, DIRECTORY, audit, notices::add);
    }

    public static List<AuditEntry> audited(World world, BoxId id) throws IOException {
        List<AuditEntry> entries = new ArrayList<>();
        try (Directory root = world.disk().open(ROOT, "")) {
            new AuditLog(world, root)
                    .entries(event -> event.subject().equals(id.value()), entries::add);
        }
        return entries;
    }

    public static void makeDirectory(SimHost host) throws IOException {
        try (Directory root = host.disk().open(ROOT, "")) {
            root.makeDirectory("deletion", 0700);
        }
        host.disk().settle();
    }

    public static void put(SimHost host, String name, byte[] content) throws IOException {
        try (Directory directory = host.disk().open(DIRECTORY, "")) {
            if (directory.status(name).isPresent()) {
                directory.unlink(name);
            }
            try (OpenFile file = directory.open(name, 0600, OpenOption.WRITE, OpenOption.CREATE)) {
                int written = 0;
                while (written < content.length) {
                    written += file.write(content, written, content.length - written, written);
                }
            }
        }
        host.disk().settle();
    }

    public static void put(SimHost host, String name, String content) throws IOException {
        put(host, name, content.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] bytes(SimHost host, String name) throws IOException {
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

    public static String text(SimHost host, String name) throws IOException {
        return new String(bytes(host, name), StandardCharsets.UTF_8);
    }

    public static List<String> names(SimHost host) throws IOException {
        try (Directory directory = host.disk().open(DIRECTORY, "");
                Stream<String> names = directory.names()) {
            return names.sorted().toList();
        }
    }

    public static void prepare(SimProcess process, int number) throws IOException {
        try (DeletionJournal journal = journal(process)) {
            journal.prepare(target(number), Budget.UNLIMITED);
        }
    }

    public static Refusal refusal(ThrowingCallable call) {
        return catchThrowableOfType(Refusal.class, call);
    }

    public static void remove(SimHost host, String name) {
        try (Directory directory = host.disk().open(Journals.DIRECTORY, "")) {
            directory.unlink(name);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
