package dev.belay.system.local;

import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.Processes;
import java.time.Instant;

/// The numbers and layouts of the platform that we run on: Linux on x86-64 and aarch64, macOS on
/// both.
final class Abi {
    static final boolean MACOS = System.getProperty("os.name").startsWith("Mac");
    static final boolean ARM = System.getProperty("os.arch").equals("aarch64");

    static final int AT_FDCWD = MACOS ? -2 : -100;
    static final int AT_SYMLINK_NOFOLLOW = MACOS ? 0x20 : 0x100;
    static final int AT_REMOVEDIR = MACOS ? 0x80 : 0x200;
    static final int AT_NO_AUTOMOUNT = 0x800;
    static final int AT_EMPTY_PATH = 0x1000;

    static final int O_RDONLY = 0;
    static final int O_WRONLY = 1;
    static final int O_RDWR = 2;
    static final int O_CREAT = MACOS ? 0x200 : 0x40;
    static final int O_EXCL = MACOS ? 0x800 : 0x80;
    static final int O_NOCTTY = MACOS ? 0x20000 : 0x100;
    static final int O_APPEND = MACOS ? 0x8 : 0x400;
    static final int O_NONBLOCK = MACOS ? 0x4 : 0x800;
    static final int O_DIRECTORY = MACOS ? 0x100000 : ARM ? 0x4000 : 0x10000;
    static final int O_NOFOLLOW = MACOS ? 0x100 : ARM ? 0x8000 : 0x20000;
    static final int O_CLOEXEC = MACOS ? 0x1000000 : 0x80000;

    static final int LOCK_EX = 2;
    static final int LOCK_NB = 4;
    static final int LOCK_UN = 8;

    static final int F_FULLFSYNC = 51;
    static final int F_OFD_SETLK = MACOS ? 90 : 37;
    static final int F_WRLCK = MACOS ? 3 : 1;
    static final int SYNC_FILE_RANGE_WRITE = 2;
    static final int STATX_BASIC_STATS = 0x7FF;
    static final int RENAME_NOREPLACE = 1;
    static final int RENAME_EXCL = 4;
    static final int SYS_RENAMEAT2 = ARM ? 276 : 316;
    static final int SYS_GETDENTS64 = ARM ? 61 : 217;
    static final int SYS_PIDFD_SEND_SIGNAL = 424;
    static final int SYS_PIDFD_OPEN = 434;
    static final int PR_SET_CHILD_SUBREAPER = 36;
    static final int P_ALL = 0;
    static final int P_PID = 1;
    static final int WNOHANG = 1;
    static final int WEXITED = 4;
    static final int WNOWAIT = MACOS ? 0x20 : 0x0100_0000;
    static final int ECHILD = 10;
    static final int SIGHUP = 1;
    static final int SIGINT = 2;
    static final int SIGTERM = 15;

    static final int AF_UNIX = 1;
    static final int SOCK_DGRAM = 2;
    static final int SOCK_CLOEXEC = 0x80000;
    static final int MSG_DONTWAIT = 0x40;
    static final int MSG_NOSIGNAL = 0x4000;

    static final int PROC_PIDTBSDINFO = 3;
    static final int BSDINFO_BYTES = 136;

    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int ESRCH = 3;
    static final int EINTR = 4;
    static final int EBADF = 9;
    static final int EACCES = 13;
    static final int EXDEV = 18;
    static final int EINVAL = 22;
    static final int EAGAIN = MACOS ? 35 : 11;
    static final int ENOSYS = MACOS ? 78 : 38;

    /// Where `struct dirent` keeps the length of an entry and the entry's name.
    static final int DIRENT_LENGTH = 16;

    static final int DIRENT_NAME = MACOS ? 21 : 19;

    private static final int KIND = 0xF000;
    private static final int PERMISSIONS = 0xFFF;

    /// In which both platforms count what a file takes on its disk.
    private static final long BLOCK_BYTES = 512;

    private Abi() {}

    /// Whether this class knows the platform.
    static boolean isSupported() {
        boolean intel = System.getProperty("os.arch").equals(MACOS ? "x86_64" : "amd64");
        return (MACOS || System.getProperty("os.name").equals("Linux")) && (ARM || intel);
    }

    /// The status that a call left in `scratch`: `struct statx` on Linux, `struct stat` on macOS.
    static FileStatus status(Scratch scratch) {
        return MACOS ? statusOfMacos(scratch) : statusOfLinux(scratch);
    }

    private static FileStatus statusOfLinux(Scratch scratch) {
        int mode = scratch.statusShort(28);
        return new FileStatus(
                kind(mode),
                device(scratch.statusInt(136), scratch.statusInt(140)),
                scratch.statusLong(32),
                mode & PERMISSIONS,
                scratch.statusInt(16),
                scratch.statusInt(20),
                scratch.statusLong(40),
                scratch.statusLong(48) * BLOCK_BYTES,
                Instant.ofEpochSecond(scratch.statusLong(112), scratch.statusInt(120)),
                Instant.ofEpochSecond(scratch.statusLong(96), scratch.statusInt(104)));
    }

