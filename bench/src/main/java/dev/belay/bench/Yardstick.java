package dev.belay.bench;

import static dev.belay.system.OpenOption.APPEND;
import static dev.belay.system.OpenOption.CREATE;
import static dev.belay.system.OpenOption.EXCLUSIVE;
import static dev.belay.system.OpenOption.WRITE;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;

/// The bare system calls that one cycle of a deletion cannot do without.
///
/// Four locks (create, write, sync, link, two unlinks), four replacements of the journal (write,
/// sync, rename, sync of the directory), and one line of the audit (append, data sync).
final class Yardstick {
    private static final byte[] OWNER = new byte[200];
    private static final byte[] AUDIT_LINE = new byte[400];

    private final Directory directory;
    private final byte[] journal;

    Yardstick(Directory directory, byte[] journal) {
        this.directory = directory;
        this.journal = journal;
    }

    void cycle() throws DiskFault {
        for (int change = 0; change < 4; change++) {
            lock();
            replace();
        }
        append();
    }

    private void lock() throws DiskFault {
        try (OpenFile candidate = directory.open("candidate", 0600, WRITE, CREATE, EXCLUSIVE)) {
            write(candidate, OWNER);
            candidate.sync();
        }
        directory.link("candidate", "lock");
        directory.unlink("candidate");
        directory.unlink("lock");
    }

    private void replace() throws DiskFault {
        try (OpenFile next = directory.open("next", 0600, WRITE, CREATE, EXCLUSIVE)) {
            write(next, journal);
            next.sync();
        }
        directory.rename("next", directory, "journal");
        directory.sync();
    }

    private void append() throws DiskFault {
        try (OpenFile audit = directory.open("audit", 0600, WRITE, APPEND, CREATE)) {
            write(audit, AUDIT_LINE);
            audit.syncData();
        }
    }

    private static void write(OpenFile file, byte[] bytes) throws DiskFault {
        if (file.write(bytes, 0, bytes.length, 0) != bytes.length) {
            throw new IllegalStateException("a short write on the measured disk");
        }
    }
}
