package dev.belay.connector.ownership;

import dev.belay.connector.line.Times;
import dev.belay.core.identity.Identities;
import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.identity.Verdict;
import dev.belay.core.lock.directory.DirectoryLock;
import dev.belay.core.lock.directory.DirectoryLockNames;
import dev.belay.core.lock.directory.FoundDirectory;
import dev.belay.core.lock.directory.FoundDirectory.Content;
import dev.belay.core.lock.directory.FoundLock;
import dev.belay.core.lock.directory.OwnDirectory;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.util.Optional;

/// A directory lock of a binding whose record names a process, and what is known of that process.
final class RunLockFile {
    static final DirectoryLockNames RUN =
            new DirectoryLockNames("run.lock", "owner.json", "owner.json.tmp");
    static final DirectoryLockNames STOP = new DirectoryLockNames(".stop.lock", "owner.json", "");

    private final World world;
    private final DirectoryLock lock;
    private final Identities identities;

    RunLockFile(World world, Directory binding, DirectoryLockNames names) {
        this.world = world;
        this.lock = new DirectoryLock(binding, names, world.randomness());
        this.identities = new Identities(world.processes());
    }

    /// Makes a record of this process, ready to be published.
    ///
    /// @param exclusive whether the binding itself is kernel-locked by us
    OwnDirectory prepare(boolean exclusive) throws DiskFault {
        ProcessIdentity own = identities.own();
        String at = Times.text(world.clock().now());
        return lock.prepare(
                locked -> RunOwnerFormat.print(new RunOwner(own, at, locked && exclusive)));
    }

    FoundLock find() throws DiskFault {
        return lock.find();
    }

    /// Judges what was found.
    ///
    /// @param exclusive whether the binding is kernel-locked by us, so that no owner who keeps it
    ///   locked can be alive
    OwnerState judge(FoundLock found, boolean exclusive) throws DiskFault {
        return switch (found) {
            case FoundLock.Nothing _ -> new OwnerState.Free();
            case FoundLock.Other(String what) -> new OwnerState.Invalid(what);
            case FoundDirectory directory ->
                    switch (directory.content()) {
                        case Content.Nothing _ -> new OwnerState.Absent();
                        case Content.Other(String what) -> new OwnerState.Invalid(what);
                        case Content.Text(FoundDirectory.Bytes bytes) ->
                                judge(directory, bytes.copy(), exclusive);
                    };
        };
    }

    private OwnerState judge(FoundDirectory directory, byte[] text, boolean exclusive)
            throws DiskFault {
        Optional<RunOwner> owner = RunOwnerFormat.parse(text);
        return owner.isEmpty()
                ? new OwnerState.Invalid("names no process")
                : new OwnerState.Owned(owner.get(), verdict(directory, owner.get(), exclusive));
    }

    private Verdict verdict(FoundDirectory directory, RunOwner owner, boolean exclusive)
            throws DiskFault {
        if (!owner.kernelLock()) {
            return identities.judge(owner.process());
        }
        if (exclusive) {
            return new Verdict.Dead("is gone: nobody keeps the binding locked");
        }
        return switch (directory.holder()) {
            case ALIVE -> new Verdict.Live("is alive: it keeps its record locked");
            case GONE -> new Verdict.Dead("is gone: nobody keeps its record locked");
            case UNKNOWN -> identities.judge(owner.process());
        };
    }

    DirectoryLock.Removal remove(FoundDirectory found) throws DiskFault {
        return lock.remove(found);
    }

    void clean(boolean exclusive) throws DiskFault {
        lock.clean(exclusive);
    }
}
