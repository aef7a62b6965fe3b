package dev.belay.system.local;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/// The calls of libc, one method each, as thin as they can be.
///
/// A method returns what the call returned, or the negated errno. It repeats a call that a signal
/// interrupted, but for `close`, which has closed by then.
///
/// Every call goes through one handle, six longs to a long, because each further shape of call
/// costs 10 ms at start-up. On the platforms of [Abi] an `int` argument may be passed as a `long`;
/// of an `int` result only the lower half counts. The handle is made when the first call is.
final class Posix {
    private static final Linker LINKER = Linker.nativeLinker();

    private static final MethodHandle CALL = handle();

    /// The mode of a new file is a variadic argument, which Apple's aarch64 alone passes elsewhere.
    private static final MethodHandle OPEN_CALL =
            Abi.MACOS && Abi.ARM ? handle(Linker.Option.firstVariadicArg(3)) : CALL;

    /// So is what `fcntl` is to do something with.
    private static final MethodHandle CONTROL_CALL =
            Abi.MACOS && Abi.ARM ? handle(Linker.Option.firstVariadicArg(2)) : CALL;

    private static final MemorySegment OPENAT = find("openat");
    private static final MemorySegment CLOSE = find("close");
    private static final MemorySegment MKDIRAT = find("mkdirat");
    private static final MemorySegment UNLINKAT = find("unlinkat");
    private static final MemorySegment LINKAT = find("linkat");
    private static final MemorySegment RENAMEAT = find("renameat");
    private static final MemorySegment SYMLINKAT = find("symlinkat");
    private static final MemorySegment READLINKAT = find("readlinkat");
    private static final MemorySegment FCHMODAT = find("fchmodat");
    private static final MemorySegment FTRUNCATE = find("ftruncate");
    private static final MemorySegment PREAD = find("pread");
    private static final MemorySegment PWRITE = find("pwrite");
    private static final MemorySegment WRITE = find("write");
    private static final MemorySegment FLOCK = find("flock");
    private static final MemorySegment FCNTL = find("fcntl");
    private static final MemorySegment KILL = find("kill");
    private static final MemorySegment WAITID = find("waitid");
    private static final MemorySegment GETPID = find("getpid");
    private static final MemorySegment GETEUID = find("geteuid");
    private static final MemorySegment SOCKET = find("socket");
    private static final MemorySegment SENDTO = find("sendto");

    private static final MemorySegment FSYNC = find(Abi.MACOS ? "fcntl" : "fsync");
    private static final MemorySegment FDATASYNC = find(Abi.MACOS ? "fcntl" : "fdatasync");
    private static final MemorySegment SYNCFS = find(Abi.MACOS ? "sync" : "syncfs");
    private static final MemorySegment WRITEBACK =
            Abi.MACOS ? MemorySegment.NULL : find("sync_file_range");
    private static final MemorySegment FSTATVFS = find("fstatvfs");
    private static final MemorySegment STATAT =
            find(!Abi.MACOS ? "statx" : Abi.ARM ? "fstatat" : "fstatat$INODE64");
    private static final MemorySegment STAT =
            find(!Abi.MACOS ? "statx" : Abi.ARM ? "fstat" : "fstat$INODE64");
    private static final MemorySegment RENAMEAT2 = find(Abi.MACOS ? "renameatx_np" : "syscall");
    private static final MemorySegment GETDENTS = find(Abi.MACOS ? "__getdirentries64" : "syscall");
    private static final MemorySegment PIDFD = find(Abi.MACOS ? "kill" : "syscall");
    private static final MemorySegment RANDOM = find(Abi.MACOS ? "getentropy" : "getrandom");

    private static final MemorySegment PRCTL = Abi.MACOS ? MemorySegment.NULL : find("prctl");

    private static final MemorySegment SYSCTL = findOnMacos("sysctlbyname");
    private static final MemorySegment PROC_PIDINFO = findOnMacos("proc_pidinfo");

    private static final int ARGUMENTS = 6;
    private static final byte[] NO_NAME = {};

    private Posix() {}

    static int openat(int directory, byte[] name, int flags, int mode) {
        return repeated(OPEN_CALL, OPENAT, directory, Scratch.ofThread().name(name), flags, mode);
    }

    /// Never to be repeated: the number may belong to another file by then.
    static void close(int file) {
        once(CALL, CLOSE, file);
    }

    /// Leaves the status of an entry, not followed, in the thread's [Scratch].
    static int fstatat(int directory, byte[] name) {
        Scratch scratch = Scratch.ofThread();
        return Abi.MACOS
                ? call(
                        STATAT,
                        directory,
                        scratch.name(name),
                        scratch.statusAddress(),
                        Abi.AT_SYMLINK_NOFOLLOW)
                : statx(directory, name, Abi.AT_SYMLINK_NOFOLLOW | Abi.AT_NO_AUTOMOUNT);
    }

