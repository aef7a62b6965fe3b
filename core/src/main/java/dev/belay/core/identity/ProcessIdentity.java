package dev.belay.core.identity;

import java.util.regex.Pattern;

/// What names one process for good: its number alone is reused.
///
/// A part that a record does not hold, or that could not be read, is the empty string; the number
/// is always there. The compact constructor refuses every other spelling, so that equal processes
/// have equal records.
///
/// @param pid 1 to 2³¹−1; 1 is the usual number in a container
/// @param start when it started, in clock ticks since boot: decimal, 1 to 2⁶⁴−1, no leading zero
/// @param boot the id of the boot it ran in, a lower-case UUID
/// @param pidNamespace the inode of its PID namespace, spelled like `start`
public record ProcessIdentity(long pid, String start, String boot, String pidNamespace) {
    private static final long PID_MAX = Integer.MAX_VALUE;
    private static final Pattern BOOT =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern DECIMAL = Pattern.compile("[1-9][0-9]{0,19}");
    private static final String UNSIGNED_MAX = Long.toUnsignedString(-1);

    public ProcessIdentity {
        require(isPid(pid), "pid", Long.toString(pid));
        require(start.isEmpty() || isDecimal(start), "start", start);
        require(boot.isEmpty() || isBoot(boot), "boot", boot);
        require(pidNamespace.isEmpty() || isDecimal(pidNamespace), "pidNamespace", pidNamespace);
    }

    /// One of which only the number is known, as in the records of the Node programs.
    public static ProcessIdentity ofPid(long pid) {
        return new ProcessIdentity(pid, "", "", "");
    }

    /// Whether every part is known, so that a verdict can be positive.
    public boolean isComplete() {
        return !start.isEmpty() && !boot.isEmpty() && !pidNamespace.isEmpty();
    }

    public static boolean isPid(long number) {
        return number >= 1 && number <= PID_MAX;
    }

    /// Whether `text` is a canonical unsigned decimal, 1 to 2⁶⁴−1.
    public static boolean isDecimal(String text) {
        return DECIMAL.matcher(text).matches()
                && (text.length() < UNSIGNED_MAX.length() || text.compareTo(UNSIGNED_MAX) <= 0);
    }

    /// Whether `text` is a lower-case UUID.
    public static boolean isBoot(String text) {
        return BOOT.matcher(text).matches();
    }

    private static void require(boolean valid, String part, String found) {
        if (!valid) {
            throw new IllegalArgumentException(part + " of a process is invalid: " + found);
        }
    }
}
