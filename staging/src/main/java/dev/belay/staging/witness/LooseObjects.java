package dev.belay.staging.witness;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.belay.staging.git.GitObject;
import dev.belay.staging.git.ObjectReader;
import dev.belay.staging.tree.TreeWay;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Reads objects that are files of their own. Git takes sixteen calls of the kernel for each of
/// them, and this four.
///
/// - **Threads:** one.
/// - **Refuses:** a file that is no packed object of that kind and length, or that is gone.
final class LooseObjects implements ObjectSource, AutoCloseable {
    private static final int PIECE_BYTES = 64 << 10;
    private static final int PREFIX_DIGITS = 2;
    private static final int CUT_OFF = -1;

    /// What a file begins with once it is unpacked.
    private static final Pattern HEADER = Pattern.compile("(\\w{4,6}) (\\d{1,18})\0");

    private static final int HEADER_BYTES_MAX = 26;

    private final TreeWay way;
    private final Budget budget;
    private final Inflater inflater = new Inflater();
    private final byte[] packed = new byte[PIECE_BYTES];
    private final byte[] piece = new byte[PIECE_BYTES];
    private long at;

    /// @param objects the directory of that name, which stays open
    LooseObjects(Directory objects, Budget budget) {
        this.way = new TreeWay(objects);
        this.budget = budget;
    }

    /// Where an object would be, from the directory of all objects on.
    static String path(GitObject object) {
        return object.id().substring(0, PREFIX_DIGITS) + "/" + object.id().substring(PREFIX_DIGITS);
    }

    @Override
    public void read(List<GitObject> objects, ObjectReader.Receiver receiver) throws IOException {
        for (int number = 0; number < objects.size(); number++) {
            GitObject object = objects.get(number);
            try (OpenFile file = open(path(object))) {
                if (!isRead(object, number, file, receiver)) {
                    throw HashedObjects.damaged(object);
                }
            } catch (DataFormatException damaged) {
                throw HashedObjects.damaged(object).because(damaged);
            }
        }
    }

    private OpenFile open(String path) throws IOException {
        try {
            Directory directory =
                    way.parentOf(path).orElseThrow(() -> StoreFiles.changed("objects/" + path));
            return directory.open(TreeWay.nameOf(path), 0, OpenOption.READ);
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT || fault.errno() == Errno.ELOOP) {
                throw StoreFiles.changed("objects/" + path).because(fault);
            }
            throw fault;
        }
    }

    private boolean isRead(
            GitObject object, int number, OpenFile file, ObjectReader.Receiver receiver)
            throws IOException, DataFormatException {
        at = 0;
        inflater.reset();
        int count = unpack(file);
        int length = Math.clamp(count, 0, HEADER_BYTES_MAX);
        Matcher header = HEADER.matcher(new String(piece, 0, length, US_ASCII));
        if (!header.lookingAt() || !header.group(1).equals(object.kind().word())) {
            return false;
        }
        long left = Long.parseLong(header.group(2));
        budget.allow(left, 1);
        receiver.begins(number, left);
        int from = header.end();
        while (count > 0 && count - from <= left) {
            receiver.takes(piece, from, count - from);
            left -= count - from;
            from = 0;
            count = unpack(file);
        }
        boolean isWhole = count == 0 && left == 0 && isAtEnd(file);
        if (isWhole) {
            receiver.ends(number);
        }
        return isWhole;
    }

    /// How many bytes are in the piece that comes next; 0 behind the last one.
    private int unpack(OpenFile file) throws IOException, DataFormatException {
        int count = inflater.inflate(piece);
        while (count == 0 && !inflater.finished()) {
            if (!inflater.needsInput()) {
                throw new DataFormatException("needs a dictionary");
            }
            budget.left();
            int more = file.read(packed, 0, packed.length, at);
            if (more <= 0) {
                return CUT_OFF;
            }
            inflater.setInput(packed, 0, more);
            at += more;
            count = inflater.inflate(piece);
        }
        return count;
    }

    private boolean isAtEnd(OpenFile file) throws DiskFault {
        return inflater.getRemaining() == 0 && file.read(packed, 0, 1, at) < 0;
    }

    @Override
    public void close() {
        way.back();
        inflater.end();
    }
}
