package dev.belay.connector.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// A binding's directory on a simulated machine, and a hand that reaches into it.
final class Bindings {
    static final Path DIRECTORY = Path.of("/srv/belay/discord/support");
    static final String LABEL = "discord/support";
    static final Duration WAIT = Duration.ofSeconds(2);
    static final String CONTAINER = "4026532208";
    static final String GENERATION = "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11";

    /// A number that no process of a simulated machine has.
    static final long NOBODY = 999;

    private Bindings() {}

    static SimHost host() throws DiskFault {
        SimHost host = new SimHost();
        prepare(host);
        return host;
    }

    static void prepare(SimHost host) throws DiskFault {
        host.disk().makeDirectories(DIRECTORY).close();
    }

    static Directory open(SimProcess process) throws DiskFault {
        return process.world().disk().open(DIRECTORY, LABEL);
    }

    static RunLock lock(SimProcess process) throws DiskFault {
        return new RunLock(process.world(), open(process), WAIT);
    }

    static Recovery recovery(SimProcess process) throws DiskFault {
        return new Recovery(process.world(), open(process), WAIT);
    }

    static BindingStop stop(SimProcess process) throws DiskFault {
        return new BindingStop(process.world(), open(process));
    }

    static ProcessingStops processing(SimProcess process) throws DiskFault {
        return new ProcessingStops(process.world(), open(process));
    }

    /// What the Node program writes of a process.
    static String nodeRecord(SimProcess process) {
        String boot = process.world().processes().bootId().orElseThrow();
        return record(process.pid(), process.start(), boot);
    }

    static String record(long pid, String start, String boot) {
        return "{\"pid\":%d,\"start\":\"%s\",\"boot\":\"%s\",\"at\":\"2026-01-01T00:00:00.000Z\"}\n"
                .formatted(pid, start, boot);
    }

    /// Nothing but the directory.
    static void prepareEmpty(SimHost host) throws DiskFault {
        prepare(host);
    }

    /// Whether STOP is there, and not the mark of a recover alone.
    static boolean isSomebodysStop(SimHost host) throws DiskFault {
        return names(host).contains("STOP")
                && !text(host, "STOP").matches("\\{[^\n]*\"reason\":\"recover:[^\n]*\\}\n");
    }

    /// Leaves the lock of an owner of the Node program that has died.
    static void deadNodeLock(SimHost host) throws DiskFault {
        prepare(host);
        SimProcess owner = host.start("dead node");
        String text = nodeRecord(owner);
        owner.kill();
        putLock(host, text);
    }

    static void putLock(SimHost host, String record) throws DiskFault {
        makeLock(host);
        put(host, "run.lock/owner.json", record);
    }

    static void makeLock(SimHost host) throws DiskFault {
        try (Directory binding = host.disk().open(DIRECTORY, "")) {
            binding.makeDirectory("run.lock", 0700);
        }
        host.disk().settle();
    }

    static void put(SimHost host, String name, String text) throws DiskFault {
        int slash = name.indexOf('/');
        Path path = slash < 0 ? DIRECTORY : DIRECTORY.resolve(name.substring(0, slash));
        try (Directory directory = host.disk().open(path, "");
                OpenFile file =
                        directory.open(
                                name.substring(slash + 1),
                                0600,
                                OpenOption.WRITE,
                                OpenOption.CREATE)) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            file.truncate(0);
            file.write(bytes, 0, bytes.length, 0);
        }
        host.disk().settle();
    }

    static String text(SimHost host, String name) throws DiskFault {
        int slash = name.indexOf('/');
        Path path = slash < 0 ? DIRECTORY : DIRECTORY.resolve(name.substring(0, slash));
        try (Directory directory = host.disk().open(path, "");
                OpenFile file = directory.open(name.substring(slash + 1), 0, OpenOption.READ)) {
            byte[] bytes = new byte[(int) file.status().sizeBytes()];
            int count = bytes.length == 0 ? 0 : file.read(bytes, 0, bytes.length, 0);
            return new String(bytes, 0, count, StandardCharsets.UTF_8);
        }
    }

    static List<String> names(SimHost host) throws DiskFault {
        try (Directory binding = host.disk().open(DIRECTORY, "");
                Stream<String> names = binding.names()) {
            return names.sorted().toList();
        }
    }

    /// Those that somebody reads.
    static List<String> visible(SimHost host) throws DiskFault {
        return names(host).stream().filter(name -> !name.startsWith(".")).toList();
    }

    static FileKind kind(SimHost host, String name) throws DiskFault {
        try (Directory binding = host.disk().open(DIRECTORY, "")) {
            return binding.status(name).orElseThrow().kind();
        }
    }

    /// Removes an entry by hand.
    static void remove(SimHost host, String name) throws DiskFault {
        try (Directory binding = host.disk().open(DIRECTORY, "")) {
            if (binding.status(name).orElseThrow().kind() != FileKind.DIRECTORY) {
                binding.unlink(name);
                return;
            }
            try (Directory directory = binding.openDirectory(name);
                    Stream<String> entries = directory.names()) {
                for (String entry : entries.toList()) {
                    if (directory.status(entry).orElseThrow().kind() == FileKind.DIRECTORY) {
                        directory.removeDirectory(entry);
                    } else {
                        directory.unlink(entry);
                    }
                }
            }
            binding.removeDirectory(name);
        }
    }

    static void assertRefused(ThrowingCallable call, ErrorCode code, ExitCode exit) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> {
                            assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(code);
                            assertThat(code.exit()).isEqualTo(exit);
                        });
    }
}
