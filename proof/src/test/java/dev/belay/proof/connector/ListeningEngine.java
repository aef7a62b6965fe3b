package dev.belay.proof.connector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/// An engine, a program of its own, that writes down what it is asked, and says it again.
///
/// @param directory of its script and its notes
record ListeningEngine(Path directory) {
    /// Makes the script.
    ///
    /// @param deed what it does before it answers, in a shell's words; `$text` is asked
    void write(String deed) throws IOException {
        // One write of a short line, so that no two mix.
        Files.writeString(
                script(),
                """
                read -r line
                text=${line##*'"text":"'}; text=${text%%\\"*}
                printf '%s\\n' "$text" >>"$1"
                """
                        + deed
                        + "\nprintf 'to %s' \"$text\"\n");
    }

    /// What a binding's settings say of it, in YAML.
    String setting() {
        return "engine: {type: command, command: [/bin/sh, %s, %s]}".formatted(script(), notes());
    }

    /// What it was asked, oldest first.
    List<String> questions() throws IOException {
        try {
            return Files.readAllLines(notes());
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    private Path script() {
        return directory.resolve("engine.sh");
    }

    private Path notes() {
        return directory.resolve("asked");
    }
}
