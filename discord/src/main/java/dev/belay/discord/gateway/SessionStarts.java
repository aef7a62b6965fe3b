package dev.belay.discord.gateway;

import dev.belay.connector.line.Times;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DurableFile;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// When the last sessions began, in the file `sessions.json` of the binding.
///
/// - **Durable:** a start is written down before Discord is asked for the session.
/// - **Crash:** leaves a start that may not have been; it counts.
/// - **Refuses:** a file that is not what it should be: who knows how many there were.
/// - **Threads:** one, of the owner of the binding.
public final class SessionStarts {
    static final String FILE = "sessions.json";

    private static final int BYTES_MAX = 65_536;

    private final Directory directory;
    private final World world;
    private final DurableFile file;

    public SessionStarts(Directory directory, World world) {
        this.directory = directory;
        this.world = world;
        this.file = new DurableFile(directory, FILE, world.randomness());
    }

    /// Removes what a killed owner left half written.
    void tidy() throws IOException {
        file.removeTemporaries();
    }

    /// Makes sure that the file can be read.
    public void check() throws IOException {
        read();
    }

    /// How long until a session may begin.
    Duration hold() throws IOException {
        return Starting.delay(read(), world.clock().now());
    }

    /// Writes down that one begins now.
    void add() throws IOException {
        List<Instant> starts = new ArrayList<>(read());
        starts.add(world.clock().now());
        int from = Math.max(0, starts.size() - Starting.STARTS_MAX);
        List<JsonValue> texts =
                starts.subList(from, starts.size()).stream()
                        .<JsonValue>map(start -> new JsonString(Times.text(start)))
                        .toList();
        JsonObject content = JsonObject.builder().put("starts", new JsonArray(texts)).build();
        String text = JsonText.print(content) + "\n";
        file.replace(text.getBytes(StandardCharsets.UTF_8), () -> {});
    }

    private List<Instant> read() throws IOException {
        Optional<BoundedFile> found = BoundedFile.read(directory, FILE, BYTES_MAX);
        if (found.isEmpty()) {
            return List.of();
        }
        List<Instant> starts = new ArrayList<>();
        for (JsonValue element : elements(found.get().bytes())) {
            Optional<Instant> start =
                    element instanceof JsonString(String text)
                            ? Times.parse(text)
                            : Optional.empty();
            starts.add(start.orElseThrow(() -> invalid("holds what is no time")));
        }
        return starts;
    }

    private List<JsonValue> elements(byte[] bytes) throws Refusal {
        try {
            if (JsonText.parse(bytes, JsonLimits.ofBytes(BYTES_MAX)) instanceof JsonObject object
                    && object.member("starts").orElse(object)
                            instanceof JsonArray(List<JsonValue> elements)) {
                return elements;
            }
        } catch (JsonSyntax syntax) {
            throw invalid("is not JSON: " + syntax.getMessage());
        }
        throw invalid("has no list of starts");
    }

    private Refusal invalid(String found) {
        return new Refusal(
                ErrorCode.STATE_INVALID,
                directory.label(FILE),
                found,
                "it counts the sessions of the last day, so that Discord does not take the token"
                        + " away; wait for a day, then remove it");
    }
}
