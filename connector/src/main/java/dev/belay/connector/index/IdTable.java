package dev.belay.connector.index;

import dev.belay.connector.Decimals;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Ids, each with up to eight marks.
///
/// An id that is a decimal number below 2^64, as all of Discord are, takes nine bytes and the slack
/// of a hash table; any other takes a string.
///
/// - **Threads:** one at a time.
public final class IdTable {
    private static final int CAPACITY_MIN = 16;
    private static final int CAPACITY_MAX = 1 << 30;
    private static final int PACKED_BYTES = Long.BYTES + 1;

    /// Numbers, unsigned; 0 is a free place, and no number of ours.
    private long[] numbers;

    private byte[] marks;
    private int used;
    private final Map<String, Byte> others = new HashMap<>();

    public IdTable() {
        this(0);
    }

    /// @param room for so many numbers
    private IdTable(int room) {
        int capacity = CAPACITY_MIN;
        while (capacity < CAPACITY_MAX && capacity / 3 * 2 < room) {
            capacity *= 2;
        }
        numbers = new long[capacity];
        marks = new byte[capacity];
    }

    /// Writes all of it down; [#read] has it back.
    void write(DataOutputStream out) throws IOException {
        long[] all = new long[used];
        byte[] allMarks = new byte[used];
        int count = 0;
        for (int place = 0; place < numbers.length; place++) {
            if (numbers[place] != 0) {
                all[count] = numbers[place];
                allMarks[count++] = marks[place];
            }
        }
        out.writeInt(count);
        Packing.numbers(out, all);
        out.write(allMarks);
        out.writeInt(others.size());
        for (Map.Entry<String, Byte> other : others.entrySet()) {
            Packing.text(out, other.getKey());
            out.writeByte(other.getValue());
        }
    }

    /// @throws RuntimeException for what [#write] has not written
    static IdTable read(ByteBuffer in) {
        int count = Packing.count(in, PACKED_BYTES);
        IdTable table = new IdTable(count);
        long[] all = Packing.numbers(in, count);
        byte[] allMarks = Packing.bytes(in, count);
        for (int i = 0; i < count; i++) {
            if (all[i] == 0) {
                throw new IllegalArgumentException("0 is no id");
            }
            int place = place(table.numbers, all[i]);
            table.used += table.numbers[place] == 0 ? 1 : 0;
            table.numbers[place] = all[i];
            table.marks[place] = allMarks[i];
        }
        int others = Packing.count(in, 1);
        for (int i = 0; i < others; i++) {
            table.others.put(Packing.text(in), in.get());
        }
        return table;
    }

    /// All marks of an id; 0 for one that is not here.
    public int marks(String id) {
        long number = Decimals.number(id);
        if (number == 0) {
            return others.getOrDefault(id, (byte) 0) & 0xFF;
        }
        int place = place(numbers, number);
        return numbers[place] == 0 ? 0 : marks[place] & 0xFF;
    }

    /// Whether an id has every one of these marks.
    public boolean has(String id, int wanted) {
        return (marks(id) & wanted) == wanted;
    }

    /// Gives an id marks.
    ///
    /// @return whether it lacked one of them
    public boolean add(String id, int more) {
        long number = Decimals.number(id);
        if (number == 0) {
            int before = others.getOrDefault(id, (byte) 0) & 0xFF;
            others.put(id, (byte) (before | more));
            return (before | more) != before;
        }
        int place = placeFor(number);
        int before = marks[place] & 0xFF;
        marks[place] = (byte) (before | more);
        return (before | more) != before;
    }

    /// Takes marks from an id.
    public void remove(String id, int less) {
        long number = Decimals.number(id);
        if (number == 0) {
            others.computeIfPresent(id, (_, before) -> (byte) (before & ~less));
        } else {
            int place = place(numbers, number);
            marks[place] &= (byte) ~less;
        }
    }

    /// How many ids have every one of these marks.
    public long count(int wanted) {
        long count = others.values().stream().filter(it -> (it & wanted) == wanted).count();
        for (int place = 0; place < numbers.length; place++) {
            if (numbers[place] != 0 && (marks[place] & wanted) == wanted) {
                count++;
            }
        }
        return count;
    }

    /// Shows each id that has all marks `wanted` and none of `unwanted`, in no order.
    public void forEach(int wanted, int unwanted, Consumer<String> visitor) {
        for (int place = 0; place < numbers.length; place++) {
            int found = marks[place];
            if (numbers[place] != 0 && (found & wanted) == wanted && (found & unwanted) == 0) {
                visitor.accept(Long.toUnsignedString(numbers[place]));
            }
        }
        others.forEach((id, found) -> {
            if ((found & wanted) == wanted && (found & unwanted) == 0) {
                visitor.accept(id);
            }
        });
    }

    /// Where a number is, which is here from now on.
    private int placeFor(long number) {
        int place = place(numbers, number);
        if (numbers[place] == 0) {
            if (used + 1 > numbers.length / 3 * 2) {
                grow();
                place = place(numbers, number);
            }
            numbers[place] = number;
            used++;
        }
        return place;
    }

    private void grow() {
        if (numbers.length == CAPACITY_MAX) {
            throw new IllegalStateException("more ids than memory can hold");
        }
        long[] more = new long[numbers.length * 2];
        byte[] moreMarks = new byte[more.length];
        for (int from = 0; from < numbers.length; from++) {
            if (numbers[from] != 0) {
                int to = place(more, numbers[from]);
                more[to] = numbers[from];
                moreMarks[to] = marks[from];
            }
        }
        numbers = more;
        marks = moreMarks;
    }

    /// Where a number is, or would be.
    private static int place(long[] table, long number) {
        int mask = table.length - 1;
        int place = (int) Hashes.mix(number) & mask;
        while (table[place] != 0 && table[place] != number) {
            place = (place + 1) & mask;
        }
        return place;
    }
}
