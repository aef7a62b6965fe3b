package dev.belay.system.program;

import dev.belay.system.program.Commands.Command;
import dev.belay.system.program.Commands.NotRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Looks where the kernel is going to look for a program, so that a code of 126 or 127 is known to
/// be the program's own or not.
final class ProgramSearch {
    private static final int MAY_NOT = 126;
    private static final int IS_NOT = 127;

    /// Where `execvp` looks without a `PATH`.
    private static final String USUAL = "/bin:/usr/bin";

    private ProgramSearch() {}

    /// Refuses a command whose program would not be found or executed.
    static void check(Command command) throws NotRun {
        String word = command.words().getFirst();
        List<Path> places = places(word, command);
        if (places.stream().anyMatch(ProgramSearch::isProgram)) {
            return;
        }
        throw places.stream().anyMatch(Files::exists)
                ? new NotRun("the program %s may not be executed".formatted(word), MAY_NOT)
                : new NotRun("there is no program %s".formatted(word), IS_NOT);
    }

    private static List<Path> places(String word, Command command) {
        if (word.isEmpty()) {
            return List.of();
        }
        if (word.indexOf('/') >= 0) {
            return List.of(command.directory().resolve(word));
        }
        String path = command.environment().getOrDefault("PATH", USUAL);
        return Stream.of(path.split(":", -1))
                .map(place -> command.directory().resolve(place).resolve(word))
                .toList();
    }

    private static boolean isProgram(Path place) {
        return Files.isRegularFile(place) && Files.isExecutable(place);
    }
}
