package dev.belay.system;

/// What every [Disk] must do, so that what the simulated one proves holds for the real one.
public interface DiskContract
        extends EntryContract, RenameContract, DirectoryContract, OpenFileContract, LockContract {}
