package dev.belay.staging.content;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.artifact.ArtifactEvidence.File;
import dev.belay.staging.artifact.ArtifactEvidence.Folder;
import dev.belay.staging.artifact.ArtifactEvidence.Output;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One pass over outputs, where they were made or where they were brought.
final class OutputSide {
    private static final int PIECE_BYTES = 64 << 10;
    private static final int PRIVATE_DIRECTORY = 0700;
    private static final int PRIVATE_FILE = 0600;

    private final Map<String, Output> expected;
    private final boolean mayMiss;
    private final boolean isPrivate;
    private final @Nullable Footprint before;
    private final Map<String, FileStatus> statuses = new HashMap<>();
    private final Set<String> missing;
    private final byte[] piece = new byte[PIECE_BYTES];

    /// @param mayMiss whether a removal may have taken some of them
    /// @param isPrivate whether nobody else may have written them
    /// @param before what they were when they were read last; null where they never were
    private OutputSide(
            Map<String, Output> expected,
            boolean mayMiss,
            boolean isPrivate,
            @Nullable Footprint before) {
        this.expected = expected;
        this.mayMiss = mayMiss;
        this.isPrivate = isPrivate;
        this.before = before;
        this.missing = new HashSet<>(expected.keySet());
    }

    /// Outputs where a command made them.
    static OutputSide inCopy(
            Map<String, Output> expected, boolean mayMiss, @Nullable Footprint before) {
        return new OutputSide(expected, mayMiss, false, before);
    }

    /// Outputs where they were brought to.
    static OutputSide inRepository(Map<String, Output> expected, @Nullable Footprint before) {
        return new OutputSide(expected, false, true, before);
    }

    /// There is not even a place for them.
    void nothing(String where) throws Refusal {
        if (!mayMiss && !missing.isEmpty()) {
            throw kept(where, "is gone, and outputs with it");
        }
    }

    /// Looks at an entry and what is below it. One that is not there is missed at the end.
    void entry(Directory parent, String name, String path) throws IOException {
        String where = parent.label(name);
        FileStatus status = parent.status(name).orElse(null);
        if (status == null) {
            return;
        }
        Output output = expected.get(path);
        switch (output) {
            case null -> throw kept(where, "is not among the outputs that were brought back");
            case Folder _ -> folder(parent, name, path, status);
            case File file -> file(parent, name, file, status);
        }
        missing.remove(path);
        statuses.put(path, status);
    }

    private void folder(Directory parent, String name, String path, FileStatus status)
            throws IOException {
        if (status.kind() != FileKind.DIRECTORY) {
            throw kept(parent.label(name), "is no directory any more");
        }
        try (Directory directory = parent.openDirectory(name)) {
            requirePrivate(directory);
            List<String> names;
            try (Stream<String> listed = directory.names()) {
                names = listed.limit(expected.size() + 1L).toList();
            }
            for (String each : names) {
                entry(directory, each, path + "/" + each);
            }
        }
    }

    /// Returns when a directory of copies is ours alone.
    void requirePrivate(Directory directory) throws IOException {
        if (isPrivate && directory.status().permissions() != PRIVATE_DIRECTORY) {
            throw kept(directory.label(), "is not private any more");
        }
    }

    private void file(Directory parent, String name, File file, FileStatus status)
            throws IOException {
        String where = parent.label(name);
        if (status.kind() != FileKind.REGULAR || status.sizeBytes() != file.sizeBytes()) {
            throw kept(where, "is not the file that was brought back");
        }
        if (isPrivate && (status.permissions() != PRIVATE_FILE || status.links() != 1)) {
            throw kept(where, "is not private, or has another name elsewhere");
        }
        if (before != null && before.proves(file.path(), status)) {
            return;
        }
        if (!read(parent, name, status).equals(file.content())) {
            throw kept(where, "has other content than was brought back");
        }
    }

    private Digest read(Directory parent, String name, FileStatus status) throws IOException {
        MessageDigest digest = sha256();
        try (OpenFile file = parent.open(name, 0, OpenOption.READ)) {
            if (!file.status().isUnchanged(status)) {
                throw kept(parent.label(name), "changes while it is read");
            }
            long at = 0;
            int count = file.read(piece, 0, piece.length, at);
            while (count > 0 && at <= status.sizeBytes()) {
                digest.update(piece, 0, count);
                at += count;
                count = file.read(piece, 0, piece.length, at);
            }
            if (!file.status().isUnchanged(status)) {
                throw kept(parent.label(name), "changes while it is read");
            }
        }
        return new Digest(HexFormat.of().formatHex(digest.digest()));
    }

    /// What all was, when nothing is missing.
    ///
    /// @param start when the pass began
    Footprint end(String where, Instant start) throws Refusal {
        if (!missing.isEmpty() && !mayMiss) {
            String first = missing.stream().sorted().findFirst().orElseThrow();
            throw kept(where, "an output is missing: " + first);
        }
        return new Footprint(statuses, start);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    static Refusal kept(String where, String found) {
        return new Refusal(
                ErrorCode.STAGING_KEPT,
                where,
                found,
                "see to the outputs; belay staging recover preserves them anew, belay staging"
                        + " discard ends the copy on your word");
    }
}
