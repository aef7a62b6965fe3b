package dev.belay.connector.index;

import dev.belay.connector.index.NonceKey.Packed;
import dev.belay.connector.line.OutboxStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Nonces, each with the status of its last line.
///
/// A nonce of ours, and any of at most fifteen ASCII characters, takes seventeen bytes and the
/// slack of a hash table; any other takes a string.
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

    /// Two for each place.
    private long[] keys = new long[2 * CAPACITY_MIN];

    /// The number of a status, and the form of the key; 0 is a free place.
    private byte[] states = new byte[CAPACITY_MIN];

    private int used;
    private final Map<String, OutboxStatus> others = new HashMap<>();

    /// The status of a nonce; empty for one that is not here.
    public Optional<OutboxStatus> status(String nonce) {
        Optional<Packed> key = NonceKey.pack(nonce);
        if (key.isEmpty()) {
            return Optional.ofNullable(others.get(nonce));
        }
        byte state = states[place(keys, states, key.get())];
        return state == 0 ? Optional.empty() : Optional.of(STATUSES.get((state & STATUS_BITS) - 1));
    }

    /// Gives a nonce a status.
    public void put(String nonce, OutboxStatus status) {
        Optional<Packed> found = NonceKey.pack(nonce);
        if (found.isEmpty()) {
            others.put(nonce, status);
            return;
        }
        Packed key = found.get();
        int place = place(keys, states, key);
        if (states[place] == 0) {
            if (used + 1 > states.length / 3 * 2) {
                grow();
                place = place(keys, states, key);
            }
            keys[2 * place] = key.high();
            keys[2 * place + 1] = key.low();
            used++;
        }
        states[place] = (byte) (key.form() << STATUS_WIDTH | STATUSES.indexOf(status) + 1);
    }

    /// How many nonces are here.
    public long size() {
        return used + (long) others.size();
    }

    private void grow() {
        if (states.length == CAPACITY_MAX) {
            throw new IllegalStateException("more nonces than memory can hold");
        }
        byte[] moreStates = new byte[states.length * 2];
        long[] moreKeys = new long[moreStates.length * 2];
        for (int from = 0; from < states.length; from++) {
            if (states[from] != 0) {
                Packed key =
                        new Packed(
                                keys[2 * from], keys[2 * from + 1], states[from] >> STATUS_WIDTH);
                int to = place(moreKeys, moreStates, key);
                moreKeys[2 * to] = key.high();
                moreKeys[2 * to + 1] = key.low();
                moreStates[to] = states[from];
            }
        }
        keys = moreKeys;
        states = moreStates;
    }

    /// Where a key is, or would be.
    private static int place(long[] keys, byte[] states, Packed key) {
        int mask = states.length - 1;
        int place = (int) Hashes.mix(key.high() ^ Long.rotateLeft(key.low(), 32)) & mask;
        while (states[place] != 0
                && (keys[2 * place] != key.high()
                        || keys[2 * place + 1] != key.low()
                        || states[place] >> STATUS_WIDTH != key.form())) {
            place = (place + 1) & mask;
        }
        return place;
    }
}
