package dev.belay.app.cli.connector;

import dev.belay.app.binding.BindingReader;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.config.source.ConfigurationSource;
import dev.belay.app.wiring.Bindings;
import dev.belay.connector.BindingName;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.file.WriteOnceFile;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// `belay connector init`: writes the file of a new binding, with what every setting means.
public final class InitCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Writes the file of a new binding; asks, or takes options.")
                .details(
                        "On a terminal it asks for what no option says. A file that is there is"
                                + " never overwritten. A token is only named, never written.")
                .argument("BINDING", "Its name: a-z, 0-9, and hyphens.")
                .value("--channel", "TYPE", "`discord` or `terminal`.")
                .value("--token-file", "FILE", "Where the bot's token is.")
                .value("--token-env", "VARIABLE", "Or the variable that holds it.")
                .value("--token-credential", "NAME", "Or the credential of systemd.")
                .value("--channels", "IDS", "Where it listens: ids, with commas between them.")
                .value("--engine", "TYPE", "`echo`, `command`, or `openai`.")
                .value("--command", "PROGRAM", "What is run, for `command`.")
                .value("--url", "URL", "Where the server is, for `openai`.")
                .value("--model", "NAME", "Which model, for `openai`.")
                .value("--daily", "COUNT", "How many turns a day: 200 by default.")
                .example("belay connector init support", "On a terminal: answer the questions.")
                .example(
                        "belay connector init support --channel discord --token-file"
                                + " /etc/belay/support.token --engine command --command"
                                + " /usr/local/bin/answer",
                        "From a script.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        BindingName name = Bindings.name(session.arguments().argument(0));
        Path place =
                session.bindingFiles()
                        .orElseThrow(() ->
                                new UsageFailure(
                                        "nobody can say where settings are",
                                        "Set HOME or XDG_CONFIG_HOME, or say --config."));
        String text = new BindingTemplate(name, new Answers(session)).text();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ConfigurationSource source =
                new ConfigurationSource(session.world(), session.surroundings().environment());
        String label = "bindings/" + name + ".yaml";
        BindingReader.read(name, source.parseBinding(bytes, label));
        try (Directory directory = PrivateDirectory.create(session.world(), place, "bindings")) {
            WriteOnceFile.Outcome outcome =
                    WriteOnceFile.publish(
                            directory, name + ".yaml", bytes, session.world().randomness());
            if (outcome instanceof WriteOnceFile.Outcome.AlreadyThere) {
                throw new Refusal(
                        ErrorCode.STATE_CHANGED,
                        label,
                        "is there already, and stays as it is",
                        "edit it, or move it away first");
            }
        }
        session.output().line("Wrote %s. Read it, then:".formatted(place.resolve(name + ".yaml")));
        session.output().line("  belay config check");
        session.output().line("  belay connector run " + name);
        session.output().answer(JsonObject.builder().put("file", label).build());
        return ExitCode.OK;
    }

    /// What options say, and where there are none whoever sits at the terminal.
    private record Answers(Session session) implements BindingTemplate.Wishes {
        @Override
        public String word(String option, String question, List<String> words) throws IOException {
            Optional<String> said = session.arguments().text(option);
            if (said.isEmpty()) {
                said = session.asks(question + " [" + String.join("/", words) + "]");
            }
            String word = said.orElse(words.getFirst());
            if (!words.contains(word)) {
                throw new UsageFailure(
                        option + ": there is no " + word, "One of: " + String.join(", ", words));
            }
            return word;
        }

        @Override
        public Optional<String> text(String option, String question) throws IOException {
            Optional<String> said = session.arguments().text(option);
            return said.isPresent() || question.isEmpty() ? said : session.asks(question);
        }

        @Override
        public String needed(String option, String question) throws IOException {
            Optional<String> said = text(option, question);
            if (said.isEmpty()) {
                throw new UsageFailure(option + " is missing", question);
            }
            return said.get();
        }
    }
}
