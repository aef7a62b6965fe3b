package dev.belay.proof.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The model of one protocol, with the page that says what came of each way to run it.
///
/// @param page its name without `.md`, and that of the directory in which the model lies
record Model(String page, String module) {
    static final List<Model> ALL =
            List.of(
                    new Model("link-lock", "LinkLock"),
                    new Model("run-lock", "RunLock"),
                    new Model("recovery-lock", "RecoveryLock"));

    private static final Path PROTOCOLS = Path.of("..", "docs", "protocols").toAbsolutePath();

    Path file() {
        return directory().resolve(module + ".tla");
    }

    private Path directory() {
        return PROTOCOLS.resolve(page);
    }

    List<Configuration> configurations() throws IOException {
        return Configuration.in(directory());
    }

    /// The names that the page's table of runs has.
    List<String> named() throws IOException {
        return lines().stream()
                .filter(line -> line.endsWith(" |") && !line.contains("states"))
                .map(line -> line.substring(2, line.indexOf(' ', 2)))
                .filter(name -> !name.equals("---"))
                .toList();
    }

    /// The end of the page's line about a configuration: result and states.
    String row(Configuration configuration) throws IOException {
        String start = "| " + configuration.name() + " |";
        String line =
                lines().stream().filter(each -> each.startsWith(start)).findFirst().orElse("| | |");
        return line.substring(line.lastIndexOf('|', line.lastIndexOf('|', line.length() - 2) - 1));
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(PROTOCOLS.resolve(page + ".md"));
    }

    @Override
    public String toString() {
        return page;
    }
}
