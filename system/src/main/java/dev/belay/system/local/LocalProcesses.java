package dev.belay.system.local;

import dev.belay.system.Processes;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The processes of this machine, by signal 0 and `/proc`.
///
/// macOS has no `/proc` and no PID namespaces. There `start` is the time of day in microseconds,
/// and the id of the boot is that of the boot session.
final class LocalProcesses implements Processes {
    /// More than any of the files read here has.
    private static final int BYTES_MAX = 4096;

    /// The fields of `/proc/<pid>/stat` after the command, counted from the state, which is 0.
    private static final int STATE = 0;

    private static final int START = 19;
    private static final Pattern UUID =
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern UNSHIFTED = Pattern.compile("boottime\\s+0\\s+0");
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
    public Request terminate(long pid, String start) {
        return send(Abi.SIGTERM, pid, start);
    }

    @Override
    public Request hangUp(long pid, String start) {
        return send(Abi.SIGHUP, pid, start);
    }

    /// Whose start is looked at after the file is open is the process that the file stands for, or
    /// a later one of the same number; the file then stands for one that has ended.
    private Request send(int signal, long pid, String start) {
        if (pid < 1 || pid > Integer.MAX_VALUE || start.isEmpty()) {
            return Request.DENIED;
        }
        int file = Abi.MACOS ? -Abi.ENOSYS : Posix.pidfdOpen((int) pid);
        if (file == -Abi.ENOSYS) {
            // Between the look and the signal the number would have to come round.
            Request look = compare(pid, start);
            return look == Request.SENT ? requestOf(Posix.kill((int) pid, signal)) : look;
        }
        if (file < 0) {
            return requestOf(file);
        }
        try {
            Request look = compare(pid, start);
            return look == Request.SENT ? requestOf(Posix.pidfdSendSignal(file, signal)) : look;
        } finally {
            Posix.close(file);
        }
    }

    /// `SENT` where the process that has the number now is the one that is meant.
    private Request compare(long pid, String start) {
        Optional<Stat> stat = stat(pid);
        if (stat.isEmpty()) {
            return presence(pid) == Presence.ABSENT ? Request.GONE : Request.DENIED;
        }
        if (stat.get().start().isEmpty()) {
            return Request.DENIED;
        }
        return stat.get().start().equals(start) ? Request.SENT : Request.REUSED;
    }

    static Request requestOf(int result) {
        if (result >= 0) {
            return Request.SENT;
        }
        return -result == Abi.ESRCH ? Request.GONE : Request.DENIED;
    }

    @Override
    public Optional<Stat> stat(long pid) {
        return Abi.MACOS
                ? statOfMacos(pid)
                : read("/proc/" + pid + "/stat")
                        .flatMap(LocalProcesses::parse)
                        .map(stat -> isTimeShifted() ? new Stat("", stat.state()) : stat);
    }

    private static boolean isTimeShifted() {
        return read("/proc/self/timens_offsets").filter(LocalProcesses::isShifted).isPresent();
    }

    /// Whether the kernel adds something to each time since boot that it shows in this time
    /// namespace, and so shows the start of a process to others as another.
    static boolean isShifted(String offsets) {
        return offsets.lines()
                .map(String::strip)
                .anyMatch(
                        line -> line.startsWith("boottime") && !UNSHIFTED.matcher(line).matches());
    }

    private static Optional<Stat> statOfMacos(long pid) {
        if (pid > Integer.MAX_VALUE
                || Posix.procPidinfo((int) pid, Abi.PROC_PIDTBSDINFO, Abi.BSDINFO_BYTES)
                        != Abi.BSDINFO_BYTES) {
            return Optional.empty();
        }
        return Optional.of(Abi.processStatus(Scratch.ofThread()));
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
        Optional<String> text = Abi.MACOS ? bootSession() : read("/proc/sys/kernel/random/boot_id");
        return text.map(id -> id.strip().toLowerCase(Locale.ROOT))
                .filter(id -> UUID.matcher(id).matches());
    }

    private static Optional<String> bootSession() {
        int length = Posix.sysctlbyname(ascii("kern.bootsessionuuid"), BYTES_MAX);
        return length < 1 ? Optional.empty() : Optional.of(content(length - 1)); // Less its NUL.
    }

    @Override
    public Optional<String> pidNamespace() {
        int length = Posix.readlinkat(Abi.AT_FDCWD, ascii("/proc/self/ns/pid"), BYTES_MAX);
        if (length < 0) {
            return Optional.empty();
        }
        Matcher matcher = NAMESPACE.matcher(content(length));
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// What a call left in the thread's [Scratch].
    private static String content(int length) {
        byte[] text = new byte[length];
        Scratch.ofThread().takeContent(text, 0, length);
        return new String(text, StandardCharsets.US_ASCII);
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
