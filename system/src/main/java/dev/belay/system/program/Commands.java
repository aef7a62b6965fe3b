package dev.belay.system.program;

import dev.belay.system.service.Signals.Signal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Running a command for a person, with the standard streams of this process.
///
/// One at a time in a process: what it leaves behind is told by whether this process has children.
///
/// - **Interrupt:** is kept for the caller, and ends no wait.
public interface Commands {
    /// A command.
    ///
    /// @param words the program, as a path or as a name to look for in `PATH`, and its arguments
    /// @param environment all of it
    /// @param directory where it starts
    record Command(List<String> words, Map<String, String> environment, Path directory) {
        public Command {
            words = List.copyOf(words);
            environment = Map.copyOf(environment);
        }

        /// Without arguments and environment, which may be secret.
        @Override
        public String toString() {
            return words.getFirst();
        }
    }

    /// A command whose program is not there, or may not be executed.
    final class NotRun extends IOException {
        private final int code;

        /// @param code as shells have it
        NotRun(String message, int code) {
            super(message);
            this.code = code;
        }

        /// 127 where there is no such program, 126 where it may not be executed.
        public int code() {
            return code;
        }
    }

    /// What is known when a command has ended and what it left has been ended.
    enum Rest {
        /// Nobody whom it started is alive.
        SETTLED,
        /// Somebody is, and could not be ended.
        ALIVE,
        /// Nobody was found, and the kernel cannot say that there is nobody.
        UNPROVED
    }

    /// Starts it in a session of its own, where there is a `setsid`, so that Ctrl-C at our terminal
    /// reaches it through [Running#signal] alone.
    ///
    /// @throws NotRun when its program is not there, or may not be executed
    /// @throws IOException when it cannot be started
    Running start(Command command) throws IOException;

    /// A command that was started.
    interface Running {
        /// Waits for the command itself.
        ///
        /// @return its code, 128 and the number of the signal where one ended it; empty when the
        ///   time was over
        Optional<Integer> await(Duration limit);

        /// Sends a signal to the command and to who is still in its group.
        void signal(Signal signal);

        /// Ends everyone whom it started: asks, waits for at most `grace`, and kills. Called when
        /// the command itself may be ended, too.
        Rest end(Duration grace);
    }
}
