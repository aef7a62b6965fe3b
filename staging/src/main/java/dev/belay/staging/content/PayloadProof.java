package dev.belay.staging.content;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.manifest.BlobDigest;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.Entry;
import dev.belay.staging.manifest.Entry.Content;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.manifest.TreePath;
import dev.belay.staging.tree.TreeWay;
import dev.belay.staging.tree.Workers;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Proves that a payload is what its manifest says: each path, kind, mode, and byte, and no other.
///
/// Every file is opened without following a link, read to its end, and looked at before and after.
/// All cores read.
///
/// - **Refuses:** (`STAGING_KEPT`) what is missing, more, changed, changing, or of another kind.
///   Its message names the path.
public final class PayloadProof {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final String TOP = "";
    private static final String CHANGES = "changes while it is read";

    /// So many are work for one thread.
    private static final int PIECE_DIRECTORIES = 16;

    private static final int PIECE_FILES = 128;

    private final Map<String, Entry> expected;
    private final Clock clock;
    private final boolean hasOutputs;
    private final boolean isRest;

    /// A proof of what `manifest` says.
    ///
    /// @param hasOutputs whether outputs lie in the source, which other evidence is about
    public PayloadProof(Manifest manifest, Clock clock, boolean hasOutputs) {
        this(manifest, clock, hasOutputs, false);
    }

    /// A proof of what a removal that was cut off has left: all of it is in `manifest`.
    public static PayloadProof ofRest(Manifest manifest, Clock clock, boolean hasOutputs) {
        return new PayloadProof(manifest, clock, hasOutputs, true);
    }

    private PayloadProof(Manifest manifest, Clock clock, boolean hasOutputs, boolean isRest) {
        this.clock = clock;
        this.hasOutputs = hasOutputs;
        this.isRest = isRest;
        this.expected = HashMap.newHashMap(manifest.entries().size());
        for (Entry entry : manifest.entries()) {
            if (!hasOutputs || !Outputs.isOutput(entry.path())) {
                expected.put(entry.path(), entry);
            }
        }
    }

    /// Proves all of it.
    public Footprint prove(Directory payload) throws IOException {
        return new Walk(payload, new Footprint(Map.of(), clock.now())).prove();
    }

    /// Proves it again. Content that its status proves unchanged is not read again.
    public Footprint proveAgain(Directory payload, Footprint before) throws IOException {
        return new Walk(payload, before).prove();
    }

    /// One pass: first all names and statuses, then what has to be read.
    private final class Walk {
        private final Directory payload;
        private final Footprint before;

        Walk(Directory payload, Footprint before) {
            this.payload = payload;
            this.before = before;
        }

        Footprint prove() throws IOException {
            Instant begin = clock.now();
            Map<String, FileStatus> statuses = HashMap.newHashMap(expected.size());
            List<Reading> readings = new ArrayList<>();
            try (Workers workers = Workers.create()) {
                List<String> level = List.of(TOP);
                while (!level.isEmpty()) {
                    List<String> below = new ArrayList<>();
                    for (Looked looked :
                            workers.each(Workers.pieces(level, PIECE_DIRECTORIES), this::look)) {
                        statuses.putAll(looked.statuses);
                        readings.addAll(looked.readings);
                        below.addAll(looked.below);
                    }
                    level = below;
                }
                requireWhole(statuses);
                workers.each(Workers.pieces(readings, PIECE_FILES), this::read);
            }
            return new Footprint(statuses, begin);
        }

        private void requireWhole(Map<String, FileStatus> statuses) throws Refusal {
            if (isRest) {
                return;
            }
            Optional<String> missing =
                    expected.keySet().stream()
                            .filter(path -> !statuses.containsKey(path))
                            .min(TreePath.BYTE_ORDER);
            if (missing.isPresent()) {
                throw kept(missing.get(), "is missing");
            }
        }

