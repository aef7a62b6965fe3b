package dev.belay.connector.ownership;

import dev.belay.connector.line.Times;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.Processes.Presence;
import dev.belay.system.Processes.Stat;
import dev.belay.system.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The Node program's side of a binding: the same steps in the same order, by process numbers
/// alone, and no kernel lock.
final class NodeConnector {
    private static final int RETRIES = 10;

    private final SimProcess process;
    private final World world;
    private final Directory binding;

    NodeConnector(SimProcess process, Directory binding) {
        this.process = process;
        this.world = process.world();
        this.binding = binding;
    }

    /// What it does inside of `run.lock` in one call, whose path is looked up anew.
    private interface Step<R> {
        R in(Directory lock) throws IOException;
    }

    private <R> R inLock(String call, Step<R> step) throws IOException {
        try {
            return process.call(
                    call,
                    "run.lock",
                    () -> {
                        try (Directory root = process.host().disk().open(Bindings.DIRECTORY, "");
                                Directory lock = root.openDirectory("run.lock")) {
                            return step.in(lock);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /// What it says instead of going on.
    static final class Refused extends IOException {
        Refused(String detail) {
            super(detail);
        }
    }

    private record Owner(long pid, String start, String boot) {}

    void claim() throws IOException {
        Owner self = identity(world.processes().ownPid());
        try {
            binding.makeDirectory("run.lock", 0700);
        } catch (DiskFault fault) {
            throw new Refused("run.lock " + fault.errno());
        }
        write(Bindings.record(self.pid(), self.start(), self.boot()));
        inLock(
                "rename",
                lock -> {
                    lock.rename("owner.json.tmp", lock, "owner.json");
                    return "";
                });
        if (isStopped()) {
            release();
            throw new Refused("STOP is present");
        }
    }

    void release() throws IOException {
        long self = world.processes().ownPid();
        if (owner().filter(owner -> owner.pid() == self).isPresent()) {
            removeLock();
        }
    }

    /// By path, as `rmSync` goes.
    private void removeLock() throws IOException {
        for (int attempt = 0; attempt < RETRIES; attempt++) {
            try {
                for (String entry : inLock("names", NodeConnector::entries)) {
                    removeEntry(entry);
                }
            } catch (DiskFault fault) {
                if (fault.errno() == Errno.ENOENT) {
                    return;
                }
                throw fault;
            }
            try {
                binding.removeDirectory("run.lock");
                return;
            } catch (DiskFault fault) {
                if (fault.errno() == Errno.ENOENT) {
                    return;
                }
            }
        }
        throw new Refused("run.lock cannot be removed");
    }

    private static List<String> entries(Directory lock) throws IOException {
        try (Stream<String> names = lock.names()) {
            return names.sorted().toList();
        }
    }

    private void removeEntry(String entry) throws IOException {
        inLock(
                "unlink",
                lock -> {
                    Optional<FileStatus> status = lock.status(entry);
                    if (status.isEmpty()) {
                        return "";
                    }
                    if (status.get().kind() == FileKind.DIRECTORY) {
                        lock.removeDirectory(entry);
                    } else {
                        lock.unlink(entry);
                    }
                    return "";
                });
    }

    boolean isStopped() throws DiskFault {
        return binding.status("STOP").isPresent();
    }

    void stop(String reason) throws IOException {
        try {
            binding.makeDirectory(".stop.lock", 0700);
        } catch (DiskFault fault) {
            throw new Refused("STOP update is locked");
        }
        try (OpenFile file =
                binding.open(
                        "STOP", 0600, OpenOption.WRITE, OpenOption.APPEND, OpenOption.CREATE)) {
            String line =
                    "{\"at\":\"%s\",\"reason\":\"%s\"}\n"
                            .formatted(Times.text(world.clock().now()), reason);
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            file.write(bytes, 0, bytes.length, 0);
            file.sync();
        }
        binding.removeDirectory(".stop.lock");
    }

    /// Under its lock, but blind for lines that come after it has read.
    boolean unhold(String generation) throws IOException {
        try {
            binding.makeDirectory(".stop.lock", 0700);
        } catch (DiskFault fault) {
            throw new Refused("STOP update is locked");
        }
        Optional<String> text = read(binding, "STOP");
        boolean isOnly =
                text.isPresent()
                        && text.get().lines().allMatch(l -> l.contains("processing:" + generation));
        if (isOnly) {
            removeStop();
        }
        binding.removeDirectory(".stop.lock");
        return isOnly;
    }

    void recover() throws IOException {
        if (isStopped()) {
            if (!isOurs()) {
                throw new Refused("the brake is on");
            }
            removeStop();
        }
        if (binding.status("run.lock").isEmpty()) {
            return;
        }
        requireGone();
        unlock("recover");
        if (!isOurs()) {
            throw new Refused("an operator has braked");
        }
        removeStop();
    }

    void unlock(String reason) throws IOException {
        stop(reason);
        if (binding.status("run.lock").isEmpty()) {
            return;
        }
        requireGone();
        removeLock();
    }

    private boolean isOurs() throws IOException {
        Optional<String> text = read(binding, "STOP");
        return text.isPresent()
                && text.get().lines().count() == 1
                && text.get().contains("\"reason\":\"recover\"");
    }

    private void removeStop() throws DiskFault {
        binding.unlink("STOP");
    }

    private void requireGone() throws IOException {
        Optional<Owner> owner = owner();
        if (owner.isEmpty()) {
            return;
        }
        Owner found = owner.get();
        if (world.processes().presence(found.pid()) == Presence.PRESENT
                && identity(found.pid()).equals(found)) {
            throw new Refused("the connector is running");
        }
    }

    private Owner identity(long pid) {
        return new Owner(
                pid,
                world.processes().stat(pid).map(Stat::start).orElse(""),
                world.processes().bootId().orElse(""));
    }

    private void write(String text) throws IOException {
        inLock(
                "write",
                lock -> {
                    try (OpenFile file =
                            lock.open(
                                    "owner.json.tmp", 0600, OpenOption.WRITE, OpenOption.CREATE)) {
                        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                        file.truncate(0);
                        return file.write(bytes, 0, bytes.length, 0);
                    }
                });
    }

    private Optional<Owner> owner() throws IOException {
        if (binding.status("run.lock").isEmpty()) {
            return Optional.empty();
        }
        Optional<String> text;
        try {
            text = inLock("read", lock -> read(lock, "owner.json"));
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw fault;
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(parse(text.get()));
    }

    private static Owner parse(String text) throws IOException {
        JsonObject object = (JsonObject) JsonText.parse(text, JsonLimits.ofBytes(1 << 16));
        return new Owner(
                object.safeInteger("pid").orElseThrow(),
                object.string("start").orElse(""),
                object.string("boot").orElse(""));
    }

    private static Optional<String> read(Directory directory, String name) throws DiskFault {
        try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            byte[] bytes = new byte[4096];
            int count = Math.max(0, file.read(bytes, 0, bytes.length, 0));
            return Optional.of(new String(bytes, 0, count, StandardCharsets.UTF_8));
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw fault;
        }
    }
}
