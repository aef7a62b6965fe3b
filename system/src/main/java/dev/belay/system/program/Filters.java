package dev.belay.system.program;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Running a program that reads and writes bytes, as many as they may be.
///
/// - **Threads:** any number.
/// - **Interrupt:** ends the program, and stays set.
public interface Filters {
    /// One run.
    ///
    /// @param words the program, as a path or as a name to look for in `PATH`, and its arguments;
    ///   no shell sees them
    /// @param environment all of it; what this process was given is not handed on
    /// @param directory where it starts
    /// @param limit after which it is killed
    /// @param outputBytesMax after which it is killed
    record Job(
            List<String> words,
            Map<String, String> environment,
            Path directory,
            Duration limit,
            long outputBytesMax) {
        public Job {
            words = List.copyOf(words);
            environment = Map.copyOf(environment);
        }

        /// Without arguments and environment, which may be secret.
        @Override
        public String toString() {
            return words.getFirst();
        }
    }

    /// Writes what a program reads, on a thread of its own; the pipe is closed afterwards.
    @FunctionalInterface
    interface Feed {
        /// A failed write is no matter: a program need not read everything.
        void writeTo(OutputStream pipe) throws IOException;

        /// Nothing to read.
        static Feed none() {
            return _ -> {};
        }
    }

    /// Takes what a program writes, piece by piece and in order, on a thread of its own.
    @FunctionalInterface
    interface Sink {
        /// Takes the first `length` bytes, which are the caller's again afterwards. A failure ends
        /// the program, and is the failure of the run.
        void take(byte[] bytes, int length) throws IOException;
    }

    /// Runs a program. When this returns, or throws, neither it nor anything that it started is
    /// alive, as far as [LocalPrograms] can find it, and the sink is not called any more.
    ///
    /// @return how it ended; the output of [Programs.End.Exited] is the beginning of what was
    ///   written on standard error
    /// @throws IOException when it cannot be started, when something of it cannot be ended, or when
    ///   the sink failed
    Programs.End run(Job job, Feed feed, Sink sink) throws IOException;
}
