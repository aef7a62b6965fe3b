package dev.belay.sim.disk;

import dev.belay.sim.gate.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a file holds for its readers, and what a power cut would leave of it.
final class FileContent implements Inode.Body {
    private Bytes visible;
    private Bytes durable;
    private final List<Change> pending = new ArrayList<>();
    private @Nullable Long fingerprint;

    FileContent() {
        this(new Bytes());
    }

    /// Content that is durable.
    FileContent(Bytes content) {
        visible = content;
        durable = content.copy();
    }

    /// A change that is visible and may or may not survive.
    private static final class Change {
        private final int position;

        /// Null for a truncation to `position`.
        private byte @Nullable [] written;

        private Fate fate = Fate.OPEN;

        Change(int position, byte @Nullable [] written) {
            this.position = position;
            this.written = written;
        }

        void applyTo(Bytes bytes, Shape shape) {
            byte[] source = written;
            if (source == null) {
                if (shape == Shape.WHOLE) {
                    bytes.resize(position);
                }
                return;
            }
            int length = shape.length(source.length);
            if (shape == Shape.ZEROS) {
                bytes.resize(Math.max(bytes.size(), position + source.length));
            } else if (length > 0) {
                bytes.write(position, source, 0, length);
            }
        }

        List<Shape> shapes() {
            if (fate == Fate.CERTAIN) {
                return List.of(Shape.WHOLE);
            }
            return written == null ? Shape.OF_TRUNCATION : Shape.OF_WRITE;
        }
    }

    /// What of a write a power cut leaves.
    private enum Shape {
        WHOLE,
        ALL_BUT_THE_LAST_BYTE,
        HALF,
        /// The new length, and zeros where nothing was before.
        ZEROS,
        NOTHING;

        static final List<Shape> OF_WRITE = List.of(values());
        static final List<Shape> OF_TRUNCATION = List.of(WHOLE, NOTHING);

        int length(int whole) {
            return switch (this) {
                case WHOLE -> whole;
                case ALL_BUT_THE_LAST_BYTE -> whole - 1;
                case HALF -> whole / 2;
                case ZEROS, NOTHING -> 0;
            };
        }
    }

    int size() {
        return visible.size();
    }

    byte[] toArray() {
        return visible.toArray();
    }

    /// A copy of what surely survives a power cut.
    Bytes durable() {
        return durable.copy();
    }

    int read(byte[] buffer, int offset, int length, long position) {
        return visible.read(buffer, offset, length, position);
    }

    /// Writes what becomes one change, which a power cut may leave in part.
    void write(int position, byte[] bytes) {
        visible.write(position, bytes, 0, bytes.length);
        pending.add(new Change(position, bytes.clone()));
        fingerprint = null;
    }

    /// Writes the rest of what the last [#write] began.
    void writeRest(int position, byte[] rest) {
        Change first = pending.isEmpty() ? null : pending.getLast();
        write(position, rest);
        // Another process may have synced the first half: then the rest is a change by itself.
        if (first != null && first.fate == Fate.OPEN) {
            byte[] begun = first.written;
            if (begun != null && first.position + begun.length == position) {
                pending.removeLast();
                first.written = concat(begun, rest);
            }
        }
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    void truncate(int size) {
        visible.resize(size);
        pending.add(new Change(size, null));
        fingerprint = null;
    }

    void sync() {
        pending.stream().filter(c -> c.fate == Fate.OPEN).forEach(c -> c.fate = Fate.CERTAIN);
        // What a failed sync dropped stays in doubt, and with it the order of all that followed.
        while (!pending.isEmpty() && pending.getFirst().fate == Fate.CERTAIN) {
            pending.removeFirst().applyTo(durable, Shape.WHOLE);
        }
    }

    /// A sync failed: the changes so far are visible, and no later sync makes them durable.
    void drop() {
        pending.stream().filter(c -> c.fate == Fate.OPEN).forEach(c -> c.fate = Fate.DROPPED);
    }

    /// All that a power cut may leave, what is visible first.
    List<Bytes> survivors(long seed) {
        Map<Long, Bytes> distinct = new LinkedHashMap<>();
        List<List<Shape>> shapes = pending.stream().map(Change::shapes).toList();
        for (int[] choice : Combinations.of(shapes.stream().mapToInt(List::size), seed)) {
            Bytes content = durable.copy();
            for (int i = 0; i < choice.length; i++) {
                pending.get(i).applyTo(content, shapes.get(i).get(choice[i]));
            }
            distinct.putIfAbsent(content.fingerprint(), content);
        }
        return List.copyOf(distinct.values());
    }

    boolean isDurable() {
        return pending.isEmpty();
    }

    /// Adds what is durable and what may become so.
    void printPending(Fingerprint print) {
        print.add(durable.fingerprint()).add(pending.size());
        for (Change change : pending) {
            byte[] written = change.written;
            print.add(change.position).add(change.fate.name());
            if (written != null) {
                print.add(written, 0, written.length);
            }
        }
        print.add(visible.fingerprint());
    }

    FileContent copy() {
        FileContent copy = new FileContent(visible.copy());
        copy.durable = durable.copy();
        for (Change change : pending) {
            Change other = new Change(change.position, change.written);
            other.fate = change.fate;
            copy.pending.add(other);
        }
        return copy;
    }

    long fingerprint() {
        Long known = fingerprint;
        if (known == null) {
            known = visible.fingerprint();
            fingerprint = known;
        }
        return known;
    }
}
