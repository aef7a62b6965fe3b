package dev.belay.connector.index;

import dev.belay.connector.index.NonceKey.Packed;
import dev.belay.connector.line.OutboxStatus;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Nonces, each with the status of its last line.
///
/// A nonce that looks like ours, and any of at most fifteen ASCII characters, takes seventeen bytes
/// and the slack of a hash table; any other takes a string.
///
/// - **Threads:** one at a time.
public final class NonceTable {
    private static final int CAPACITY_MIN = 16;
    private static final int CAPACITY_MAX = 1 << 29;
    private static final int STATUS_WIDTH = 3;
    private static final int STATUS_BITS = (1 << STATUS_WIDTH) - 1;

    /// By the number that stands for each in a state, less one.
    private static final List<OutboxStatus> STATUSES =
            List.of(
                    OutboxStatus.INTENT,
                    OutboxStatus.CONFIRMED,
                    OutboxStatus.REFUSED,
                    OutboxStatus.UNKNOWN,
                    OutboxStatus.OTHER);

    private static final int PACKED_BYTES = 2 * Long.BYTES + 1;

    /// Two for each place.
    private long[] keys;

    /// The number of a status, and the form of the key; 0 is a free place.
    private byte[] states;

    private int used;
    private final Map<String, OutboxStatus> others = new HashMap<>();

    public NonceTable() {
        this(0);
    }

    /// @param room for so many nonces
    private NonceTable(int room) {
        int capacity = CAPACITY_MIN;
        while (capacity < CAPACITY_MAX && capacity / 3 * 2 < room) {
            capacity *= 2;
        }
        keys = new long[2 * capacity];
        states = new byte[capacity];
    }

    /// Writes all of it down; [#read] has it back.
    void write(DataOutputStream out) throws IOException {
        long[] allKeys = new long[2 * used];
        byte[] allStates = new byte[used];
        int count = 0;
        for (int place = 0; place < states.length; place++) {
            if (states[place] != 0) {
                allKeys[2 * count] = keys[2 * place];
                allKeys[2 * count + 1] = keys[2 * place + 1];
                allStates[count++] = states[place];
            }
        }
        out.writeInt(count);
        Packing.numbers(out, allKeys);
        out.write(allStates);
        out.writeInt(others.size());
        for (Map.Entry<String, OutboxStatus> other : others.entrySet()) {
            Packing.text(out, other.getKey());
            out.writeByte(STATUSES.indexOf(other.getValue()));
        }
    }

    /// @throws RuntimeException for what [#write] has not written
    static NonceTable read(ByteBuffer in) {
        int count = Packing.count(in, PACKED_BYTES);
        NonceTable table = new NonceTable(count);
        long[] allKeys = Packing.numbers(in, 2 * count);
        byte[] allStates = Packing.bytes(in, count);
        for (int i = 0; i < count; i++) {
            int status = allStates[i] & STATUS_BITS;
            if (form(allStates[i]) > NonceKey.SHORT || status == 0 || status > STATUSES.size()) {
                throw new IllegalArgumentException("no state of a nonce");
            }
            table.set(allKeys[2 * i], allKeys[2 * i + 1], allStates[i]);
        }
        int others = Packing.count(in, 1);
        for (int i = 0; i < others; i++) {
            table.others.put(Packing.text(in), STATUSES.get(in.get()));
        }
        return table;
    }

    /// The status of a nonce; empty for one that is not here.
    public Optional<OutboxStatus> status(String nonce) {
        Optional<Packed> key = NonceKey.pack(nonce);
        if (key.isEmpty()) {
            return Optional.ofNullable(others.get(nonce));
        }
        byte state = states[place(key.get().high(), key.get().low(), key.get().form())];
        return state == 0 ? Optional.empty() : Optional.of(STATUSES.get((state & STATUS_BITS) - 1));
    }

    /// Gives a nonce a status.
    public void put(String nonce, OutboxStatus status) {
        Optional<Packed> found = NonceKey.pack(nonce);
        if (found.isEmpty()) {
            others.put(nonce, status);
            return;
        }
        if (used + 1 > states.length / 3 * 2) {
            grow();
        }
        Packed key = found.get();
        int state = key.form() << STATUS_WIDTH | STATUSES.indexOf(status) + 1;
        set(key.high(), key.low(), (byte) state);
    }

    /// There is room.
    private void set(long high, long low, byte state) {
        int place = place(high, low, form(state));
        used += states[place] == 0 ? 1 : 0;
        keys[2 * place] = high;
        keys[2 * place + 1] = low;
        states[place] = state;
    }

    /// How many nonces are here.
    public long size() {
        return used + (long) others.size();
    }

    private void grow() {
        if (states.length == CAPACITY_MAX) {
            throw new IllegalStateException("more nonces than memory can hold");
        }
        long[] before = keys;
        byte[] statesBefore = states;
        keys = new long[2 * before.length];
        states = new byte[2 * statesBefore.length];
        used = 0;
        for (int from = 0; from < statesBefore.length; from++) {
            if (statesBefore[from] != 0) {
                set(before[2 * from], before[2 * from + 1], statesBefore[from]);
            }
        }
    }

    private static int form(byte state) {
        return Byte.toUnsignedInt(state) >>> STATUS_WIDTH;
    }

    /// Where a key is, or would be.
    private int place(long high, long low, int form) {
        int mask = states.length - 1;
        long all = high ^ Long.rotateLeft(low, 32) ^ (long) form << 32;
        int place = (int) Hashes.mix(all) & mask;
        while (states[place] != 0
                && (keys[2 * place] != high
                        || keys[2 * place + 1] != low
                        || form(states[place]) != form)) {
            place = (place + 1) & mask;
        }
        return place;
    }
}
