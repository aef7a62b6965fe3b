package dev.belay.proof.bot;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// What the files of a binding say at one moment to somebody who only reads them.
final class Books {
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(1 << 20);
    private static final String SUFFIX = ".json";

    private final Path binding;

    Books(Path binding) {
        this.binding = binding;
    }

    Set<String> accepted() throws IOException {
        return ids("inbox.jsonl");
    }

    Set<String> admitted() throws IOException {
        return ids("admissions.jsonl");
    }

    Set<String> dropped() throws IOException {
        return ids("drops.jsonl");
    }

    /// Why each message was dropped.
    Map<String, String> reasons() throws IOException {
        Map<String, String> reasons = new HashMap<>();
        for (JsonObject line : lines("drops.jsonl")) {
            line.string("id").ifPresent(id -> reasons.put(id, line.string("reason").orElse("")));
        }
        return reasons;
    }

    Set<String> turns() throws IOException {
        try (Stream<Path> files = Files.list(binding.resolve("turns"))) {
            Set<String> turns = new HashSet<>();
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .forEach(name -> turns.add(name.substring(0, name.length() - SUFFIX.length())));
            return turns;
        } catch (NoSuchFileException _) {
            return Set.of();
        }
    }

    /// The last status of each nonce.
    Map<String, String> outbox() throws IOException {
        Map<String, String> statuses = new HashMap<>();
        for (JsonObject line : lines("outbox.jsonl")) {
            line.string("status")
                    .ifPresent(status -> statuses.put(line.string("nonce").orElse(""), status));
        }
        return statuses;
    }

    List<String> names(String directory) throws IOException {
        try (Stream<Path> files = Files.list(binding.resolve(directory))) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    private Set<String> ids(String file) throws IOException {
        Set<String> ids = new HashSet<>();
        for (JsonObject line : lines(file)) {
            line.string("id").ifPresent(ids::add);
        }
        return ids;
    }

    /// The lines of a file. One that is being written now is none yet.
    private List<JsonObject> lines(String file) throws IOException {
        String text;
        try {
            text = Files.readString(binding.resolve(file));
        } catch (NoSuchFileException _) {
            return List.of();
        }
        List<JsonObject> lines = new ArrayList<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            if (JsonText.parse(bytes, LIMITS) instanceof JsonObject object) {
                lines.add(object);
            }
        }
        return lines;
    }
}
