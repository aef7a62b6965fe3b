package dev.belay.staging.freeze;

import dev.belay.core.error.Refusal;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.Entry;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.manifest.TreePath;
import dev.belay.staging.tree.TreeWay;
import dev.belay.staging.tree.Workers;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
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
    private static final int PIECE_BYTES = 64 << 10;

    /// So many are work for one thread.
    private static final int PIECE_DIRECTORIES = 16;

    private final Directory payload;
    private final Map<String, Entry.Content> known;

    private PayloadInventory(Directory payload, List<SourceFile> copied) {
        this.payload = payload;
        this.known = HashMap.newHashMap(copied.size());
        for (SourceFile file : copied) {
            String path = SOURCE + file.path();
            known.put(path, new Entry.Content(path, file.mode(), file.blob()));
        }
    }

    /// The entries of `payload`, in order. What was copied is below its `source`.
    public static List<Entry> of(Directory payload, List<SourceFile> copied) throws IOException {
        PayloadInventory inventory = new PayloadInventory(payload, copied);
        List<Entry> entries = new ArrayList<>();
        try (Workers workers = Workers.create()) {
            List<String> level = List.of("");
            while (!level.isEmpty()) {
                List<String> below = new ArrayList<>();
                for (List<Entry> found :
                        workers.each(
                                Workers.pieces(level, PIECE_DIRECTORIES), inventory::entriesOf)) {
                    entries.addAll(found);
                    found.stream()
                            .filter(entry -> entry instanceof Entry.Folder)
                            .forEach(folder -> below.add(folder.path()));
                }
                level = below;
            }
        }
        entries.sort(Comparator.comparing(Entry::path, TreePath.BYTE_ORDER));
        return List.copyOf(entries);
    }

    private List<Entry> entriesOf(List<String> directories) throws Refusal, DiskFault {
        List<Entry> entries = new ArrayList<>();
        TreeWay way = new TreeWay(payload);
        try {
            for (String parent : directories) {
                Directory directory = way.at(parent).orElseThrow(() -> Look.changed(parent));
                for (String name : directory.walk(Stream::toList)) {
                    entries.add(
                            entry(directory, name, parent.isEmpty() ? name : parent + "/" + name));
                }
            }
            return entries;
        } finally {
            way.back();
        }
    }

    private Entry entry(Directory directory, String name, String path) throws Refusal, DiskFault {
        FileStatus status = directory.status(name).orElseThrow(() -> Look.changed(path));
        return switch (status.kind()) {
            case DIRECTORY -> new Entry.Folder(path);
            case REGULAR, SYMBOLIC_LINK -> content(directory, name, path, status);
            case PIPE, SOCKET, DEVICE -> throw Look.special(path, status.kind());
        };
    }

    private Entry content(Directory directory, String name, String path, FileStatus status)
            throws Refusal, DiskFault {
        Entry.Content file = known.get(path);
        if (file != null) {
            return file;
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

    private static BlobId hashed(Directory directory, String name, String path)
            throws Refusal, DiskFault {
        byte[] piece = new byte[PIECE_BYTES];
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
