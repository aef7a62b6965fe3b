package dev.belay.staging.warm;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.freeze.Freezer.Lists;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.staging.warm.WarmIndex.Seal;
import dev.belay.system.FileKind;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The codec of an index, docs/formats/warm-index-v1.md.
final class WarmFormat {
    /// A longer index is neither written nor read.
    static final int BYTES_MAX = 128 << 20;

    private static final byte[] MAGIC = "BELAYWI1".getBytes(StandardCharsets.US_ASCII);
    private static final int CHECKSUM_BYTES = Integer.BYTES;

    /// In the order of their numbers.
    private static final List<FileMode> MODES =
            List.of(FileMode.REGULAR, FileMode.EXECUTABLE, FileMode.LINK);

    private static final List<FileKind> KINDS = List.of(FileKind.REGULAR, FileKind.SYMBOLIC_LINK);

    private WarmFormat() {}

    static byte[] write(WarmIndex index) throws InvalidFormat {
        Output out = new Output(BYTES_MAX);
        out.bytes(MAGIC);
        out.text(index.id().value());
        out.text(index.source().device());
        out.text(index.source().inode());
        out.number(index.permissions());
        out.text(index.lists().index().hex());
        out.text(index.lists().untracked().hex());
        out.flag(index.lists().trustsModes());
        files(out, index.files());
        SavedRepository repository = index.repository();
        out.flag(repository != null);
        if (repository != null) {
            repository(out, repository);
        }
        out.text(index.seal().manifest().hex());
        out.text(index.seal().deleted().hex());
        out.number(checksum(out.array(), out.length()));
        return out.toByteArray();
    }

    private static void files(Output out, Collection<WarmFile> files) throws InvalidFormat {
        out.number(files.size());
        for (WarmFile file : files) {
            file(out, file);
        }
    }

    private static void file(Output out, WarmFile file) throws InvalidFormat {
        out.text(file.path());
        out.octet(MODES.indexOf(file.mode()));
        out.number(file.blob().first());
        out.number(file.blob().second());
        out.number(file.blob().third());
        Stamp source = file.source();
        out.flag(source != null);
        if (source != null) {
            stamp(out, source);
        }
        stamp(out, file.copy());
        out.flag(file.isFresh());
    }

    private static void stamp(Output out, Stamp stamp) throws InvalidFormat {
        out.octet(KINDS.indexOf(stamp.kind()));
        out.number(stamp.device());
        out.number(stamp.inode());
        out.number(stamp.permissions());
        out.number(stamp.sizeBytes());
        instant(out, stamp.modified());
        instant(out, stamp.changed());
    }

    private static void instant(Output out, Instant instant) throws InvalidFormat {
        out.number(instant.getEpochSecond());
        out.number(instant.getNano());
    }

    private static void repository(Output out, SavedRepository repository) throws InvalidFormat {
        out.text(repository.inputs().hex());
        out.number(repository.folders().size());
        for (var folder : repository.folders().entrySet()) {
            out.text(folder.getKey());
            out.number(folder.getValue());
        }
        out.number(repository.files().size());
        for (SavedFile saved : repository.files()) {
            file(out, saved.file());
            byte[] content = saved.content().orElse(null);
            out.number(content == null ? -1 : content.length);
            out.bytes(content == null ? new byte[0] : content);
        }
    }

    /// Reads the whole of a file.
    static WarmIndex read(byte[] file) throws InvalidFormat {
        int length = file.length - CHECKSUM_BYTES;
        if (length < MAGIC.length
                || ByteBuffer.wrap(file).getInt(length) != checksum(file, length)) {
            throw new InvalidFormat("its checksum is wrong");
        }
        ByteBuffer in = ByteBuffer.wrap(file, 0, length);
        try {
            WarmIndex index = index(in);
            if (in.hasRemaining()) {
                throw new InvalidFormat("it goes on behind its end");
            }
            return index;
        } catch (BufferUnderflowException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | DateTimeException invalid) {
            throw new InvalidFormat("it is not of the form of an index");
        }
    }

    private static WarmIndex index(ByteBuffer in) throws InvalidFormat {
        for (byte expected : MAGIC) {
            if (in.get() != expected) {
                throw new InvalidFormat("it is of another version");
            }
        }
        return new WarmIndex(
                new StagingId(text(in)),
                new DirectoryIdentity(text(in), text(in)),
                in.getInt(),
                new Lists(new Digest(text(in)), new Digest(text(in)), flag(in)),
                files(in),
                flag(in) ? repository(in) : null,
                new Seal(new Digest(text(in)), new Digest(text(in))));
    }

    private static List<WarmFile> files(ByteBuffer in) {
        int count = count(in);
        List<WarmFile> files = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            files.add(file(in));
        }
        return files;
    }

    private static WarmFile file(ByteBuffer in) {
        return new WarmFile(
                text(in),
                MODES.get(in.get()),
                new BlobId(in.getLong(), in.getLong(), in.getInt()),
                flag(in) ? stamp(in) : null,
                stamp(in),
                flag(in));
    }

    private static Stamp stamp(ByteBuffer in) {
        return new Stamp(
                KINDS.get(in.get()),
                in.getLong(),
                in.getLong(),
                in.getInt(),
                in.getLong(),
                Instant.ofEpochSecond(in.getLong(), in.getInt()),
                Instant.ofEpochSecond(in.getLong(), in.getInt()));
    }

    private static SavedRepository repository(ByteBuffer in) {
        Digest inputs = new Digest(text(in));
        SortedMap<String, Integer> folders = new TreeMap<>();
        for (int i = count(in); i > 0; i--) {
            folders.put(text(in), in.getInt());
        }
        List<SavedFile> files = new ArrayList<>();
        for (int i = count(in); i > 0; i--) {
            files.add(new SavedFile(file(in), content(in)));
        }
        return new SavedRepository(inputs, folders, Collections.unmodifiableList(files));
    }

    private static byte @Nullable [] content(ByteBuffer in) {
        int length = in.getInt();
        return length < 0 ? null : bytes(in, length);
    }

    /// A count of what takes at least a byte each.
    private static int count(ByteBuffer in) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining()) {
            throw new BufferUnderflowException();
        }
        return count;
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        if (length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static String text(ByteBuffer in) {
        return new String(bytes(in, count(in)), StandardCharsets.UTF_8);
    }

    private static boolean flag(ByteBuffer in) {
        return in.get() != 0;
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return (int) checksum.getValue();
    }
}
