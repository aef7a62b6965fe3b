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
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Proves that a payload is what its manifest says: each path, kind, mode, and byte, and no other.
///
/// Every file is opened without following a link, read to its end, and looked at before and after.
///
/// - **Refuses:** (`STAGING_KEPT`) what is missing, more, changed, changing, or of another kind.
///   Its message names the path.
public final class PayloadProof {
    private static final int BUFFER_BYTES = 64 << 10;

    private final Map<String, Entry> expected;
    private final Clock clock;
    private final boolean hasOutputs;
    private final boolean isRest;
    private final byte[] buffer = new byte[BUFFER_BYTES];

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

    /// One pass.
    private final class Walk {
        private final Directory payload;
        private final Footprint before;
        private final Map<String, FileStatus> statuses = new HashMap<>();
        private final Set<String> missing = new HashSet<>(expected.keySet());

        Walk(Directory payload, Footprint before) {
            this.payload = payload;
            this.before = before;
        }

        Footprint prove() throws IOException {
            Footprint footprint = new Footprint(Map.of(), clock.now());
            walk(payload, "");
            if (!missing.isEmpty() && !isRest) {
                throw kept(missing.stream().min(TreePath.BYTE_ORDER).orElseThrow(), "is missing");
            }
            return new Footprint(statuses, footprint.takenAt());
        }

        private void walk(Directory directory, String parent) throws IOException {
            List<String> names = directory.walk(Stream::toList);
            for (String name : names) {
                String path = parent.isEmpty() ? name : parent + "/" + name;
                if (!hasOutputs || !Outputs.isOutput(path)) {
                    look(directory, name, path);
                }
            }
        }

        private void look(Directory directory, String name, String path) throws IOException {
            FileStatus status =
                    directory.status(name).orElseThrow(() -> kept(path, "goes while it is read"));
            Entry entry = expected.get(path);
            if (entry == null && !(hasOutputs && path.equals(Outputs.PARENT))) {
                throw kept(path, "is not in its manifest");
            }
            missing.remove(path);
            statuses.put(path, status);
            if (status.kind() == FileKind.DIRECTORY && !(entry instanceof Content)) {
                try (Directory below = directory.openDirectory(name)) {
                    walk(below, path);
                }
            } else if (entry instanceof Content content) {
                check(directory, name, content, status);
            } else {
                throw kept(path, "is no directory, as its manifest says");
            }
        }

        private void check(Directory directory, String name, Content content, FileStatus status)
                throws IOException {
            if (modeOf(content.path(), status) != content.mode()) {
                throw kept(content.path(), "has another kind or mode than its manifest says");
            }
            if (before.proves(content.path(), status)) {
                return;
            }
            BlobId found =
                    content.mode() == FileMode.LINK
                            ? BlobDigest.ofLink(directory.readLink(name))
                            : read(directory, name, content.path(), status);
            if (!found.equals(content.blob())) {
                throw kept(content.path(), "has other content than its manifest says");
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

        private BlobId read(Directory directory, String name, String path, FileStatus status)
                throws IOException {
            try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
                FileStatus opened = file.status();
                if (!opened.isUnchanged(status)) {
                    throw kept(path, "changes while it is read");
                }
                BlobDigest digest = new BlobDigest(opened.sizeBytes());
                long at = 0;
                int count = file.read(buffer, 0, buffer.length, at);
                while (count > 0 && at <= opened.sizeBytes()) {
                    digest.add(buffer, 0, count);
                    at += count;
                    count = file.read(buffer, 0, buffer.length, at);
                }
                if (at != opened.sizeBytes() || !file.status().isUnchanged(opened)) {
                    throw kept(path, "changes while it is read");
                }
                return digest.id();
            }
        }

        private Refusal kept(String path, String found) {
            return new Refusal(
                    ErrorCode.STAGING_KEPT,
                    payload.label(path),
                    found,
                    "save what is wanted of it; belay staging discard ends it on your word");
        }
    }
}
