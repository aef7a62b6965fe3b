package dev.belay.deletion.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/// The text of a file as it was last written, kept so that the next one costs as much as changes.
///
/// Behind the head, each record's text is followed by a separator. Only [#bytes] puts the tail in
/// the place of the last one.
///
/// - **Threads:** one at a time, which holds the lock of the journal.
final class FileText {
    /// Room for a few new records, before all is moved to a larger array.
    private static final int SPARE_BYTES = 4096;

    private final Contents contents;
    private byte[] bytes;

    /// Behind the last separator.
    private int end;

    FileText(Contents contents) {
        this.contents = contents;
        int length = DeletionFormat.HEAD.length;
        for (Entry entry : contents.entries()) {
            length = Math.addExact(length, unitBytes(entry));
        }
        bytes = Arrays.copyOf(DeletionFormat.HEAD, Math.addExact(length, SPARE_BYTES));
        end = DeletionFormat.HEAD.length;
        contents.entries().forEach(this::append);
    }

    /// A record's place: where its text begins, and where the unit of text and separator ends.
    private record Place(Entry entry, int from, int to) {}

    /// Whether this is the text of these records, changed by no draft but those given to [#edit].
    boolean isOf(Contents others) {
        return contents == others;
    }

    /// Makes the changes of a draft that was not applied yet. The text is of no more use when the
    /// draft is not applied then.
    void edit(Draft draft) {
        if (end > DeletionFormat.HEAD.length) {
            put(end - DeletionFormat.BETWEEN.length, DeletionFormat.BETWEEN);
        }
        List<Place> changed = changedPlaces(draft);
        if (!changed.isEmpty()) {
            rewriteFrom(changed.getLast().from(), changed.reversed(), draft);
        }
        draft.appended().forEach(this::append);
    }

    /// The whole file, good until the next [#edit].
    ByteBuffer bytes() {
        if (end == DeletionFormat.HEAD.length) {
            return ByteBuffer.wrap(DeletionFormat.EMPTY.clone());
        }
        int from = end - DeletionFormat.BETWEEN.length;
        reserve(DeletionFormat.TAIL.length);
        put(from, DeletionFormat.TAIL);
        return ByteBuffer.wrap(bytes, 0, from + DeletionFormat.TAIL.length);
    }

    /// From the last to the first, since it is mostly young records that change.
    private List<Place> changedPlaces(Draft draft) {
        List<Place> places = new ArrayList<>();
        int to = end;
        Iterator<Entry> entries = draft.base().entries().reversed().iterator();
        while (places.size() < draft.changedInPlace() && entries.hasNext()) {
            Entry entry = entries.next();
            int from = to - unitBytes(entry);
            if (draft.isTouched(entry.id())) {
                places.add(new Place(entry, from, to));
            }
            to = from;
        }
        return places;
    }

    private void rewriteFrom(int first, List<Place> changed, Draft draft) {
        byte[] old = Arrays.copyOfRange(bytes, first, end);
        int copied = 0;
        end = first;
        for (Place place : changed) {
            append(old, copied, place.from() - first);
            Entry next = draft.inPlace(place.entry());
            if (next != null) {
                append(next);
            }
            copied = place.to() - first;
        }
        append(old, copied, old.length);
    }

    private void append(Entry entry) {
        append(entry.text(), 0, entry.text().length);
        append(DeletionFormat.BETWEEN, 0, DeletionFormat.BETWEEN.length);
    }

    private void append(byte[] from, int start, int stop) {
        reserve(stop - start);
        System.arraycopy(from, start, bytes, end, stop - start);
        end += stop - start;
    }

    private void put(int at, byte[] text) {
        System.arraycopy(text, 0, bytes, at, text.length);
    }

    private void reserve(int more) {
        int needed = Math.addExact(end, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.addExact(needed, SPARE_BYTES));
        }
    }

    private static int unitBytes(Entry entry) {
        return entry.text().length + DeletionFormat.BETWEEN.length;
    }
}
