package dev.belay.proof.program;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.simulators.FakeBoat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What a data root says at one moment to somebody who only reads its files.
///
/// - **Threads:** any number.
public final class Custody {
    public static final String JOURNAL = "box-delete-requests.json";
    public static final String LOCK = "box-delete-requests.lock";

    private static final JsonLimits LIMITS = JsonLimits.ofBytes(1 << 24);

    private final Path root;

    /// The audit so far: of each computer, when the attempts began that were released.
    private final Map<String, Set<Long>> released = new HashMap<>();

    private long audited;

    public Custody(Path root) {
        this.root = root;
    }

    public Path root() {
        return root;
    }

    public Path deletion() {
        return root.resolve("deletion");
    }

    /// What tells a `belay` to work here.
    ///
    /// @param boat the base address of its provider
    public Map<String, String> environment(String boat) {
        Map<String, String> environment = new HashMap<>();
        environment.put("NO_COLOR", "1");
        environment.put("BELAY_HOME", root.toString());
        environment.put("XDG_CONFIG_HOME", root.resolveSibling("config").toString());
        environment.put("BELAY_DELETION_PROVIDER", "boat");
        environment.put("BELAY_DELETION_BOAT_URL", boat);
        environment.put("BELAY_DELETION_BOAT_TOKEN_ENV", "BOAT_TOKEN");
        environment.put("BELAY_DELETION_MAXPERDAY", "1000000");
        environment.put("BOAT_TOKEN", FakeBoat.TOKEN);
        return environment;
    }

    /// The records by their computer. The file is replaced whole, so that any read finds all.
    public Map<String, JsonObject> records() throws IOException {
        Map<String, JsonObject> records = new LinkedHashMap<>();
        byte[] text;
        try {
            text = Files.readAllBytes(deletion().resolve(JOURNAL));
        } catch (NoSuchFileException _) {
            return records;
        }
        JsonObject journal = (JsonObject) JsonText.parse(text, LIMITS);
        JsonArray all = (JsonArray) journal.member("records").orElseThrow();
        for (var record : all.elements()) {
            JsonObject object = (JsonObject) record;
            records.put(object.string("boxId").orElseThrow(), object);
        }
        return records;
    }

    /// Whether the audit tells of the release of a computer.
    public synchronized boolean isReleased(String box) throws IOException {
        readAudit();
        return released.containsKey(box);
    }

    /// Whether the audit tells of the release of this attempt.
    public synchronized boolean isReleased(JsonObject record) throws IOException {
        readAudit();
        long attempt = record.safeInteger("requestedAt").orElseThrow();
        return released.getOrDefault(record.string("boxId").orElseThrow(), Set.of())
                .contains(attempt);
    }

    /// Every computer whose release the audit tells of.
    public synchronized Set<String> released() throws IOException {
        readAudit();
        return Set.copyOf(released.keySet());
    }

    /// Whether a computer is remembered, or was released on the record. Reads in this order, since
    /// a line of the audit comes before the record goes.
    public boolean isAccountedFor(String box) throws IOException {
        return records().containsKey(box) || isReleased(box);
    }

    /// What the lock says; empty when nobody has it.
    public Optional<String> lock() throws IOException {
        try {
            return Optional.of(Files.readString(deletion().resolve(LOCK)));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /// Whether a program that calls itself `pid` has the lock.
    public boolean isHeldBy(long pid) throws IOException {
        return lock().filter(record -> record.contains("\"pid\":" + pid + ",")).isPresent();
    }

    /// The names in the directory of the journal.
    public List<String> names() throws IOException {
        try (Stream<Path> names = Files.list(deletion())) {
            return names.map(name -> name.getFileName().toString()).toList();
        }
    }

    /// Reads on in the audit. A line that is being written now is not one yet.
    private void readAudit() throws IOException {
        byte[] more;
        try (SeekableByteChannel file = Files.newByteChannel(root.resolve("audit.jsonl"))) {
            more = new byte[Math.toIntExact(Math.max(0, file.size() - audited))];
            file.position(audited);
            ByteBuffer buffer = ByteBuffer.wrap(more);
            while (buffer.hasRemaining() && file.read(buffer) >= 0) {
                // The rest of what was there when we looked.
            }
        } catch (NoSuchFileException _) {
            return;
        }
        String text = new String(more, StandardCharsets.UTF_8);
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            String line = text.substring(from, end);
            note((JsonObject) JsonText.parse(line, LIMITS));
            audited += line.getBytes(StandardCharsets.UTF_8).length + 1;
            from = end + 1;
        }
    }

    private void note(JsonObject line) {
        JsonObject details = (JsonObject) line.member("details").orElseThrow();
        released.computeIfAbsent(line.string("subject").orElseThrow(), _ -> new HashSet<>())
                .add(details.safeInteger("requestedAt").orElse(0));
    }
}
