package dev.belay.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// A disk to be tested, and an empty directory on it for each test.
public interface DiskUnderTest {
    Disk disk();

    Path path();

    default Directory root() throws DiskFault {
        return disk().open(path(), "root");
    }

    static void assertFails(Errno errno, ThrowingCallable call) {
        DiskFault fault = catchThrowableOfType(DiskFault.class, call);
        assertThat(fault).as("a failure with " + errno).isNotNull();
        assertThat(fault.errno()).as(fault.getMessage()).isEqualTo(errno);
    }

    /// Creates a file with this content.
    static void put(Directory directory, String name, String content) throws DiskFault {
        try (OpenFile file = createFile(directory, name)) {
            write(file, content, 0);
        }
    }

    /// Creates a file and opens it to read and write.
    static OpenFile createFile(Directory directory, String name) throws DiskFault {
        return directory.open(
                name,
                0600,
                OpenOption.READ,
                OpenOption.WRITE,
                OpenOption.CREATE,
                OpenOption.EXCLUSIVE);
    }

    static void write(OpenFile file, String content, long position) throws DiskFault {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        assertThat(file.write(bytes, 0, bytes.length, position)).isEqualTo(bytes.length);
    }

    /// The content of a file that is shorter than 100 bytes.
    static String content(Directory directory, String name) throws DiskFault {
        try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            return content(file);
        }
    }

    static String content(OpenFile file) throws DiskFault {
        byte[] bytes = new byte[100];
        int length = Math.max(0, file.read(bytes, 0, bytes.length, 0));
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
