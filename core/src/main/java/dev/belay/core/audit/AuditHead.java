package dev.belay.core.audit;

import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DurableFile;
import dev.belay.core.file.PrivateFile;
import dev.belay.core.file.WriteOnceFile;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;

/// The file that records how far the audit log went, so that a missing end is noticed. Its format
/// is in `docs/formats/audit-v1.md`.
///
/// It has two slots. The anchor is durable and is only replaced with the whole file; the latest is
/// written in place after each append, and not synced.
///
/// - **Durable:** a slot never names a line that is not durable.
/// - **Crash:** a power cut may take the latest slot back, or leave garbage that its checksum
///   reveals; the anchor stays.
/// - **Threads:** one writer, which holds the lock of the log. Any number of readers.
final class AuditHead {
    /// A power cut may hide the loss of at most this many lines less one.
    static final int ANCHOR_DISTANCE = 64;

    /// The slots lie in sectors of their own, so that writing one cannot harm the other.
    static final int LATEST_FROM = 512;

    static final int SLOT_BYTES = 200;
    private static final int FILE_BYTES = LATEST_FROM + SLOT_BYTES;
    private static final String FORMAT = "belay-audit-head";
    private static final int VERSION = 1;
    private static final int HASH_LENGTH = 64;

    private final World world;
    private final Directory directory;
    private final String name;
    private final DurableFile file;

    AuditHead(World world, Directory directory, String name) {
        this.world = world;
        this.directory = directory;
        this.name = name;
        this.file = new DurableFile(directory, name, world.randomness());
    }

    /// What the file says.
    sealed interface Reading {
        record Absent() implements Reading {}

        record Damaged(String why) implements Reading {}

        /// How far the log goes.
        ///
        /// @param latest the furthest that is known
        /// @param anchored how many lines the anchor covers
        record Good(ChainEnd latest, long anchored) implements Reading {}
    }

    Reading read() throws Refusal {
        Optional<BoundedFile> whole = BoundedFile.read(directory, name, FILE_BYTES);
        if (whole.isEmpty()) {
            return new Reading.Absent();
        }
        byte[] bytes = whole.get().bytes();
        if (bytes.length != FILE_BYTES) {
            return new Reading.Damaged("has not the length of a head");
        }
        Optional<ChainEnd> anchor = decode(bytes, 0);
        if (anchor.isEmpty()) {
            return new Reading.Damaged("holds no valid anchor");
        }
        long anchored = anchor.get().count();
        ChainEnd latest =
                decode(bytes, LATEST_FROM)
                        .filter(end -> end.count() >= anchored)
                        .orElse(anchor.get());
        return new Reading.Good(latest, anchored);
    }

    /// Creates the file for a log without lines, durably, unless it is there.
    void create() throws DiskFault {
        WriteOnceFile.publish(directory, name, encode(ChainEnd.START), world.randomness());
    }

    /// The same in place of one that is there; a second sync would do nothing for a name whose
    /// first has failed.
    void createAnew() throws DiskFault {
        directory.unlink(name);
        create();
    }

    /// Records that the log goes to `end`, all of which is durable.
    ///
    /// @return how many lines the anchor covers now
    long advance(ChainEnd end, long anchored) throws IOException {
        byte[] slot = slot(end);
        try (OpenFile open = directory.open(name, 0, OpenOption.READ, OpenOption.WRITE)) {
            if (PrivateFile.furtherName(open.status()).isPresent()) {
                return anchor(end, anchored); // The other name, of a backup say, keeps the file.
            }
            int count = open.write(slot, 0, slot.length, LATEST_FROM);
            if (count != slot.length) {
                throw new DiskFault("write", open.label(), Errno.EIO, "not all was written");
            }
        }
        return end.count() - anchored >= ANCHOR_DISTANCE ? anchor(end, anchored) : anchored;
    }

    private long anchor(ChainEnd end, long anchored) throws IOException {
        try {
            file.removeTemporaries();
            file.replace(encode(end), () -> {}); // The lock of the log is held by this turn.
            return end.count();
        } catch (DiskFault fault) {
            if (fault.isFull()) {
                return anchored; // The latest slot is written; the anchor can wait for room.
            }
            throw fault;
        }
    }

    private static byte[] encode(ChainEnd end) {
        byte[] bytes = new byte[FILE_BYTES];
        Arrays.fill(bytes, (byte) ' ');
        byte[] slot = slot(end);
        System.arraycopy(slot, 0, bytes, 0, SLOT_BYTES);
        bytes[SLOT_BYTES - 1] = ' ';
        bytes[LATEST_FROM - 1] = '\n';
        System.arraycopy(slot, 0, bytes, LATEST_FROM, SLOT_BYTES);
        return bytes;
    }

    /// A JSON object, spaces, and a line feed.
    private static byte[] slot(ChainEnd end) {
        JsonObject fields =
                JsonObject.builder()
                        .put("format", FORMAT)
                        .put("version", VERSION)
                        .put("count", end.count())
                        .put("bytes", end.bytes())
                        .put("hash", end.hash())
                        .put("crc32c", checksum(end))
                        .build();
        byte[] text = JsonText.print(fields).getBytes(StandardCharsets.US_ASCII);
        byte[] slot = Arrays.copyOf(text, SLOT_BYTES);
        Arrays.fill(slot, text.length, SLOT_BYTES - 1, (byte) ' ');
        slot[SLOT_BYTES - 1] = '\n';
        return slot;
    }

    private static Optional<ChainEnd> decode(byte[] file, int from) {
        byte[] slot = Arrays.copyOfRange(file, from, from + SLOT_BYTES);
        JsonObject fields;
        try {
            if (!(JsonText.parse(slot, JsonLimits.ofBytes(SLOT_BYTES))
                    instanceof JsonObject read)) {
                return Optional.empty();
            }
            fields = read;
        } catch (JsonSyntax _) {
            return Optional.empty();
        }
        ChainEnd end =
                new ChainEnd(
                        fields.safeInteger("count").orElse(-1),
                        fields.safeInteger("bytes").orElse(-1),
                        fields.string("hash").orElse(""));
        boolean good =
                fields.string("format").orElse("").equals(FORMAT)
                        && fields.safeInteger("version").orElse(0) == VERSION
                        && end.count() >= 0
                        && end.bytes() >= 0
                        && end.hash().length() == HASH_LENGTH
                        && fields.string("crc32c").orElse("").equals(checksum(end));
        return good ? Optional.of(end) : Optional.empty();
    }

    private static String checksum(ChainEnd end) {
        String text =
                FORMAT
                        + (" " + VERSION)
                        + (" " + end.count())
                        + (" " + end.bytes())
                        + (" " + end.hash());
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
