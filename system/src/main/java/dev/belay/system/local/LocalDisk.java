package dev.belay.system.local;

import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileNames;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;

/// The file system of this machine, by system calls.
final class LocalDisk implements Disk {
    static final int DIRECTORY_FLAGS =
            Abi.O_RDONLY | Abi.O_DIRECTORY | Abi.O_NONBLOCK | Abi.O_NOCTTY | Abi.O_CLOEXEC;

    @Override
    public Directory open(Path path, String label) throws DiskFault {
        int number = Posix.openat(Abi.AT_FDCWD, bytes(path), DIRECTORY_FLAGS, 0);
        return new LocalDirectory(new Descriptor(checked("open", label, number)), label);
    }

    /// The path as the kernel knows it. Its text may have lost what the locale cannot say.
    private static byte[] bytes(Path path) {
        String text = path.toString().isEmpty() ? "." : path.toString();
        boolean plain = text.chars().allMatch(unit -> unit < 0x80);
        return plain ? FileNames.encodeText(text) : percentDecoded(path.toUri().getRawPath());
    }

    private static byte[] percentDecoded(String path) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(path.length());
        for (int at = 0; at < path.length(); at++) {
            if (path.charAt(at) == '%') {
                bytes.write(Integer.parseInt(path, at + 1, at + 3, 16));
                at += 2;
            } else {
                bytes.write(path.charAt(at));
            }
        }
        return bytes.toByteArray();
    }

    /// The result of a call, when it is none that says what failed.
    static int checked(String operation, String label, int result) throws DiskFault {
        if (result < 0) {
            throw fault(operation, label, result);
        }
        return result;
    }

    /// The fault of a call that returned the negated errno `result`.
    static DiskFault fault(String operation, String label, int result) {
        Errno errno = Abi.errno(-result);
        String detail = errno == Errno.OTHER ? "error " + -result : "";
        return new DiskFault(operation, label, errno, detail);
    }
}
