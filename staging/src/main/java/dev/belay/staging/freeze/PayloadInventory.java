package dev.belay.staging.freeze;

import dev.belay.core.error.Refusal;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.Entry;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.manifest.TreePath;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Lists everything below a payload, as a manifest does. What was just copied is not read again:
/// its bytes were hashed on their way.
///
/// - **Refuses:** what a manifest cannot name.
public final class PayloadInventory {
    private static final String SOURCE = "source/";
    private static final int PIECE_BYTES = 256 << 10;

    private final Map<String, SourceFile> known = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final byte[] piece = new byte[PIECE_BYTES];

    private PayloadInventory(List<SourceFile> copied) {
        copied.forEach(file -> known.put(SOURCE + file.path(), file));
    }

    /// The entries of `payload`, in order. What was copied is below its `source`.
    public static List<Entry> of(Directory payload, List<SourceFile> copied)
            throws Refusal, DiskFault {
        PayloadInventory inventory = new PayloadInventory(copied);
        inventory.walk(payload, "");
        inventory.entries.sort(Comparator.comparing(Entry::path, TreePath.BYTE_ORDER));
        return List.copyOf(inventory.entries);
    }

    private void walk(Directory directory, String prefix) throws Refusal, DiskFault {
        List<String> listed;
        try (Stream<String> names = directory.names()) {
            listed = names.toList();
        }
        for (String name : listed) {
            String path = prefix + name;
            FileStatus status = directory.status(name).orElseThrow(() -> Look.changed(path));
            switch (status.kind()) {
                case DIRECTORY -> {
                    entries.add(new Entry.Folder(path));
                    try (Directory below = directory.openDirectory(name)) {
                        walk(below, path + "/");
                    }
                }
                case REGULAR, SYMBOLIC_LINK -> entries.add(content(directory, name, path, status));
                case PIPE, SOCKET, DEVICE -> throw Look.special(path, status.kind());
            }
        }
    }

    private Entry content(Directory directory, String name, String path, FileStatus status)
            throws Refusal, DiskFault {
        SourceFile file = known.get(path);
        if (file != null) {
            return new Entry.Content(path, file.mode(), file.blob());
        }
        return switch (status.kind()) {
            case SYMBOLIC_LINK -> {
                BlobId blob = BlobDigest.ofLink(directory.readLink(name));
                yield new Entry.Content(path, FileMode.LINK, blob);
            }
            default -> {
                FileMode mode = FileMode.ofRegular(status.permissions());
                yield new Entry.Content(path, mode, hashed(directory, name, path));
            }
        };
    }

    private BlobId hashed(Directory directory, String name, String path) throws Refusal, DiskFault {
        try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            long size = file.status().sizeBytes();
            BlobDigest digest = new BlobDigest(size);
            for (long at = 0; at < size; ) {
                int count = file.read(piece, 0, (int) Math.min(piece.length, size - at), at);
                if (count < 0) {
                    throw Look.changed(path);
                }
                digest.add(piece, 0, count);
                at += count;
            }
            return digest.id();
        }
    }
}
