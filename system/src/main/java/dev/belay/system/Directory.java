package dev.belay.system;

import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// An open directory, which stays the same one whatever becomes of its path.
///
/// A name is one entry: not empty, without `/` and NUL, and neither `..` nor, but for [#open], `.`.
/// A byte of a name that is not UTF-8 is the lone surrogate U+DC00 + byte, so that every name
/// round-trips through a `String` (see [FileNames]). What is no name is refused as an
/// `IllegalArgumentException`.
///
/// - **Threads:** any number, but for [#close].
/// - **Interrupt:** has no effect.
public interface Directory extends AutoCloseable {
    /// What messages call this directory; a name in it is called `label/name`.
    String label();

    /// What messages call an entry of this directory.
    default String label(String name) {
        return label().isEmpty() ? name : label() + "/" + name;
    }

    /// The directory itself.
    FileStatus status() throws DiskFault;

    /// An entry, not followed when it is a link. Empty only when there is none (`ENOENT`).
    Optional<FileStatus> status(String name) throws DiskFault;

    /// Opens a file, never through a symbolic link (`ELOOP`) and never waiting for a pipe's peer.
    ///
    /// The name `.` opens this directory, to be locked.
    ///
    /// @param permissions of a file that is created, less the umask; else unused
    OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault;

    /// Opens a directory below, never through a symbolic link (`ENOTDIR` or `ELOOP`).
    Directory openDirectory(String name) throws DiskFault;

    void makeDirectory(String name, int permissions) throws DiskFault;

    void removeDirectory(String name) throws DiskFault;

    /// Gives the file at `existing` the further name `name`, which must be free (`EEXIST`).
    void link(String existing, String name) throws DiskFault;

    /// Renames in one step for every reader; what `to` stood for before is gone.
    void rename(String from, Directory target, String to) throws DiskFault;

    /// Like [#rename], but fails with `EEXIST` where `to` stands for anything.
    void renameNoReplace(String from, Directory target, String to) throws DiskFault;

    /// Removes the name of a file.
    void unlink(String name) throws DiskFault;

    /// Creates a symbolic link whose text is `target`.
    void symlink(String target, String name) throws DiskFault;

    String readLink(String name) throws DiskFault;

    /// The names, without `.` and `..`, in no order; the stream must be closed.
    ///
    /// A name that comes or goes meanwhile may or may not be seen. The kernel is asked as the
    /// stream goes on; when it fails then, the stream throws `UncheckedIOException` of the fault.
    Stream<String> names() throws DiskFault;

    /// What `use` makes of the names, and the fault as itself when the kernel fails meanwhile.
    default <T> T walk(Function<Stream<String>, T> use) throws DiskFault {
        try (Stream<String> names = names()) {
            return use.apply(names);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof DiskFault fault) {
                throw fault;
            }
            throw e;
        }
    }

    /// Changes the permissions of a file or directory, never through a symbolic link
    /// (`EOPNOTSUPP`).
    void changePermissions(String name, int permissions) throws DiskFault;

    /// Makes every change of names in this directory so far durable.
    void sync() throws DiskFault;

    /// Makes everything durable that was written or named anywhere on this file system so far, by
    /// whomever (`syncfs`): cheaper than a sync for each of many files.
    void syncFileSystem() throws DiskFault;

    /// How many bytes this process may still write to this file system.
    long availableBytes() throws DiskFault;

    @Override
    void close();
}
