package dev.belay.app.cli.frame;

import dev.belay.app.config.Configuration;
import dev.belay.app.config.source.ConfigurationSource;
import dev.belay.app.root.DataRoot;
import dev.belay.app.wiring.Installation;
import dev.belay.core.error.Refusal;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// What one command has to work with. Parts that cost a start-up are made on first use.
public final class Session {
    private static final int ANSWER_MAX = 1000;

    private final Surroundings surroundings;
    private final Arguments arguments;
    private final Output output;
    private int passed = -1;
    private @Nullable World world;
    private @Nullable Configuration configuration;

    /// A session for one call.
    public Session(Surroundings surroundings, Arguments arguments, Output output) {
        this.surroundings = surroundings;
        this.arguments = arguments;
        this.output = output;
    }

    public Surroundings surroundings() {
        return surroundings;
    }

    public Arguments arguments() {
        return arguments;
    }

    public Output output() {
        return output;
    }

    /// The world outside: the real one, or a test's.
    public World world() {
        if (world == null) {
            world = surroundings.world().get();
        }
        return world;
    }

    /// The data root that this run is about.
    public DataRoot root() throws Refusal {
        return new DataRoot(
                world(),
                DataRoot.locate(arguments.text("--root"), surroundings.environment(), directory()));
    }

    /// The settings, read once.
    public Configuration configuration() throws Refusal {
        if (configuration == null) {
            configuration =
                    new ConfigurationSource(world(), surroundings.environment())
                            .read(arguments.text("--config"), directory());
        }
        return configuration;
    }

    /// Where the files of bindings are: beside the configuration file. Empty where nobody can say
    /// where that would be.
    public Optional<Path> bindingFiles() {
        return new ConfigurationSource(world(), surroundings.environment())
                .path(arguments.text("--config"), directory())
                .map(file -> file.resolveSibling("bindings"));
    }

    /// Asks a question that `yes` answers. Where there is no terminal, the answer is no.
    public boolean confirms(String question) throws IOException {
        return asks(question + " [yes/no]").filter("yes"::equals).isPresent();
    }

    /// Asks a question. Where there is no terminal, and for an answer without a word, there is
    /// none.
    public Optional<String> asks(String question) throws IOException {
        if (!surroundings.isTerminal("in") || output.isJson()) {
            return Optional.empty();
        }
        output.complaint(question);
        StringBuilder answer = new StringBuilder();
        for (int c = surroundings.in().read(); c >= 0 && c != '\n'; ) {
            if (answer.length() < ANSWER_MAX) {
                answer.append((char) c);
            }
            c = surroundings.in().read();
        }
        return Optional.of(answer.toString().strip()).filter(words -> !words.isEmpty());
    }

    /// The data root with its settings. The caller closes it.
    public Installation installation() throws Refusal {
        return new Installation(world(), root(), configuration(), surroundings.environment());
    }

    /// The program ends with this code, which is that of a command it ran.
    public void pass(int code) {
        passed = code;
    }

    /// What was said to [#pass]; empty when nothing was.
    public OptionalInt passed() {
        return passed < 0 ? OptionalInt.empty() : OptionalInt.of(passed);
    }

    /// Where the command was started: what relative paths are relative to.
    public static Path directory() {
        return Path.of("").toAbsolutePath();
    }
}