        private Looked look(List<String> directories) throws IOException {
            Looked looked = new Looked(new HashMap<>(), new ArrayList<>(), new ArrayList<>());
            TreeWay way = new TreeWay(payload);
            try {
                for (String path : directories) {
                    Directory directory = way.at(path).orElseThrow(() -> gone(path));
                    for (String name : directory.walk(Stream::toList)) {
                        look(directory, name, path.isEmpty() ? name : path + "/" + name, looked);
                    }
                }
                return looked;
            } finally {
                way.back();
            }
        }

        private void look(Directory directory, String name, String path, Looked looked)
                throws IOException {
            if (hasOutputs && Outputs.isOutput(path)) {
                return;
            }
            FileStatus status = directory.status(name).orElseThrow(() -> gone(path));
            Entry entry = expected.get(path);
            if (entry == null && !(hasOutputs && path.equals(Outputs.PARENT))) {
                throw kept(path, "is not in its manifest");
            }
            // One string for each path.
            looked.statuses.put(entry == null ? path : entry.path(), before.shared(path, status));
            if (status.kind() == FileKind.DIRECTORY && !(entry instanceof Content)) {
                looked.below.add(path);
            } else if (entry instanceof Content content) {
                if (modeOf(path, status) != content.mode()) {
                    throw kept(path, "has another kind or mode than its manifest says");
                }
                if (!before.proves(path, status)) {
                    looked.readings.add(new Reading(content, status));
                }
            } else {
                throw kept(path, "is no directory, as its manifest says");
            }
        }

        private FileMode modeOf(String path, FileStatus status) throws Refusal {
            return switch (status.kind()) {
                case REGULAR -> FileMode.ofRegular(status.permissions());
                case SYMBOLIC_LINK -> FileMode.LINK;
                case DIRECTORY, PIPE, SOCKET, DEVICE ->
                        throw kept(path, "is " + status.kind().noun());
            };
        }

        /// @return how many they were
        private int read(List<Reading> readings) throws IOException {
            byte[] buffer = new byte[BUFFER_BYTES];
            TreeWay way = new TreeWay(payload);
            try {
                for (Reading reading : readings) {
                    String path = reading.content.path();
                    Directory directory = way.parentOf(path).orElseThrow(() -> gone(path));
                    String name = TreeWay.nameOf(path);
                    BlobId found =
                            reading.content.mode() == FileMode.LINK
                                    ? BlobDigest.ofLink(directory.readLink(name))
                                    : read(directory, name, reading, buffer);
                    if (!found.equals(reading.content.blob())) {
                        throw kept(path, "has other content than its manifest says");
                    }
                }
                return readings.size();
            } finally {
                way.back();
            }
        }

        private BlobId read(Directory directory, String name, Reading reading, byte[] buffer)
                throws IOException {
            String path = reading.content.path();
            try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
                long size = reading.status.sizeBytes();
                requireUnchanged(path, reading.status, file.status());
                BlobDigest digest = new BlobDigest(size);
                for (long at = 0; at < size; ) {
                    int wanted = (int) Math.min(buffer.length, size - at);
                    int count = file.read(buffer, 0, wanted, at);
                    if (count <= 0) {
                        throw kept(path, CHANGES);
                    }
                    digest.add(buffer, 0, count);
                    at += count;
                }
                // Whatever was written behind its end has changed the file, too.
                requireUnchanged(path, reading.status, file.status());
                return digest.id();
            }
        }

        private void requireUnchanged(String path, FileStatus then, FileStatus now) throws Refusal {
            if (!now.isUnchanged(then)) {
                throw kept(path, CHANGES);
            }
        }

        private Refusal gone(String path) {
            return kept(path, "goes while it is read");
        }

        private Refusal kept(String path, String found) {
            return new Refusal(
                    ErrorCode.STAGING_KEPT,
                    path.isEmpty() ? payload.label() : payload.label(path),
                    found,
                    "save what is wanted of it; belay staging discard ends it on your word");
        }
    }

    /// What was seen of some directories.
    ///
    /// @param below the directories in them
    private record Looked(
            Map<String, FileStatus> statuses, List<String> below, List<Reading> readings) {}

    /// A file or link that has to be read.
    private record Reading(Content content, FileStatus status) {}
}
