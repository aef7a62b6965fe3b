package dev.belay.connector.journal;

import dev.belay.connector.TurnId;
import dev.belay.connector.index.Marks;
import dev.belay.connector.index.Messages;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Durability;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The record of each turn that is over, `turns/<id>.json`, written once.
///
/// - **Atomic:** a reader sees no record or all of it.
/// - **Durable:** a record that was written stays.
/// - **Crash:** leaves no record or all of it.
/// - **Fault:** a failed write may have left the record; the same one may be written again.
/// - **Threads:** any number.
/// - **Refuses:** a second record of a turn.
public final class Turns {
    /// Far beyond what an engine may answer.
    private static final int BYTES_MAX = 16 << 20;

    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);
    private static final String SUFFIX = ".json";
    private static final String ID = "id";

    private final OnceFiles files;
    private final Messages messages;

    Turns(World world, Directory directory, Messages messages) {
        this.files = new OnceFiles(world, directory, BYTES_MAX);
        this.messages = messages;
    }

    /// A file among the records.
    public sealed interface Found {
        /// A record.
        record Whole(JsonObject turn) implements Found {}

        /// What should be a record and is none.
        ///
        /// @param label of the file
        record Damaged(String label, Refusal why) implements Found {}
    }

    /// Removes what killed writers left, and marks the turns that are over.
    void load() throws IOException {
        for (String name : OnceFiles.removeTemporaries(files.directory())) {
            if (name.endsWith(SUFFIX)) {
                messages.mark(name.substring(0, name.length() - SUFFIX.length()), Marks.TURN);
            }
        }
    }

    /// Writes the record of a turn.
    ///
    /// @param record its `id` becomes that of the turn
    /// @throws Refusal `TURN_EXISTS` when there is anything under its name
    public Durability write(TurnId id, JsonObject record) throws IOException {
        Map<String, JsonValue> members = new LinkedHashMap<>(record.members());
        members.put(ID, new JsonString(id.value()));
        String text = JsonText.printIndented(JsonObject.of(members)) + "\n";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Durability durability = files.publish(name(id), bytes).orElseThrow(() -> exists(id));
        messages.mark(id.value(), Marks.TURN);
        return durability;
    }

    /// The record of a turn; empty when there is none.
    ///
    /// @throws Refusal `STATE_INVALID` when what is there is no record
    public Optional<JsonObject> find(TurnId id) throws IOException {
        return read(name(id));
    }

    /// Whether a turn is over. A record that cannot be read counts: it is never written again.
    public boolean has(TurnId id) {
        return messages.has(id.value(), Marks.TURN);
    }

    /// Shows every record, and everything else that has the name of one, in no order.
    public void forEach(Consumer<Found> visitor) throws IOException {
        for (String name : names()) {
            look(name).ifPresent(visitor);
        }
    }

    private Optional<Found> look(String name) throws IOException {
        try {
            return read(name).map(Found.Whole::new);
        } catch (Refusal why) {
            return Optional.of(new Found.Damaged(label(name), why));
        }
    }

    private Optional<JsonObject> read(String name) throws IOException {
        Optional<byte[]> bytes = files.read(name);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (JsonText.parse(bytes.get(), LIMITS) instanceof JsonObject turn) {
                return Optional.of(turn);
            }
        } catch (JsonSyntax e) {
            throw invalid(name, "line %d: %s".formatted(e.line(), e.what())).because(e);
        }
        throw invalid(name, "is not a JSON object");
    }

    private List<String> names() throws IOException {
        return files.names().stream().filter(name -> name.endsWith(SUFFIX)).toList();
    }

    private String label(String name) {
        return files.directory().label(name);
    }

    private static String name(TurnId id) {
        return id.value() + SUFFIX;
    }

    private Refusal exists(TurnId id) {
        return new Refusal(
                ErrorCode.TURN_EXISTS,
                label(name(id)),
                "is there already, and a turn is recorded once",
                "");
    }

    private Refusal invalid(String name, String what) {
        return new Refusal(
                ErrorCode.STATE_INVALID,
                label(name),
                what,
                "move the file away once you know what it was; its turn is not run again");
    }
}