    /// Leaves the status of an open file in the thread's [Scratch].
    static int fstat(int file) {
        return Abi.MACOS
                ? call(STAT, file, Scratch.ofThread().statusAddress())
                : statx(file, NO_NAME, Abi.AT_EMPTY_PATH);
    }

    /// Unlike `fstat`, it is in every libc and lays its result out alike on every architecture.
    private static int statx(int directory, byte[] name, int flags) {
        Scratch scratch = Scratch.ofThread();
        return call(
                STATAT,
                directory,
                scratch.name(name),
                flags,
                Abi.STATX_BASIC_STATS,
                scratch.statusAddress());
    }

    static int mkdirat(int directory, byte[] name, int mode) {
        return call(MKDIRAT, directory, Scratch.ofThread().name(name), mode);
    }

    static int unlinkat(int directory, byte[] name, int flags) {
        return call(UNLINKAT, directory, Scratch.ofThread().name(name), flags);
    }

    static int linkat(int directory, byte[] existing, byte[] name) {
        Scratch scratch = Scratch.ofThread();
        long first = scratch.name(existing);
        return call(LINKAT, directory, first, directory, scratch.secondName(name), 0);
    }

    static int renameat(int from, byte[] name, int target, byte[] to) {
        Scratch scratch = Scratch.ofThread();
        return call(RENAMEAT, from, scratch.name(name), target, scratch.secondName(to));
    }

    static int renameatNoReplace(int from, byte[] name, int target, byte[] to) {
        Scratch scratch = Scratch.ofThread();
        long first = scratch.name(name);
        long second = scratch.secondName(to);
        // By number on Linux, since not every libc has the call that the kernel has.
        return Abi.MACOS
                ? call(RENAMEAT2, from, first, target, second, Abi.RENAME_EXCL)
                : call(
                        RENAMEAT2,
                        Abi.SYS_RENAMEAT2,
                        from,
                        first,
                        target,
                        second,
                        Abi.RENAME_NOREPLACE);
    }

    static int symlinkat(byte[] text, int directory, byte[] name) {
        Scratch scratch = Scratch.ofThread();
        return call(SYMLINKAT, scratch.name(text), directory, scratch.secondName(name));
    }

    /// Leaves the text, of at most `length` bytes, in the content of the thread's [Scratch].
    static int readlinkat(int directory, byte[] name, int length) {
        Scratch scratch = Scratch.ofThread();
        int room = scratch.reserve(length);
        return call(READLINKAT, directory, scratch.name(name), scratch.contentAddress(), room);
    }

    /// Leaves entries, at most `length` bytes of them, in the content of the thread's [Scratch].
    static int getdents(int directory, int length) {
        Scratch scratch = Scratch.ofThread();
        int room = scratch.reserve(length);
        return Abi.MACOS
                ? call(GETDENTS, directory, scratch.contentAddress(), room, scratch.statusAddress())
                : call(GETDENTS, Abi.SYS_GETDENTS64, directory, scratch.contentAddress(), room);
    }

    /// Changes an entry itself and nothing that it links to.
    static int fchmodat(int directory, byte[] name, int mode) {
        long first = Scratch.ofThread().name(name);
        return call(FCHMODAT, directory, first, mode, Abi.AT_SYMLINK_NOFOLLOW);
    }

    static int ftruncate(int file, long sizeBytes) {
        return call(FTRUNCATE, file, sizeBytes);
    }

    /// Reads into the content of the thread's [Scratch].
    static int pread(int file, int length, long position) {
        return call(PREAD, file, Scratch.ofThread().contentAddress(), length, position);
    }

    /// Writes from the content of the thread's [Scratch].
    static int pwrite(int file, int length, long position) {
        return call(PWRITE, file, Scratch.ofThread().contentAddress(), length, position);
    }

    /// Writes from the content of the thread's [Scratch].
    static int write(int file, int length) {
        return call(WRITE, file, Scratch.ofThread().contentAddress(), length);
    }

    static int fsync(int file) {
        return Abi.MACOS ? call(FSYNC, file, Abi.F_FULLFSYNC) : call(FSYNC, file);
    }

    static int fdatasync(int file) {
        return Abi.MACOS ? call(FDATASYNC, file, Abi.F_FULLFSYNC) : call(FDATASYNC, file);
    }

    /// Begins to write out a file, of which the kernel then knows where it goes. macOS has no such
    /// call.
    static int startWriteback(int file) {
        return Abi.MACOS ? 0 : call(WRITEBACK, file, 0, 0, Abi.SYNC_FILE_RANGE_WRITE);
    }

    /// Writes out the file system of an open file. macOS has a call for all file systems at once,
    /// which does not fail, and then has to be told to empty the disk's own cache.
    static int syncfs(int file) {
        if (Abi.MACOS) {
            once(CALL, SYNCFS);
            return fsync(file);
        }
        return call(SYNCFS, file);
    }

    /// Leaves a `struct statvfs` in the thread's [Scratch], in place of a status.
    static int fstatvfs(int file) {
        return call(FSTATVFS, file, Scratch.ofThread().statusAddress());
    }

