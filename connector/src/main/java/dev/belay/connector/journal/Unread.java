package dev.belay.connector.journal;

import dev.belay.connector.Snowflake;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DurableFile;
import dev.belay.core.file.OwnershipCheck;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Channels that are being read back, each with the message behind which that goes on, in
/// `unread.json`. New messages go into the inbox meanwhile, whose newest one tells no longer where
/// the next owner has to begin.
///
/// - **Durable:** where reading goes on, once [#begin] or [#advance] returns, until the channel is
///   read.
/// - **Crash:** may make the next owner read once more what was read last.
/// - **Threads:** any number.
public final class Unread {
    private static final String NAME = "unread.json";
    private static final int BYTES_MAX = 1 << 20;

    private final Directory directory;
    private final DurableFile file;

    // Both guarded by this.
    private final Map<String, Snowflake> from = new TreeMap<>();

    /// How many readings of each channel were begun and are not done.
    private final Map<String, Integer> open = new HashMap<>();

    Unread(World world, Directory directory) {
        this.directory = directory;
        this.file = new DurableFile(directory, NAME, world.randomness());
    }

    /// Makes sure that the next owner can read what is in `directory`.
    ///
    /// @throws Refusal as opening the journal would
    public static void check(World world, Directory directory) throws IOException {
        new Unread(world, directory).load();
    }

    void load() throws IOException {
        Optional<BoundedFile> found = BoundedFile.read(directory, NAME, BYTES_MAX);
        if (found.isEmpty()) {
            return;
        }
        JsonObject channels = parse(found.get().bytes());
        for (String channel : channels.members().keySet()) {
            Snowflake last =
                    channels.string(channel).flatMap(Snowflake::parse).orElseThrow(this::invalid);
            from.put(channel, last);
        }
    }

    private JsonObject parse(byte[] bytes) throws Refusal {
        try {
            if (JsonText.parse(bytes, JsonLimits.ofBytes(BYTES_MAX)) instanceof JsonObject object) {
                return object;
            }
        } catch (JsonSyntax e) {
            throw invalid().because(e);
        }
        throw invalid();
    }

    /// Where reading a channel goes on that was not read to the end.
    public synchronized Optional<Snowflake> from(String channel) {
        return Optional.ofNullable(from.get(channel));
    }

    /// All channels that were not read to the end.
    public synchronized Set<String> channels() {
        return Set.copyOf(from.keySet());
    }

    /// Writes down where reading begins. What was begun before stands.
    public synchronized void begin(Map<String, Snowflake> cursors, OwnershipCheck owner)
            throws IOException {
        if (cursors.isEmpty()) {
            return;
        }
        cursors.forEach(from::putIfAbsent);
        cursors.keySet().forEach(channel -> open.merge(channel, 1, Integer::sum));
        write(owner);
    }

    /// Writes down that everything up to a message is in. Never goes back.
    public synchronized void advance(String channel, Snowflake last, OwnershipCheck owner)
            throws IOException {
        Snowflake before = from.get(channel);
        if (before != null && before.compareTo(last) < 0) {
            from.put(channel, last);
            write(owner);
        }
    }

    private void write(OwnershipCheck owner) throws IOException {
        Map<String, JsonString> members = new TreeMap<>();
        from.forEach((channel, last) -> members.put(channel, new JsonString(last.toString())));
        String text = JsonText.print(JsonObject.of(members)) + "\n";
        file.replace(text.getBytes(StandardCharsets.UTF_8), owner);
    }

    /// A reading of a channel that was begun came to the end. That is written down with the next
    /// change of the file.
    public synchronized void done(String channel) throws IOException {
        open.computeIfPresent(channel, (_, count) -> count > 1 ? count - 1 : null);
        if (!open.containsKey(channel)) {
            from.remove(channel);
        }
        if (open.isEmpty()) {
            from.clear();
            remove();
        }
    }

    private void remove() throws DiskFault {
        try {
            directory.unlink(NAME);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT) {
                throw fault;
            }
        }
    }

    private Refusal invalid() {
        return new Refusal(
                ErrorCode.STATE_INVALID,
                directory.label(NAME),
                "does not say which channels are to be read back",
                "move the file away; what was written while nobody looked may then be missed");
    }
}
