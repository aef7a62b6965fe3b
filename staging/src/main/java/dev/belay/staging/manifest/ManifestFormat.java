package dev.belay.staging.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.manifest.Entry.Content;
import dev.belay.staging.manifest.Entry.Folder;
import dev.belay.staging.schema.Fields;
import dev.belay.staging.schema.InvalidFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The codec of `manifest.json`, docs/formats/staging.md.
public final class ManifestFormat {
    public static final String FILE = "manifest.json";

    /// A longer manifest is neither written nor read.
    public static final int BYTES_MAX = 64 << 20;

    /// What a file takes in a list beside its path: names, quotes, mode, and blob.
    private static final int FILE_BYTES_MIN = 70;

    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);
    private static final String FILE_KIND = "file";
    private static final String LINK_KIND = "symlink";
    private static final String FOLDER_KIND = "directory";

    private ManifestFormat() {}

    /// Writes `manifest` in the order that it has, one entry after the other.
    ///
    /// @throws InvalidFormat when it is longer than a reader takes
    public static void write(Manifest manifest, OutputStream file) throws IOException {
        write(manifest, file, BYTES_MAX);
    }

    static void write(Manifest manifest, OutputStream file, int bytesMax) throws IOException {
        Text text = new Text(file, bytesMax);
        text.add("{\"source\":{\"files\":[");
        String between = "";
        for (SourceFile each : manifest.source().files()) {
            text.add(between + "{" + path(each.path()) + content(each.mode(), each.blob()) + "}");
            between = ",";
        }
        text.add("],\"deleted\":[");
        between = "";
        for (String path : manifest.source().deleted()) {
            text.add(between + string(path));
            between = ",";
        }
        text.add("]},\"entries\":[");
        between = "";
        for (Entry entry : manifest.entries()) {
            text.add(between + "{" + path(entry.path()) + rest(entry) + "}");
            between = ",";
        }
        text.add("]}\n");
    }

    /// How long the manifest of a source with these paths is at the least, known before anything is
    /// copied: each file is in it twice.
    public static long bytesAtLeast(Collection<String> paths) {
        long bytes = 0;
        for (String path : paths) {
            bytes += 2L * (path.length() + FILE_BYTES_MIN);
        }
        return bytes;
    }

    /// Reads the whole of a file.
    public static Manifest read(byte[] file) throws InvalidFormat {
        Elements<SourceFile> files = new Elements<>(ManifestFormat::sourceFile);
        Elements<Entry> entries = new Elements<>(ManifestFormat::entry);
        Fields manifest =
                Fields.read(
                        file,
                        LIMITS,
                        Set.of("source", "entries"),
                        Map.of("source.files", files, "entries", entries));
        Fields source = manifest.object("source", Set.of("files", "deleted"));
        source.array("files");
        List<String> deleted = source.strings("deleted");
        manifest.array("entries");
        try {
            return new Manifest(new FrozenSource(files.read(), deleted), entries.read());
        } catch (IllegalArgumentException invalid) {
            throw new InvalidFormat(String.valueOf(invalid.getMessage()));
        }
    }

    private interface Element<T> {
        T of(JsonValue value) throws InvalidFormat;
    }

    /// The elements of an array, each read as it comes: their JSON takes five times the memory.
    private static final class Elements<T> implements Consumer<JsonValue> {
        private final Element<T> element;
        private final List<T> read = new ArrayList<>();
        private @Nullable InvalidFormat wrong;

        Elements(Element<T> element) {
            this.element = element;
        }

        @Override
        public void accept(JsonValue value) {
            if (wrong == null) {
                try {
                    read.add(element.of(value));
                } catch (InvalidFormat invalid) {
                    wrong = invalid;
                }
            }
        }

        List<T> read() throws InvalidFormat {
            if (wrong != null) {
                throw wrong;
            }
            return read;
        }
    }

    private static SourceFile sourceFile(JsonValue value) throws InvalidFormat {
        Fields file = Fields.of(value, "source.files", Set.of("path", "mode", "blob"));
        return new SourceFile(file.string("path", TreePath::isSafe), mode(file), blob(file));
    }

    private static Entry entry(JsonValue value) throws InvalidFormat {
        Fields entry = Fields.of(value, "entries", Set.of("path", "kind", "mode", "blob"));
        String path = entry.string("path", TreePath::isSafe);
        String kind = entry.string("kind");
        if (kind.equals(FOLDER_KIND)) {
            if (entry.has("mode") || entry.has("blob")) {
                throw entry.invalid("kind", "a directory, which has neither mode nor blob");
            }
            return new Folder(path);
        }
        Content content = new Content(path, mode(entry), blob(entry));
        if (!kind.equals(kind(content))) {
            throw entry.invalid("kind", "not that of its mode");
        }
        return content;
    }

    private static FileMode mode(Fields fields) throws InvalidFormat {
        return FileMode.of(fields.string("mode"))
                .orElseThrow(() -> fields.invalid("mode", "none that Git has for files"));
    }

    private static BlobId blob(Fields fields) throws InvalidFormat {
        return BlobId.of(fields.string("blob", BlobId::isBlobId));
    }

    private static String kind(Content content) {
        return content.mode() == FileMode.LINK ? LINK_KIND : FILE_KIND;
    }

    private static String rest(Entry entry) {
        return switch (entry) {
            case Folder _ -> ",\"kind\":\"" + FOLDER_KIND + "\"";
            case Content content ->
                    ",\"kind\":\"" + kind(content) + "\"" + content(content.mode(), content.blob());
        };
    }

    private static String path(String path) {
        return "\"path\":" + string(path);
    }

    private static String content(FileMode mode, BlobId blob) {
        return ",\"mode\":\"" + mode + "\",\"blob\":\"" + blob + "\"";
    }

    private static String string(String value) {
        return JsonText.print(new JsonString(value));
    }

    /// Counts what goes to a file, up to the limit.
    private static final class Text {
        private final OutputStream file;
        private final int bytesMax;
        private int length;

        Text(OutputStream file, int bytesMax) {
            this.file = file;
            this.bytesMax = bytesMax;
        }

        void add(String more) throws IOException {
            byte[] encoded = more.getBytes(UTF_8);
            if (encoded.length > bytesMax - length) {
                throw new InvalidFormat("longer than %d bytes".formatted(bytesMax));
            }
            length += encoded.length;
            file.write(encoded);
        }
    }
}