    private static FileStatus statusOfMacos(Scratch scratch) {
        int mode = scratch.statusShort(4);
        return new FileStatus(
                kind(mode),
                scratch.statusInt(0),
                scratch.statusLong(8),
                mode & PERMISSIONS,
                scratch.statusShort(6),
                scratch.statusInt(16),
                scratch.statusLong(96),
                scratch.statusLong(104) * BLOCK_BYTES,
                Instant.ofEpochSecond(scratch.statusLong(48), scratch.statusLong(56)),
                Instant.ofEpochSecond(scratch.statusLong(64), scratch.statusLong(72)));
    }

    /// What `fstatvfs` left in `scratch`: the size of a fragment, and how many of them are free for
    /// other users than root.
    static long availableBytes(Scratch scratch) {
        long fragments = MACOS ? scratch.statusInt(24) : scratch.statusLong(32);
        long bytes = scratch.statusLong(8);
        return fragments > Long.MAX_VALUE / Math.max(bytes, 1) ? Long.MAX_VALUE : fragments * bytes;
    }

    /// Puts a `struct flock` in the place of a status: the exclusive lock of a range that is
    /// counted from the beginning of the file.
    static void putLock(Scratch scratch, long start, long length) {
        long kind = MACOS ? (long) F_WRLCK << 32 : F_WRLCK;
        scratch.setStatusLong(0, MACOS ? start : kind);
        scratch.setStatusLong(8, MACOS ? length : start);
        scratch.setStatusLong(16, MACOS ? kind : length);
        scratch.setStatusLong(24, 0);
    }

    /// What `proc_pidinfo` left in `scratch`: the state is 5 for a zombie.
    static Processes.Stat processStatus(Scratch scratch) {
        long microseconds = scratch.statusLong(120) * 1_000_000 + scratch.statusLong(128);
        boolean zombie = scratch.statusInt(4) == 5;
        return new Processes.Stat(Long.toUnsignedString(microseconds), zombie ? 'Z' : 'R');
    }

    /// The number that `stat` gives, as glibc puts it together, so that other programs agree.
    private static long device(long major, long minor) {
        return ((major & 0xFFFF_F000L) << 32)
                | ((major & 0xFFFL) << 8)
                | ((minor & 0xFFFF_FF00L) << 12)
                | (minor & 0xFFL);
    }

    private static FileKind kind(int mode) {
        return switch (mode & KIND) {
            case 0x8000 -> FileKind.REGULAR;
            case 0x4000 -> FileKind.DIRECTORY;
            case 0xA000 -> FileKind.SYMBOLIC_LINK;
            case 0x1000 -> FileKind.PIPE;
            case 0xC000 -> FileKind.SOCKET;
            default -> FileKind.DEVICE;
        };
    }

    static Errno errno(int number) {
        return switch (number) {
            case EPERM -> Errno.EPERM;
            case ENOENT -> Errno.ENOENT;
            case EINTR -> Errno.EINTR;
            case 5 -> Errno.EIO;
            case 6 -> Errno.ENXIO;
            case EBADF -> Errno.EBADF;
            case EACCES -> Errno.EACCES;
            case 16 -> Errno.EBUSY;
            case 17 -> Errno.EEXIST;
            case EXDEV -> Errno.EXDEV;
            case 19 -> Errno.ENODEV;
            case 20 -> Errno.ENOTDIR;
            case 21 -> Errno.EISDIR;
            case EINVAL -> Errno.EINVAL;
            case 23 -> Errno.ENFILE;
            case 24 -> Errno.EMFILE;
            case 26 -> Errno.ETXTBSY;
            case 27 -> Errno.EFBIG;
            case 28 -> Errno.ENOSPC;
            case 30 -> Errno.EROFS;
            case 31 -> Errno.EMLINK;
            default -> MACOS ? errnoOfMacos(number) : errnoOfLinux(number);
        };
    }

    private static Errno errnoOfLinux(int number) {
        return switch (number) {
            case 36 -> Errno.ENAMETOOLONG;
            case 37 -> Errno.ENOLCK;
            case 38 -> Errno.ENOSYS;
            case 39 -> Errno.ENOTEMPTY;
            case 40 -> Errno.ELOOP;
            case 95 -> Errno.EOPNOTSUPP;
            case 116 -> Errno.ESTALE;
            case 122 -> Errno.EDQUOT;
            default -> Errno.OTHER;
        };
    }

    private static Errno errnoOfMacos(int number) {
        return switch (number) {
            case 45, 102 -> Errno.EOPNOTSUPP;
            case 62 -> Errno.ELOOP;
            case 63 -> Errno.ENAMETOOLONG;
            case 66 -> Errno.ENOTEMPTY;
            case 69 -> Errno.EDQUOT;
            case 70 -> Errno.ESTALE;
            case 77 -> Errno.ENOLCK;
            case 78 -> Errno.ENOSYS;
            default -> Errno.OTHER;
        };
    }
}
