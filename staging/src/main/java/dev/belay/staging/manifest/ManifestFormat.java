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
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

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

    /// The bytes of `manifest`, in the order that it has.
    ///
    /// @throws InvalidFormat when they are more than a reader takes
    public static byte[] write(Manifest manifest) throws InvalidFormat {
        return write(manifest, BYTES_MAX);
    }

    static byte[] write(Manifest manifest, int bytesMax) throws InvalidFormat {
        Text text = new Text(bytesMax);
        text.add("{\"source\":{\"files\":[");
        String between = "";
        for (SourceFile file : manifest.source().files()) {
            text.add(between + "{" + path(file.path()) + content(file.mode(), file.blob()) + "}");
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
        return text.bytes.toByteArray();
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
        Fields manifest = Fields.read(file, LIMITS, Set.of("source", "entries"));
        Fields source = manifest.object("source", Set.of("files", "deleted"));
        List<SourceFile> files = new ArrayList<>();
        for (JsonValue value : source.array("files")) {
            files.add(sourceFile(value));
        }
        List<String> deleted = source.strings("deleted");
        List<Entry> entries = new ArrayList<>();
        for (JsonValue value : manifest.array("entries")) {
            entries.add(entry(value));
        }
        try {
            return new Manifest(new FrozenSource(files, deleted), entries);
        } catch (IllegalArgumentException invalid) {
            throw new InvalidFormat(String.valueOf(invalid.getMessage()));
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

    /// Bytes that grow up to the limit.
    private static final class Text {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int bytesMax;

        Text(int bytesMax) {
            this.bytesMax = bytesMax;
        }

        void add(String more) throws InvalidFormat {
            byte[] encoded = more.getBytes(UTF_8);
            if (encoded.length > bytesMax - bytes.size()) {
                throw new InvalidFormat("longer than %d bytes".formatted(bytesMax));
            }
            bytes.writeBytes(encoded);
        }
    }
}
