package dev.belay.connector.journal;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Durability;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.file.PrivateFile;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What is needed for a while and then forgotten, a file each: messages that wait for their answer,
/// and parts of answers that wait to be sent. No other file of a binding holds their text.
///
/// - **Atomic:** a reader sees no document or all of it.
/// - **Durable:** a document that was kept is there until it is removed.
/// - **Crash:** a document that was removed may come back until the next one is kept or removed.
/// - **Threads:** any number.
public final class Texts {
    private static final int BYTES_MAX = 1 << 20;
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}");

    private final World world;
    private final Path path;
    private final String label;

    /// Null until it is needed. Guarded by this.
    private @Nullable OnceFiles files;

    /// @param path of a directory that is made when something is kept
    Texts(World world, Path path, String label) {
        this.world = world;
        this.path = path;
        this.label = label;
    }

    /// Whether a document may have this name.
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /// Keeps a document, unless there is one of its name.
    public void keep(String name, JsonObject document) throws IOException {
        byte[] bytes = (JsonText.print(document) + "\n").getBytes(StandardCharsets.UTF_8);
        opened(true).orElseThrow().publish(name, bytes);
    }

    /// The document of a name; empty when there is none.
    public Optional<JsonObject> find(String name) throws IOException {
        Optional<OnceFiles> opened = opened(false);
        if (opened.isEmpty()) {
            return Optional.empty();
        }
        Optional<byte[]> bytes = opened.get().read(name);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (JsonText.parse(bytes.get(), LIMITS) instanceof JsonObject document) {
                return Optional.of(document);
            }
        } catch (JsonSyntax e) {
            throw invalid(name).because(e);
        }
        throw invalid(name);
    }

    /// Removes a document, if it is there.
    public void remove(String name) throws IOException {
        Optional<OnceFiles> opened = opened(false);
        if (opened.isEmpty()) {
            return;
        }
        try {
            opened.get().directory().unlink(name);
        } catch (DiskFault fault) {
            switch (fault.errno()) {
                case ENOENT -> {} // It is gone already.
                case EISDIR -> throw PrivateFile.unreadable(opened.get().directory(), name, fault);
                default -> throw fault;
            }
        }
    }

    /// The names of all documents, sorted.
    public List<String> names() throws IOException {
        Optional<OnceFiles> opened = opened(false);
        if (opened.isEmpty()) {
            return List.of();
        }
        return opened.get().names().stream().filter(Texts::isName).sorted().toList();
    }

    /// What is wrong with each document that cannot be read. Nothing is open after that.
    List<Refusal> damaged() throws IOException {
        List<Refusal> damaged = new ArrayList<>();
        try {
            for (String name : names()) {
                try {
                    find(name);
                } catch (Refusal why) {
                    damaged.add(why);
                }
            }
        } finally {
            close();
        }
        return damaged;
    }

    /// Empty where the directory is not there and is not to be made.
    synchronized Optional<OnceFiles> opened(boolean isMade) throws IOException {
        if (files == null) {
            Optional<Directory> directory =
                    isMade
                            ? Optional.of(PrivateDirectory.create(world, path, label))
                            : PrivateDirectory.open(world, path, label);
            files = directory.map(opened -> new OnceFiles(world, opened, BYTES_MAX)).orElse(null);
        }
        return Optional.ofNullable(files);
    }

    /// Makes durable what is there, and removes what killed writers left. The caller owns it.
    void load() throws IOException {
        Optional<OnceFiles> opened = opened(false);
        if (opened.isPresent()) {
            OnceFiles.removeTemporaries(opened.get().directory());
            Durability.sync(opened.get().directory());
        }
    }

    synchronized void close() {
        if (files != null) {
            files.directory().close();
            files = null;
        }
    }

    private Refusal invalid(String name) {
        return new Refusal(
                ErrorCode.STATE_INVALID,
                label + "/" + name,
                "is not a document of this program",
                "move the file away; the message it belongs to is then reported as interrupted");
    }
}
