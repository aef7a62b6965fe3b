package dev.belay.connector.journal;

import dev.belay.connector.index.Tables;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DurableFile;
import dev.belay.core.file.OwnershipCheck;
import dev.belay.core.file.PrivateFile;
import dev.belay.core.log.LogPrefix;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.World;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/// What the logs of a binding say, beside them in `.index`, so that a start need not make it out of
/// every line again. The format is in `docs/formats/connector-index-v1.md`.
///
/// It is a hint and never authority: it is made from the files alone, and used only where its own
/// checksum holds and each log begins with the very bytes that it was made from. Whatever is wrong
/// with it costs a slower start, and nothing else.
///
/// - **Atomic:** a reader finds the old one, the new one, or none that it uses.
/// - **Threads:** any number, beside an owner that appends.
final class JournalIndex {
    static final String NAME = ".index";

    private static final byte[] HEAD =
            "belay connector index 1\n".getBytes(StandardCharsets.US_ASCII);
    private static final int PREFIX_BYTES = 2 * Long.BYTES + Integer.BYTES;

    /// That of some twenty million messages; a longer one is neither written nor read.
    private static final int BYTES_MAX = 1 << 29;

    private final World world;
    private final Directory directory;

    /// How much of the logs it speaks of, as far as is known. Guarded by this.
    private long coveredBytes;

    JournalIndex(World world, Directory directory) {
        this.world = world;
        this.directory = directory;
    }

    /// Lets logs take what it knows of them, before they are read, where it is surely theirs.
    ///
    /// @return whether they did
    synchronized boolean fill(Logs logs) {
        coveredBytes = 0;
        try {
            Optional<BoundedFile> file = BoundedFile.read(directory, NAME, BYTES_MAX);
            if (file.isEmpty() || !isWhole(file.get().bytes())) {
                return false;
            }
            ByteBuffer in = ByteBuffer.wrap(file.get().bytes());
            in.position(HEAD.length + Integer.BYTES);
            List<LogPrefix> prefixes = prefixes(in, logs.all().size());
            if (!logs.begin(prefixes)) {
                return false;
            }
            logs.take(prefixes, Tables.read(in));
            coveredBytes = coveredBy(prefixes);
            return true;
        } catch (IOException | RuntimeException _) {
            return false; // What is wrong with the logs themselves is said when they are read.
        }
    }

    /// Makes it anew from the files, where it lacks much of them.
    ///
    /// @param lackMin how many bytes are much
    /// @param owner of the binding
    /// @return whether it was written
    synchronized boolean refresh(long lackMin, OwnershipCheck owner) throws IOException {
        Logs logs = new Logs(world, directory);
        if (logs.sizeBytes() - coveredBytes < lackMin) {
            return false;
        }
        fill(logs);
        logs.load();
        logs.loadDrops();
        Optional<List<LogPrefix>> prefixes = logs.prefixes();
        if (prefixes.isEmpty()) {
            return false;
        }
        byte[] bytes = bytes(prefixes.get(), logs.tables());
        if (bytes.length > BYTES_MAX) {
            return false;
        }
        removeWhatIsNone();
        new DurableFile(directory, NAME, world.randomness()).replace(bytes, owner);
        coveredBytes = coveredBy(prefixes.get());
        return true;
    }

    /// How long the logs are.
    long logBytes() throws DiskFault {
        return new Logs(world, directory).sizeBytes();
    }

    private void removeWhatIsNone() throws DiskFault {
        Optional<FileStatus> found = directory.status(NAME);
        if (found.isPresent() && PrivateFile.flaw(directory, found.get()).isPresent()) {
            directory.unlink(NAME);
        }
    }

    private static long coveredBy(List<LogPrefix> prefixes) {
        return prefixes.stream().mapToLong(LogPrefix::bytes).sum();
    }

    private static byte[] bytes(List<LogPrefix> prefixes, Tables tables) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(HEAD);
        out.writeInt(0); // The checksum of what follows, once that is there.
        for (LogPrefix prefix : prefixes) {
            out.writeLong(prefix.bytes());
            out.writeLong(prefix.lines());
            out.writeInt(prefix.checksum());
        }
        tables.write(out);
        byte[] all = bytes.toByteArray();
        ByteBuffer.wrap(all).putInt(HEAD.length, checksum(all));
        return all;
    }

    private static boolean isWhole(byte[] all) {
        return all.length >= HEAD.length + Integer.BYTES
                && Arrays.equals(all, 0, HEAD.length, HEAD, 0, HEAD.length)
                && ByteBuffer.wrap(all).getInt(HEAD.length) == checksum(all);
    }

    private static int checksum(byte[] all) {
        int from = HEAD.length + Integer.BYTES;
        CRC32C checksum = new CRC32C();
        checksum.update(all, from, all.length - from);
        return (int) checksum.getValue();
    }

    private static List<LogPrefix> prefixes(ByteBuffer in, int count) {
        List<LogPrefix> prefixes = new ArrayList<>();
        for (int log = 0; log < count && in.remaining() >= PREFIX_BYTES; log++) {
            prefixes.add(new LogPrefix(in.getLong(), in.getLong(), in.getInt()));
        }
        return prefixes;
    }
}
