package dev.belay.system.local;

import dev.belay.system.Processes;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The processes of this machine, by signal 0 and `/proc`.
///
/// On macOS, which has no `/proc`, only presence is known.
final class LocalProcesses implements Processes {
    /// More than any of the files read here has.
    private static final int BYTES_MAX = 4096;

    /// The fields of `/proc/<pid>/stat` after the command, counted from the state, which is 0.
    private static final int STATE = 0;

    private static final int START = 19;
    private static final Pattern UUID =
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern NAMESPACE = Pattern.compile("pid:\\[([1-9][0-9]*)]");

    @Override
    public long ownPid() {
        return Posix.getpid();
    }

    @Override
    public long ownUser() {
        return Integer.toUnsignedLong(Posix.geteuid());
    }

    @Override
    public Presence presence(long pid) {
        if (pid <= 0) {
            throw new IllegalArgumentException("a pid is positive, not " + pid);
        }
        if (pid > Integer.MAX_VALUE) {
            return Presence.ABSENT; // The kernel has no such numbers.
        }
        return presenceOf(Posix.kill((int) pid, 0));
    }

    static Presence presenceOf(int killResult) {
        return switch (-killResult) {
            // Who may not signal a process has been told that it is there.
            case 0, Abi.EPERM -> Presence.PRESENT;
            case Abi.ESRCH -> Presence.ABSENT;
            default -> Presence.UNKNOWN;
        };
    }

    @Override
    public Optional<Stat> stat(long pid) {
        return read("/proc/" + pid + "/stat").flatMap(LocalProcesses::parse);
    }

    /// The stat of one line of the kernel. The command is in parentheses and may hold any byte,
    /// parentheses, spaces, and digits too, so that only what follows the last one is certain.
    static Optional<Stat> parse(String line) {
        int end = line.lastIndexOf(')');
        if (end < 0) {
            return Optional.empty();
        }
        String[] fields = line.substring(end + 1).strip().split(" ", -1);
        if (fields.length <= START || fields[STATE].length() != 1 || !isStart(fields[START])) {
            return Optional.empty();
        }
        return Optional.of(new Stat(fields[START], fields[STATE].charAt(0)));
    }

    /// Whether `text` is a positive number of 64 bits as the kernel prints it.
    private static boolean isStart(String text) {
        try {
            long start = Long.parseUnsignedLong(text);
            return start != 0 && Long.toUnsignedString(start).equals(text);
        } catch (NumberFormatException _) {
            return false;
        }
    }

    @Override
    public Optional<String> bootId() {
        return read("/proc/sys/kernel/random/boot_id")
                .map(String::strip)
                .filter(id -> UUID.matcher(id).matches());
    }

    @Override
    public Optional<String> pidNamespace() {
        byte[] path = "/proc/self/ns/pid".getBytes(StandardCharsets.US_ASCII);
        int length = Posix.readlinkat(Abi.AT_FDCWD, path, BYTES_MAX);
        if (length < 0) {
            return Optional.empty();
        }
        byte[] text = new byte[length];
        Scratch.ofThread().takeContent(text, 0, length);
        Matcher matcher = NAMESPACE.matcher(new String(text, StandardCharsets.US_ASCII));
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /// Empty where the file cannot be read: what that means is the caller's to say.
    private static Optional<String> read(String path) {
        try (FileInputStream file = new FileInputStream(path)) {
            return Optional.of(new String(file.readNBytes(BYTES_MAX), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
