package dev.belay.bench;

import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.sim.fault.AlteredFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A directory that notes how long each call on it and on its files takes.
final class Clocked extends AlteredDirectory {
    private final Ledger ledger;

    Clocked(Directory directory, Ledger ledger) {
        super(directory);
        this.ledger = ledger;
    }

    @Override
    public FileStatus status() throws DiskFault {
        return ledger.time("look", super::status);
    }

    @Override
    public Optional<FileStatus> status(String name) throws DiskFault {
        return ledger.time("look", () -> super.status(name));
    }

    @Override
    public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
        String call = List.of(options).contains(OpenOption.CREATE) ? "create" : "open";
        return new ClockedFile(
                ledger.time(call, () -> super.open(name, permissions, options)), ledger);
    }

    @Override
    public void link(String existing, String name) throws DiskFault {
        ledger.run("name", () -> super.link(existing, name));
    }

    @Override
    public void rename(String from, Directory target, String to) throws DiskFault {
        ledger.run("name", () -> super.rename(from, target, to));
    }

    @Override
    public void renameNoReplace(String from, Directory target, String to) throws DiskFault {
        ledger.run("name", () -> super.renameNoReplace(from, target, to));
    }

    @Override
    public void unlink(String name) throws DiskFault {
        ledger.run("name", () -> super.unlink(name));
    }

    @Override
    public void sync() throws DiskFault {
        ledger.run("sync a directory", super::sync);
    }

    private static final class ClockedFile extends AlteredFile {
        private final Ledger ledger;

        ClockedFile(OpenFile file, Ledger ledger) {
            super(file);
            this.ledger = ledger;
        }

        @Override
        public FileStatus status() throws DiskFault {
            return ledger.time("look", super::status);
        }

        @Override
        public int read(byte[] buffer, int offset, int length, long position) throws DiskFault {
            return ledger.time("read", () -> super.read(buffer, offset, length, position));
        }

        @Override
        public int write(byte[] buffer, int offset, int length, long position) throws DiskFault {
            return ledger.time("write", () -> super.write(buffer, offset, length, position));
        }

        @Override
        public void sync() throws DiskFault {
            ledger.run("sync a file", super::sync);
        }

        @Override
        public void syncData() throws DiskFault {
            ledger.run("sync data", super::syncData);
        }

        @Override
        public boolean tryLock() throws DiskFault {
            return ledger.time("lock", super::tryLock);
        }

        @Override
        public boolean lock(Duration limit) throws DiskFault {
            return ledger.time("lock", () -> super.lock(limit));
        }

        @Override
        public void close() {
            try {
                ledger.run("close", super::close);
            } catch (DiskFault never) {
                throw new IllegalStateException(never);
            }
        }
    }
}
