package dev.belay.staging.source;

import dev.belay.core.error.Refusal;
import dev.belay.staging.content.Footprint;
import dev.belay.staging.content.Outputs;
import dev.belay.staging.manifest.Entry;
import dev.belay.staging.manifest.Entry.Content;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.tree.TreeWay;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What a payload holds that its manifest does not: products of the command that ran there, new
/// files and sealed ones that it changed.
///
/// Outputs are left out; other evidence is about them. A directory is no product, only what is in
/// it.
final class Survey {
    private final Map<String, Content> sealed = new HashMap<>();
    private final Map<String, FileStatus> statuses = new HashMap<>();
    private final Map<String, Optional<FileBlob>> products = new TreeMap<>();
    private final Instant takenAt;
    private final Footprint before;
    private final Map<String, Optional<FileBlob>> known;

    private Survey(
            Manifest manifest,
            Instant takenAt,
            Footprint before,
            Map<String, Optional<FileBlob>> known) {
        this.takenAt = takenAt;
        this.before = before;
        this.known = known;
        for (Entry entry : manifest.entries()) {
            if (entry instanceof Content content) {
                sealed.put(content.path(), content);
            }
        }
    }

    /// Looks at all of it, and reads all of it.
    static Survey take(Directory payload, Manifest manifest, Instant now) throws IOException {
        Survey survey = new Survey(manifest, now, new Footprint(Map.of(), now), Map.of());
        survey.walk(payload, "");
        return survey;
    }

    /// Looks at all of it again. What its status proves unchanged is not read again.
    Survey again(Directory payload, Manifest manifest, Instant now) throws IOException {
        Survey survey = new Survey(manifest, now, footprint(), products);
        survey.walk(payload, "");
        return survey;
    }

    private void walk(Directory directory, String parent) throws IOException {
        List<String> names = directory.walk(Stream::toList);
        for (String name : names) {
            String path = parent.isEmpty() ? name : parent + "/" + name;
            if (!Outputs.isOutput(path)) {
                look(directory, path);
            }
        }
    }

    private void look(Directory directory, String path) throws IOException {
        String name = TreeWay.nameOf(path);
        FileStatus status = directory.status(name).orElseThrow(() -> changing(path));
        Content content = sealed.get(path);
        statuses.put(content == null ? path : content.path(), status); // One string for each path.
        if (status.kind() == FileKind.DIRECTORY) {
            try (Directory below = directory.openDirectory(name)) {
                walk(below, path);
            }
            return;
        }
        if (before.proves(path, status)) {
            if (known.containsKey(path)) {
                products.put(path, known.get(path));
            }
            return;
        }
        boolean isReadable =
                status.kind() == FileKind.REGULAR || status.kind() == FileKind.SYMBOLIC_LINK;
        Optional<FileBlob> found = FileBlob.read(directory, name, status);
        if (isReadable && found.isEmpty()) {
            throw changing(path);
        }
        boolean isSealed =
                content != null
                        && found.filter(it ->
                                        it.mode() == content.mode()
                                                && it.blob().equals(content.blob()))
                                .isPresent();
        if (!isSealed) {
            products.put(path, found);
        }
    }

    private static Refusal changing(String path) {
        return Unheld.refusal(path, "changes while it is read", "find out what writes there");
    }

    /// What is more, or other, by path in the payload; without a blob where it is neither a file
    /// nor a link.
    Map<String, Optional<FileBlob>> products() {
        return products;
    }

    /// Whether a path is there as the manifest says.
    boolean isAsSealed(String path) {
        return sealed.containsKey(path)
                && statuses.containsKey(path)
                && !products.containsKey(path);
    }

    Footprint footprint() {
        return new Footprint(statuses, takenAt);
    }

    /// Returns when `now` is a survey of the same.
    void requireSame(Survey now) throws Refusal {
        for (Map.Entry<String, FileStatus> each : statuses.entrySet()) {
            FileStatus status = now.statuses.get(each.getKey());
            boolean isSame =
                    status != null
                            && status.permissions() == each.getValue().permissions()
                            && (status.kind() == FileKind.DIRECTORY
                                    ? status.isSameFile(each.getValue())
                                    : status.isUnchanged(each.getValue()));
            if (!isSame) {
                throw changing(each.getKey());
            }
        }
        for (String path : now.statuses.keySet()) {
            if (!statuses.containsKey(path)) {
                throw changing(path);
            }
        }
        if (!products.equals(now.products)) {
            throw changing("source");
        }
    }
}
