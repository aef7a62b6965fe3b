package dev.belay.core.file;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.util.Optional;

/// Says why what stands in place of a state file is not used.
public final class RegularFile {
    private RegularFile() {}

    /// Returns when a name stands for a regular file, or, for one that is created, for nothing.
    ///
    /// @param label of the name, for the message
    public static void require(String label, FileKind kind) throws Refusal {
        if (kind != FileKind.REGULAR) {
            throw other(label, kind);
        }
    }

    /// The refusal for a file that could not be opened or read, naming what it is if it is no file.
    public static Refusal unreadable(Directory directory, String name, DiskFault fault) {
        String label = directory.label(name);
        try {
            Optional<FileStatus> status = directory.status(name);
            if (status.isPresent() && status.get().kind() != FileKind.REGULAR) {
                return other(label, status.get().kind()).because(fault);
            }
        } catch (DiskFault second) {
            fault.addSuppressed(second);
        }
        return new Refusal(
                        ErrorCode.STATE_UNREADABLE,
                        label,
                        "cannot be read: %s (%s)".formatted(fault.errno().meaning(), fault.errno()),
                        "check the owner and the permissions of the file and its directory")
                .because(fault);
    }

    private static Refusal other(String label, FileKind kind) {
        return new Refusal(
                ErrorCode.STATE_UNREADABLE,
                label,
                "is %s, and only a regular file is used here".formatted(kind.noun()),
                "move it away, or put the file that belongs there in its place");
    }
}
