package dev.belay.app.cli.connector;

import dev.belay.connector.BindingName;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The file of a new binding, with what every setting means beside it.
final class BindingTemplate {
    private final BindingName name;
    private final Wishes wishes;

    BindingTemplate(BindingName name, Wishes wishes) {
        this.name = name;
        this.wishes = wishes;
    }

    /// Whoever wants the binding.
    interface Wishes {
        /// One of some words, of which the first is usual.
        String word(String option, String question, List<String> words) throws IOException;

        /// Something that may be missing; without a question, only an option says it.
        Optional<String> text(String option, String question) throws IOException;

        /// Something without which there is no binding.
        String needed(String option, String question) throws IOException;
    }

    // Long: one text that is read as a whole.
    String text() throws IOException {
        String channel = channel();
        String places = places();
        String engine = engine();
        String daily = wishes.text("--daily", "").filter(it -> it.matches("[0-9]+")).orElse("200");
        return """
        # A binding of Belay. `belay config check` checks it, and `belay connector reload %s`
        # takes changes into a running one. Every key: `belay config show %s`.

        %s
        # Where it listens, as ids. Without a list: wherever the bot is.
        #guilds: ["123456789012345678"]
        %s
        # Who may ask. Without a list: everybody.
        #users: ["123456789012345678"]

        # What makes a message one for the bot: mention, reply, direct, prefix, or every.
        triggers: [mention, reply, direct]
        #prefix: "!ask "

        %s
        # What may be used up. A turn counts once it is admitted, whatever comes of it.
        ceilings:
          daily: %s
          #dailyOfUser: 20
          #hourly: 50
          #dailyTokens: 1000000
          atOnce: 4

        times:
          answer: 2m
          # For turns in flight, when the program is asked to end.
          grace: 20s
          # An older message is dropped, never answered late.
          maxAge: 15m

        # What is said when there is no answer. Without a text: nothing.
        texts:
          ceiling: "I have answered as much as I may today. Please ask again tomorrow."
          failed: "I could not answer that. Please try again."
          timedOut: "That took me too long. Please try again."
          interrupted: "I was interrupted before I could answer. Please ask again."

        reply:
          reference: true
          # Whether names in an answer call people: silent, or users.
          mentions: silent

        # After a crash in the middle of an answer: notice, silent, or retry (asks once more).
        interrupted: notice

        # How long texts are kept: none (until the answer is out), turns, or full.
        retention: none

        # For Prometheus, on this machine only.
        #metrics:
        #  port: 9465
        """
                .formatted(name, name, channel, places, engine, daily);
    }

    private String channel() throws IOException {
        String type =
                wishes.word(
                        "--channel",
                        "Where do messages come from?",
                        List.of("discord", "terminal"));
        if (type.equals("terminal")) {
            return "channel:\n  type: terminal\n";
        }
        return "channel:\n  type: discord\n  # Only named here, never written.\n  token: "
                + token()
                + "\n";
    }

    private String token() throws IOException {
        Optional<String> variable = wishes.text("--token-env", "");
        Optional<String> credential = wishes.text("--token-credential", "");
        if (variable.isPresent()) {
            return "{env: " + quoted(variable.get()) + "}";
        }
        if (credential.isPresent()) {
            return "{credential: " + quoted(credential.get()) + "}";
        }
        return "{file: "
                + quoted(wishes.needed("--token-file", "Which file holds the bot's token?"))
                + "}";
    }

    private String places() throws IOException {
        Optional<String> ids = wishes.text("--channels", "");
        if (ids.isEmpty()) {
            return "#channels: [\"123456789012345678\"]";
        }
        StringBuilder list = new StringBuilder();
        for (String id : ids.get().split(",", -1)) {
            list.append(list.isEmpty() ? "" : ", ").append(quoted(id.strip()));
        }
        return "channels: [" + list + "]";
    }

    private String engine() throws IOException {
        String type =
                wishes.word("--engine", "What answers?", List.of("echo", "command", "openai"));
        return switch (type) {
            case "command" ->
                    """
                    # A program for each question; see docs/engines.md.
                    engine:
                      type: command
                      command: [%s]
                      output: text
                      #environment: [NAME_OF_A_VARIABLE]
                    """
                            .formatted(quoted(wishes.needed("--command", "Which program?")));
            case "openai" ->
                    """
                    # A server with the chat completions of OpenAI; see docs/engines.md.
                    engine:
                      type: openai
                      url: %s
                      model: %s
                      #token: {file: "/etc/belay/model.token"}
                      #instructions: "Answer in two sentences."
                      #maxTokens: 800
                    """
                            .formatted(
                                    quoted(wishes.needed("--url", "Where is the server?")),
                                    quoted(wishes.needed("--model", "Which model?")));
            default -> "# Answers what it was asked; see docs/engines.md.\nengine:\n  type: echo\n";
        };
    }

    /// A text as YAML takes it, whatever is in it.
    private static String quoted(String text) {
        return JsonText.print(new JsonString(text));
    }
}