    static int flock(int file, int operation) {
        return call(FLOCK, file, operation);
    }

    /// The exclusive lock of a range, by this open file and not by the process.
    static int lockRange(int file, long start, long length) {
        Scratch scratch = Scratch.ofThread();
        Abi.putLock(scratch, start, length);
        return repeated(CONTROL_CALL, FCNTL, file, Abi.F_OFD_SETLK, scratch.statusAddress());
    }

    static int kill(int pid, int signal) {
        return call(KILL, pid, signal);
    }

    /// Leaves who it is in the thread's [Scratch], in place of a status.
    static int waitid(int kind, long pid, int options) {
        return call(WAITID, kind, pid, Scratch.ofThread().statusAddress(), options, 0);
    }

    /// Linux.
    static int prctl(int option, long argument) {
        return call(PRCTL, option, argument, 0, 0, 0);
    }

    /// A file that stands for the process, whatever becomes of its number; Linux.
    static int pidfdOpen(int pid) {
        return call(PIDFD, Abi.SYS_PIDFD_OPEN, pid, 0);
    }

    static int pidfdSendSignal(int file, int signal) {
        return call(PIDFD, Abi.SYS_PIDFD_SEND_SIGNAL, file, signal, 0, 0);
    }

    static int getpid() {
        return call(GETPID);
    }

    /// The user as an unsigned number; the call does not fail.
    static int geteuid() {
        return once(CALL, GETEUID);
    }

    /// A socket for datagrams on this machine, closed when a program is started; Linux.
    static int datagramSocket() {
        return call(SOCKET, Abi.AF_UNIX, Abi.SOCK_DGRAM | Abi.SOCK_CLOEXEC, 0);
    }

    /// Sends one datagram to the `struct sockaddr_un`, or fails at once; Linux.
    static int send(int socket, byte[] text, byte[] address) {
        Scratch scratch = Scratch.ofThread();
        int length = scratch.reserve(text.length);
        scratch.putContent(text, 0, length);
        long to = scratch.name(address);
        int flags = Abi.MSG_NOSIGNAL | Abi.MSG_DONTWAIT;
        return call(SENDTO, socket, scratch.contentAddress(), length, flags, to, address.length);
    }

    /// Leaves `length` random bytes, at most 256, in the content of the thread's [Scratch].
    static int random(int length) {
        Scratch scratch = Scratch.ofThread();
        int room = scratch.reserve(length);
        return call(RANDOM, scratch.contentAddress(), room, 0);
    }

    /// Leaves a text of the system, with its NUL, in the content of the thread's [Scratch]; macOS.
    ///
    /// @return how many bytes it has
    static int sysctlbyname(byte[] name, int length) {
        Scratch scratch = Scratch.ofThread();
        scratch.setStatusLong(0, scratch.reserve(length));
        long first = scratch.name(name);
        int result = call(SYSCTL, first, scratch.contentAddress(), scratch.statusAddress(), 0, 0);
        return result < 0 ? result : (int) scratch.statusLong(0);
    }

    /// Leaves a `struct proc_bsdinfo` in the thread's [Scratch], in place of a status; macOS.
    static int procPidinfo(int pid, int flavor, int length) {
        long address = Scratch.ofThread().statusAddress();
        return call(PROC_PIDINFO, pid, flavor, 0, address, length);
    }

    private static int call(MemorySegment function, long... arguments) {
        return repeated(CALL, function, arguments);
    }

    private static int repeated(MethodHandle handle, MemorySegment function, long... arguments) {
        int result;
        do {
            result = once(handle, function, arguments);
        } while (result == -Abi.EINTR);
        return result;
    }

    private static int once(MethodHandle handle, MemorySegment function, long... arguments) {
        long[] six = Arrays.copyOf(arguments, ARGUMENTS);
        Scratch scratch = Scratch.ofThread();
        int result;
        try {
            result =
                    (int)
                            (long)
                                    handle.invokeExact(
                                            function,
                                            scratch.errnoSegment(),
                                            six[0],
                                            six[1],
                                            six[2],
                                            six[3],
                                            six[4],
                                            six[5]);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a call of libc threw", e);
        }
        return result == -1 ? -scratch.errno() : result;
    }

    @SuppressWarnings("restricted") // What is called, and with what, is in this class alone.
    private static MethodHandle handle(Linker.Option... options) {
        FunctionDescriptor shape =
                FunctionDescriptor.of(
                        JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                        JAVA_LONG);
        Linker.Option[] all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = Linker.Option.captureCallState("errno");
        return LINKER.downcallHandle(shape, all);
    }

    private static MemorySegment findOnMacos(String name) {
        return Abi.MACOS ? find(name) : MemorySegment.NULL;
    }

    private static MemorySegment find(String name) {
        return LINKER.defaultLookup()
                .find(name)
                .orElseThrow(() -> new UnsatisfiedLinkError("libc has no " + name));
    }
}
