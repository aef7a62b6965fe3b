package dev.belay.bench;

import static dev.belay.system.OpenOption.APPEND;
import static dev.belay.system.OpenOption.CREATE;
import static dev.belay.system.OpenOption.EXCLUSIVE;
import static dev.belay.system.OpenOption.WRITE;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import java.util.Arrays;

/// The bare system calls that a message cannot do without: four lines (append, data sync) in three
/// files, and one record (create, write, sync, rename, sync of the directory).
final class BareMessage implements AutoCloseable {
    /// As long as a line of the inbox.
    static final int LINE_BYTES = 120;

    private static final byte[] LINE = line(LINE_BYTES);
    private static final byte[] RECORD = line(100);

    private final Directory directory;
    private final OpenFile inbox;
    private final OpenFile admissions;
    private final OpenFile outbox;
    private int number;

    BareMessage(Directory directory) throws DiskFault {
        this.directory = directory;
        this.inbox = directory.open("inbox", 0600, WRITE, APPEND, CREATE);
        this.admissions = directory.open("admissions", 0600, WRITE, APPEND, CREATE);
        this.outbox = directory.open("outbox", 0600, WRITE, APPEND, CREATE);
    }

    void run() throws DiskFault {
        append(inbox);
        append(admissions);
        try (OpenFile next = directory.open("next", 0600, WRITE, CREATE, EXCLUSIVE)) {
            write(next, RECORD);
            next.sync();
        }
        directory.rename("next", directory, "turn-" + number++);
        directory.sync();
        append(outbox);
        append(outbox);
    }

    void line() throws DiskFault {
        append(inbox);
    }

    private static void append(OpenFile file) throws DiskFault {
        write(file, LINE);
        file.syncData();
    }

    private static void write(OpenFile file, byte[] bytes) throws DiskFault {
        if (file.write(bytes, 0, bytes.length, 0) != bytes.length) {
            throw new IllegalStateException("a short write on the measured disk");
        }
    }

    static byte[] line(int length) {
        byte[] line = new byte[length];
        Arrays.fill(line, (byte) 'x');
        line[length - 1] = '\n';
        return line;
    }

    @Override
    public void close() {
        inbox.close();
        admissions.close();
        outbox.close();
    }
}
