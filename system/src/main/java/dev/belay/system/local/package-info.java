/// The real world behind the ports: Linux and macOS, by system calls, and the JDK's HTTP client.
///
/// Guarantees POSIX meaning without the JDK's own: files are opened close-on-exec and no-follow,
/// locks belong to the open file, an interrupt closes nothing, and failures carry their errno.
/// Nothing else of Belay belongs here, and nothing outside names more than [LocalWorld] and
/// [JdkHttp].
@NullMarked
package dev.belay.system.local;

import org.jspecify.annotations.NullMarked;
