package dev.belay.core.file;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.util.Optional;

/// Says whether what stands in the place of a state file may be used as one.
///
/// - **Refuses:** what is not a regular file, one that does not belong to the owner of its
///   directory, and one with any permission for group or others. That the directory is ours is for
///   [PrivateDirectory] to say.
public final class PrivateFile {
    private static final int GROUP_AND_OTHERS = 0077;

    private PrivateFile() {}

    /// Why something is not used as a state file.
    ///
    /// @param found as the middle of a sentence
    public record Flaw(ErrorCode code, String found, String help) {
        Refusal of(String label) {
            return new Refusal(code, label, found, help);
        }
    }

    /// Returns when an entry of `directory` may be used.
    ///
    /// @param label of the entry, for the message
    public static void require(Directory directory, String label, FileStatus status)
            throws DiskFault, Refusal {
        Optional<Flaw> flaw = flaw(directory, status);
        if (flaw.isPresent()) {
            throw flaw.get().of(label);
        }
    }

    /// Empty when an entry of `directory` may be used.
    public static Optional<Flaw> flaw(Directory directory, FileStatus status) throws DiskFault {
        if (status.kind() != FileKind.REGULAR) {
            return Optional.of(notRegular(status.kind()));
        }
        if ((status.permissions() & GROUP_AND_OTHERS) != 0) {
            return flaw(
                    "has mode %04o, and others may not have access to it"
                            .formatted(status.permissions()),
                    "check that nobody has changed it, then run chmod 0600 on it");
        }
        long user = directory.status().owner();
        if (status.owner() != user) {
            return flaw(
                    "belongs to user %d, and its directory to user %d"
                            .formatted(status.owner(), user),
                    "find out who put it there; if it is right, give it to user %d with chown"
                            .formatted(user));
        }
        return Optional.empty();
    }

    /// Empty when a file has one name only, so that writing in place changes nothing elsewhere.
    public static Optional<Flaw> furtherName(FileStatus status) {
        return status.links() <= 1
                ? Optional.empty()
                : flaw(
                        "has %d names, and what is written to it would change the others too"
                                .formatted(status.links()),
                        "put a copy of it (cp -p) in its place; the other names keep the old file");
    }

    /// Returns when a file that is written in place has one name only.
    public static void requireOneName(String label, FileStatus status) throws Refusal {
        Optional<Flaw> flaw = furtherName(status);
        if (flaw.isPresent()) {
            throw flaw.get().of(label);
        }
    }

    /// Returns when something is a regular file, whoever owns it.
    static void requireRegular(String label, FileKind kind) throws Refusal {
        if (kind != FileKind.REGULAR) {
            throw notRegular(kind).of(label);
        }
    }

    /// The refusal for a file that could not be opened or read, naming what it is if it is no file.
    public static Refusal unreadable(Directory directory, String name, DiskFault fault) {
        String label = directory.label(name);
        try {
            Optional<FileStatus> status = directory.status(name);
            if (status.isPresent() && status.get().kind() != FileKind.REGULAR) {
                return notRegular(status.get().kind()).of(label).because(fault);
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

    private static Flaw notRegular(FileKind kind) {
        return new Flaw(
                ErrorCode.STATE_UNREADABLE,
                "is %s, and only a regular file is used here".formatted(kind.noun()),
                "move it away, or put the file that belongs there in its place");
    }

    private static Optional<Flaw> flaw(String found, String help) {
        return Optional.of(new Flaw(ErrorCode.FILE_NOT_PRIVATE, found, help));
    }
}
