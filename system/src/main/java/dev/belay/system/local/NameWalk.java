package dev.belay.system.local;

import dev.belay.system.DiskFault;
import dev.belay.system.FileNames;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Spliterator;
import java.util.Spliterators.AbstractSpliterator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// One walk over the names of a directory, a buffer at a time, however many there are.
final class NameWalk extends AbstractSpliterator<String> {
    private static final int BUFFER_BYTES = 32 << 10;

    private final Descriptor descriptor;
    private final String label;
    private final byte[] bytes = new byte[BUFFER_BYTES];
    private final ByteBuffer entries =
            ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).limit(0);

    NameWalk(Descriptor descriptor, String label) {
        super(Long.MAX_VALUE, Spliterator.NONNULL);
        this.descriptor = descriptor;
        this.label = label;
    }

    /// The walk, which must be closed.
    Stream<String> names() {
        return StreamSupport.stream(this, false).onClose(descriptor::close);
    }

    @Override
    public boolean tryAdvance(Consumer<? super String> action) {
        while (entries.hasRemaining() || refill()) {
            String name = next();
            if (!name.equals(".") && !name.equals("..")) {
                action.accept(name);
                return true;
            }
        }
        return false;
    }

    /// Whether there was anything left.
    private boolean refill() {
        int length = descriptor.use(number -> Posix.getdents(number, BUFFER_BYTES));
        if (length == -Abi.ENOENT) {
            return false; // The directory was removed, and for that it had to be empty.
        }
        try {
            LocalDisk.checked("list", label, length);
        } catch (DiskFault e) {
            throw new UncheckedIOException(e);
        }
        Scratch.ofThread().takeContent(bytes, 0, length);
        entries.limit(length).position(0);
        return length > 0;
    }

    private String next() {
        int start = entries.position();
        int from = start + Abi.DIRENT_NAME;
        int to = from;
        while (bytes[to] != 0) {
            to++;
        }
        entries.position(start + (entries.getShort(start + Abi.DIRENT_LENGTH) & 0xFFFF));
        return FileNames.decode(bytes, from, to - from);
    }
}
