package dev.belay.system.program;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Running a program to its end.
///
/// - **Threads:** any number.
/// - **Interrupt:** ends the program, and stays set.
public interface Programs {
    /// One run.
    ///
    /// @param words the program, as a path or as a name to look for in `PATH`, and its arguments;
    ///   no shell sees them
    /// @param environment all of it; what this process was given is not handed on
    /// @param directory where it starts
    /// @param input what it can read, as UTF-8, before the end
    /// @param limit after which it is killed
    /// @param outputBytesMax after which it is killed
    record Call(
            List<String> words,
            Map<String, String> environment,
            Path directory,
            String input,
            Duration limit,
            int outputBytesMax,
            Complaints complaints) {
        public Call {
            words = List.copyOf(words);
            environment = Map.copyOf(environment);
        }

        /// Without arguments, environment, and input, which may be secret.
        @Override
        public String toString() {
            return words.getFirst();
        }
    }

    /// What becomes of what a program writes on standard error.
    enum Complaints {
        DROPPED,
        /// They go where ours go.
        SHOWN
    }

    /// How a run ended.
    sealed interface End {
        /// The program ended by itself.
        ///
        /// @param code 128 and the number of the signal where one ended it
        /// @param output what it wrote until then, with U+FFFD for what is not UTF-8
        record Exited(int code, String output) implements End {
            /// Without the output.
            @Override
            public String toString() {
                return "exit code " + code + ", " + output.length() + " characters";
            }
        }

        /// The limit was reached.
        record OutOfTime() implements End {}

        /// It wrote more than it may.
        record Flooded() implements End {}

        /// We were interrupted.
        record Interrupted() implements End {}
    }

    /// Runs a program. When this returns, or throws, neither it nor anything that it started is
    /// alive, as far as [LocalPrograms] can find it.
    ///
    /// @throws IOException when it cannot be started, or when something of it cannot be ended; the
    ///   message names neither arguments nor output
    End run(Call call) throws IOException;
}
