package dev.belay.app.root;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.file.WriteOnceFile;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The directory of one installation's state, with the version of its format.
///
/// The file `belay-root.json` says `{"format":"belay-root","version":1}`; a root without it is of
/// version 1, which is how a directory of another program is taken over.
///
/// - **Durable:** the version is, before [#create] returns.
/// - **Refuses:** a directory that others may enter, a version from the future, a damaged version.
public final class DataRoot {
    /// The version that this program writes, and the newest it reads.
    static final long VERSION = 1;

    static final String VERSION_FILE = "belay-root.json";
    private static final String FORMAT = "belay-root";
    private static final int BYTES_MAX = 4 * 1024;

    private final World world;
    private final Path path;

    public DataRoot(World world, Path path) {
        this.world = world;
        this.path = path;
    }

    /// Where the data root is: `--root`, `BELAY_HOME`, `$XDG_STATE_HOME/belay`, or
    /// `~/.local/state/belay`.
    ///
    /// @param named from `--root`
    /// @param directory what a relative path is relative to
    public static Path locate(
            Optional<String> named, Map<String, String> environment, Path directory)
            throws Refusal {
        return named.or(() -> variable(environment, "BELAY_HOME"))
                .map(directory::resolve)
                .or(() ->
                        variable(environment, "XDG_STATE_HOME")
                                .map(Path::of)
                                .filter(Path::isAbsolute)
                                .map(state -> state.resolve("belay")))
                .or(() ->
                        variable(environment, "HOME")
                                .map(home -> Path.of(home, ".local", "state", "belay")))
                .orElseThrow(() ->
                        new Refusal(
                                ErrorCode.USAGE,
                                "--root",
                                "is not given, and neither BELAY_HOME nor HOME is set",
                                "say where Belay keeps its state"));
    }

    /// Where it is.
    public Path path() {
        return path;
    }

    /// Opens the root to look; empty when there is none.
    public Optional<Directory> open() throws DiskFault, Refusal {
        Optional<Directory> directory = found();
        if (directory.isPresent()) {
            checkVersion(directory.get());
        }
        return directory;
    }

    /// Opens the root to write, and makes it first where there is none.
    public Directory create() throws DiskFault, Refusal {
        Directory directory = made();
        if (!checkVersion(directory)) {
            JsonObject version =
                    JsonObject.builder().put("format", FORMAT).put("version", VERSION).build();
            byte[] bytes = (JsonText.print(version) + "\n").getBytes(StandardCharsets.UTF_8);
            WriteOnceFile.publish(directory, VERSION_FILE, bytes, world.randomness());
            checkVersion(directory);
        }
        return directory;
    }

    /// Opens the root to set the brake in, whatever its version says, and makes it first where
    /// there is none. A root that is there needs no room for that.
    public Directory createForBrake() throws DiskFault, Refusal {
        Optional<Directory> directory = found();
        return directory.isPresent() ? directory.get() : create();
    }

    private Optional<Directory> found() throws Refusal {
        try {
            return PrivateDirectory.open(world, path, "");
        } catch (DiskFault fault) {
            throw refusal(ErrorCode.STATE_UNREADABLE, "cannot be opened", fault);
        }
    }

    private Directory made() throws Refusal {
        try {
            return PrivateDirectory.create(world, path, "");
        } catch (DiskFault fault) {
            throw refusal(ErrorCode.STATE_UNWRITABLE, "cannot be made", fault);
        }
    }

    private static Refusal refusal(ErrorCode code, String what, DiskFault fault) {
        String found = "%s: %s (%s)".formatted(what, fault.errno().meaning(), fault.errno());
        return new Refusal(
                        code,
                        "data root",
                        found,
                        "name a directory of your own with --root or BELAY_HOME")
                .because(fault);
    }

    /// Whether the root says its version; closes `directory` when it refuses.
    private static boolean checkVersion(Directory directory) throws Refusal {
        boolean checked = false;
        try {
            Optional<BoundedFile> file = BoundedFile.read(directory, VERSION_FILE, BYTES_MAX);
            if (file.isPresent()) {
                requireKnown(file.get().bytes());
            }
            checked = true;
            return file.isPresent();
        } finally {
            if (!checked) {
                directory.close();
            }
        }
    }

    private static void requireKnown(byte[] bytes) throws Refusal {
        OptionalLong version = OptionalLong.empty();
        try {
            if (JsonText.parse(bytes, JsonLimits.ofBytes(BYTES_MAX)) instanceof JsonObject object
                    && object.string("format").equals(Optional.of(FORMAT))) {
                version = object.safeInteger("version");
            }
        } catch (JsonSyntax e) {
            throw invalid().because(e);
        }
        if (version.isEmpty() || version.getAsLong() < 1) {
            throw invalid();
        }
        if (version.getAsLong() > VERSION) {
            throw new Refusal(
                    ErrorCode.STATE_TOO_NEW,
                    VERSION_FILE,
                    "says version %d, and this program knows %d at most"
                            .formatted(version.getAsLong(), VERSION),
                    "use the newer Belay that wrote it");
        }
    }

    private static Refusal invalid() {
        return new Refusal(
                ErrorCode.STATE_INVALID,
                VERSION_FILE,
                "does not say the version of this data root",
                "restore it from a backup; without it, nothing here can be trusted to be ours");
    }

    private static Optional<String> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }
}
