package dev.belay.proof.seed;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What two directories of a binding are compared by: names, modes, and what each line means.
///
/// Without what no reader of the other program looks at: names that begin with a dot, and what a
/// crash cut off.
record BindingState(Map<String, Entry> entries) {
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(1 << 24);

    /// @param content a value for each line, or for the whole of a turn; none for a directory
    record Entry(String mode, List<JsonValue> content) {}

    static BindingState of(Path directory) throws IOException {
        Map<String, Entry> entries = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.toList()) {
                String name = directory.relativize(path).toString();
                boolean isCompared =
                        !path.getFileName().toString().startsWith(".") && !name.contains(".torn-");
                if (isCompared || name.isEmpty()) {
                    entries.put(name, entry(path));
                }
            }
        }
        return new BindingState(entries);
    }

    private static Entry entry(Path path) throws IOException {
        String mode =
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
        List<JsonValue> content = new ArrayList<>();
        if (path.toString().endsWith(".json")) {
            content.add(value(Files.readString(path)));
        } else if (Files.isRegularFile(path)) {
            for (String line : Files.readString(path).split("\n", -1)) {
                if (!line.isEmpty()) {
                    content.add(value(line));
                }
            }
        }
        return new Entry(mode, content);
    }

    private static JsonValue value(String text) throws IOException {
        return DirectoryState.compared(JsonText.parse(text, LIMITS));
    }
}
