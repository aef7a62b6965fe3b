package dev.belay.core.lock;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/// The Node program's side of the lock: the same steps in the same order, by process numbers alone,
/// and no kernel lock.
final class NodePeer {
    /// What it says when its time is over and the lock was not free.
    static final String LOCKED = "locked by another process";

    private static final Duration WAIT = Duration.ofSeconds(2);
    private static final Duration RETRY = Duration.ofMillis(20);
    private static final int GENERATIONS_MAX = 128;

    private final World world;
    private final Directory directory;
    private final String lock;

    NodePeer(World world, Directory directory, String lock) {
        this.world = world;
        this.directory = directory;
        this.lock = lock;
    }

    /// What it tells its caller instead of going on.
    static final class Paused extends IOException {
        Paused(String detail) {
            super(detail);
        }

        Paused(String detail, Throwable cause) {
            super(detail, cause);
        }
    }

    /// A record, or, with an empty token, the old form of a reaper's.
    record Owner(long pid, String token) {}

    Owner acquire() throws Paused {
        Owner owner = newOwner();
        String candidate = "%s.candidate-%d-%s".formatted(lock, owner.pid(), owner.token());
        write(candidate, text(owner, ""), "lock candidate is unavailable");
        Duration deadline = world.clock().elapsed().plus(WAIT);
        try {
            while (true) {
                if (link(candidate, lock, "lock could not be acquired")) {
                    return owner;
                }
                Optional<Owner> current = readOwner();
                boolean reaped =
                        current.isPresent() && !isAlive(current.get()) && reap(current.get());
                if (world.clock().elapsed().compareTo(deadline) >= 0) {
                    throw new Paused(LOCKED);
                }
                if (!reaped) {
                    world.waiting().pause(RETRY);
                }
            }
        } finally {
            unlinkCandidate(candidate);
        }
    }

    void release(Owner owner) throws Paused {
        if (!readOwner().equals(Optional.of(owner))) {
            throw new Paused("lock ownership changed unexpectedly");
        }
        try {
            directory.unlink(lock);
        } catch (DiskFault fault) {
            throw new Paused("lock could not be released", fault);
        }
    }

    private boolean reap(Owner expected) throws Paused {
        if (!claim(expected)) {
            return false;
        }
        Optional<Owner> current = readOwner();
        if (current.isEmpty() || !current.get().token().equals(expected.token())) {
            return true;
        }
        if (isAlive(current.get())) {
            return false;
        }
        try {
            directory.unlink(lock);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT) {
                throw new Paused("stale lock could not be retired", fault);
            }
        }
        return true;
    }

    private boolean claim(Owner expected) throws Paused {
        String base = lock + ".reap-" + expected.token();
        String path = base;
        for (int generation = 0; generation < GENERATIONS_MAX; generation++) {
            Owner self = newOwner();
            String candidate = "%s.candidate-%d-%s".formatted(path, self.pid(), self.token());
            write(candidate, text(self, expected.token()), "recovery candidate is unavailable");
            try {
                if (link(candidate, path, "stale-lock recovery is unavailable")) {
                    return true;
                }
            } finally {
                unlinkCandidate(candidate);
            }
            Optional<Owner> current = readReaper(path, expected.token());
            if (current.isEmpty()) {
                continue;
            }
            if (isAlive(current.get())) {
                return false;
            }
            String token = current.get().token();
            path = base + "-" + digest(token.isEmpty() ? "legacy:" + current.get().pid() : token);
        }
        throw new Paused("stale lock could not be recovered after repeated attempts");
    }

    private boolean isAlive(Owner owner) throws Paused {
        return switch (world.processes().presence(owner.pid())) {
            case PRESENT -> true;
            case ABSENT -> false;
            case UNKNOWN -> throw new Paused("lock owner could not be verified");
        };
    }

    private Owner newOwner() {
        return new Owner(world.processes().ownPid(), world.randomness().uuid().toString());
    }

    private static String text(Owner owner, String targetToken) {
        String target =
                targetToken.isEmpty() ? "" : ",\"targetToken\":\"%s\"".formatted(targetToken);
        return "{\"version\":1,\"pid\":%d,\"token\":\"%s\",\"createdAt\":1760000000000%s}\n"
                .formatted(owner.pid(), owner.token(), target);
    }

    private Optional<Owner> readOwner() throws Paused {
        Optional<String> text = read(lock, "lock is unreadable");
        return text.isEmpty()
                ? Optional.empty()
                : Optional.of(parse(text.get(), "", "lock is invalid"));
    }

    private Optional<Owner> readReaper(String path, String targetToken) throws Paused {
        Optional<String> text = read(path, "recovery record is unreadable");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (text.get().matches("[1-9][0-9]*\n?")) {
            return Optional.of(new Owner(Long.parseLong(text.get().strip()), ""));
        }
        return Optional.of(parse(text.get(), targetToken, "recovery record is invalid"));
    }

    private static Owner parse(String text, String targetToken, String detail) throws Paused {
        try {
            JsonObject owner = (JsonObject) JsonText.parse(text, JsonLimits.ofBytes(1 << 20));
            boolean valid =
                    owner.safeInteger("version").orElse(0) == 1
                            && owner.safeInteger("createdAt").orElse(0) > 0
                            && owner.safeInteger("createdAt").orElse(0)
                                    <= JsonNumber.SAFE_INTEGER_MAX
                            && owner.string("targetToken").orElse("").equals(targetToken);
            long pid = owner.safeInteger("pid").orElse(0);
            if (valid && pid > 0 && pid <= Integer.MAX_VALUE) {
                return new Owner(pid, owner.string("token").orElseThrow());
            }
            throw new Paused(detail);
        } catch (IOException | ClassCastException e) {
            throw new Paused(detail, e);
        }
    }

    private Optional<String> read(String path, String detail) throws Paused {
        try (OpenFile file = directory.open(path, 0, OpenOption.READ)) {
            byte[] bytes = new byte[8192];
            int length = 0;
            int count = file.read(bytes, 0, bytes.length, 0);
            while (count > 0) {
                length += count;
                count = file.read(bytes, length, bytes.length - length, length);
            }
            return Optional.of(new String(bytes, 0, length, StandardCharsets.UTF_8));
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw new Paused(detail, fault);
        }
    }

    private void write(String path, String text, String detail) throws Paused {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (OpenFile file =
                directory.open(
                        path, 0600, OpenOption.WRITE, OpenOption.CREATE, OpenOption.EXCLUSIVE)) {
            int written = 0;
            while (written < bytes.length) {
                written += file.write(bytes, written, bytes.length - written, written);
            }
            file.sync();
        } catch (DiskFault fault) {
            throw new Paused(detail, fault);
        }
    }

    private boolean link(String candidate, String path, String detail) throws Paused {
        try {
            directory.link(candidate, path);
            return true;
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.EEXIST) {
                return false;
            }
            throw new Paused(detail, fault);
        }
    }

    private void unlinkCandidate(String path) throws Paused {
        try {
            directory.unlink(path);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT) {
                throw new Paused("lock cleanup failed", fault);
            }
        }
    }

    private static String digest(String identity) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(identity.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, 32);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
