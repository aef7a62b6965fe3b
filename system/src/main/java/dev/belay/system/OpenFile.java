package dev.belay.system;

import java.time.Duration;

/// An open file, or a directory opened to be locked.
///
/// - **Threads:** one at a time, but for [#lock].
/// - **Interrupt:** has no effect; in particular it never closes the file or drops its lock.
public interface OpenFile extends AutoCloseable {
    /// The file's label, for messages.
    String label();

    FileStatus status() throws DiskFault;

    /// Reads at most `length` bytes at `position`; -1 at the end of the file.
    int read(byte[] buffer, int offset, int length, long position) throws DiskFault;

    /// Writes at `position`, or at the end when opened to append. May write less than `length`.
    ///
    /// @return how many bytes were written
    int write(byte[] buffer, int offset, int length, long position) throws DiskFault;

    /// Writes all of this, from `position` on.
    ///
    /// @throws DiskFault also where the kernel takes nothing and gives no reason (`EIO`)
    default void writeAll(byte[] buffer, int offset, int length, long position) throws DiskFault {
        int written = 0;
        while (written < length) {
            int count = write(buffer, offset + written, length - written, position + written);
            if (count <= 0) {
                throw new DiskFault("write", label(), Errno.EIO, "nothing was written");
            }
            written += count;
        }
    }

    void truncate(long sizeBytes) throws DiskFault;

    /// Begins to write the content to the disk and returns at once. A hint, before [#sync] of many
    /// files: what the first sync waits for then holds what the others need.
    default void startSync() {}

    /// Makes content and status durable (`fsync`). After a failure nothing more may be trusted to
    /// this file: the kernel may have dropped what it could not write.
    void sync() throws DiskFault;

    /// Makes content durable, and of the status what is needed to read it (`fdatasync`).
    void syncData() throws DiskFault;

    /// Takes the exclusive kernel lock of this open file (`flock`), which ends with [#unlock],
    /// [#close], or the process, and which no other descriptor of the same file can drop.
    ///
    /// @return false when another open file has it
    /// @throws DiskFault where the file system has no such locks (`EOPNOTSUPP`, `ENOLCK`, …)
    boolean tryLock() throws DiskFault;

    /// Like [#tryLock], but waits in the kernel's queue for at most `limit`.
    ///
    /// @return false when the time was over
    boolean lock(Duration limit) throws DiskFault;

    /// Drops that lock; the file stays open. Does nothing where there is none.
    void unlock();

    /// Takes the exclusive lock of a range of bytes of this file, which must be open to be written
    /// and need not be so long. It belongs to this open file (`F_OFD_SETLK`): it ends with [#close]
    /// or with the process, and no other descriptor of the same file can drop it, in this process
    /// either. It excludes the record locks of other programs (`F_SETLK`), and says nothing to
    /// [#tryLock].
    ///
    /// @return false when a byte of it is locked by another
    /// @throws DiskFault where the file system has no such locks
    boolean tryLockRange(long start, long length) throws DiskFault;

    /// Closes, dropping the locks. Does nothing when closed already.
    @Override
    void close();
}
