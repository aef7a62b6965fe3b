package dev.belay.proof.seed;

import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.program.LineProgram;
import dev.belay.proof.program.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A program that answers the line protocol of `docs/protocols/conformance.md`.
final class Peer implements AutoCloseable {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(1 << 24);
    private static final int DAMAGED = 5;

    private final LineProgram program;
    private long asked;

    private Peer(LineProgram program) {
        this.program = program;
    }

    /// Where the Node program is, if it is here.
    static Optional<Path> oracle() {
        return Optional.ofNullable(System.getenv("BELAY_ORACLE"))
                .map(directory -> Path.of(directory, "oracle.sh"))
                .filter(Files::isExecutable);
    }

    /// The Node program.
    static Peer seed(Path errors) throws IOException {
        return seed(errors, Map.of());
    }

    /// The Node program, with these variables beside the test's own.
    static Peer seed(Path errors, Map<String, String> environment) throws IOException {
        return start(List.of(oracle().orElseThrow().toString()), errors, environment);
    }

    static Peer belay(Path errors) throws IOException {
        return belay(errors, Map.of());
    }

    /// Belay, with these variables beside the test's own.
    static Peer belay(Path errors, Map<String, String> environment) throws IOException {
        return start(Programs.belay("conformance"), errors, environment);
    }

    private static Peer start(List<String> command, Path errors, Map<String, String> environment)
            throws IOException {
        return new Peer(LineProgram.start(command, environment, errors));
    }

    long pid() {
        return program.pid();
    }

    void kill() throws IOException {
        program.kill();
    }

    /// The answer; empty when the program ended before it had answered in full.
    Optional<Answer> ask(Command command, Path directory) throws IOException {
        // Node's reader of lines splits at U+2028 too.
        asked++;
        program.say(JsonText.print(command.on(directory, asked)).replace("\u2028", "\\u2028"));
        Optional<String> line = program.hear(ANSWER_LIMIT);
        if (line.isEmpty()) {
            return Optional.empty();
        }
        JsonObject said = (JsonObject) JsonText.parse(line.get(), LIMITS);
        if (said.safeInteger("id").orElse(0) != asked) {
            throw new IOException("answers something else than " + command + ": " + said);
        }
        return Optional.of(
                new Answer(
                        said.member("ok").orElseThrow() == JsonBoolean.TRUE,
                        DirectoryState.compared(said.member("result").orElse(JsonNull.NULL)),
                        said.member("status").orElse(JsonNull.NULL),
                        exitCode(said.member("exitCode").orElse(JsonNull.NULL)),
                        said.string("error").orElse("")));
    }

    /// The Node program tells no damage from other failures.
    private static JsonValue exitCode(JsonValue said) {
        return said.equals(JsonNumber.of(DAMAGED)) ? JsonNumber.of(1) : said;
    }

    @Override
    public void close() throws IOException {
        program.close();
    }

    /// One line of the protocol, without its directory.
    record Command(String operation, JsonObject arguments) {
        Command(String operation, String name, JsonValue argument) {
            this(operation, JsonObject.builder().put(name, argument).build());
        }

        /// Freezes the wall clock, so that both programs write the same times.
        static Command clock(long now) {
            return new Command("oracle.clock", "now", JsonNumber.of(now));
        }

        static Command get(String box) {
            return new Command("deletion.get", "boxId", new JsonString(box));
        }

        static Command snapshot() {
            return new Command("deletion.snapshot", JsonObject.builder().build());
        }

        JsonObject on(Path directory, long id) {
            return JsonObject.builder()
                    .put("op", operation)
                    .put("dir", directory.toString())
                    .put("args", arguments)
                    .put("id", id)
                    .build();
        }

        @Override
        public String toString() {
            return operation + " " + arguments;
        }
    }

    /// What came back, but for the wording.
    ///
    /// @param status 503 where the Node program pauses deletion, else null
    /// @param exitCode what the connector would exit with; null for other failures
    record Answer(
            boolean ok, JsonValue result, JsonValue status, JsonValue exitCode, String error) {
        boolean isLikeThatOf(Answer other) {
            return ok == other.ok
                    && result.equals(other.result)
                    && status.equals(other.status)
                    && exitCode.equals(other.exitCode);
        }

        /// Whether another owner of the lock was in the way, and nothing was done.
        boolean isHeld() {
            return !ok && (error.contains("locked by another") || error.contains("BLY-0010"));
        }

        Optional<JsonObject> record() {
            return result instanceof JsonObject object ? Optional.of(object) : Optional.empty();
        }

        @Override
        public String toString() {
            return ok ? "ok " + text(result) : "failed " + text(status) + " " + error;
        }

        private static String text(JsonValue value) {
            return value instanceof JsonString(String text) ? text : JsonText.print(value);
        }
    }
}
