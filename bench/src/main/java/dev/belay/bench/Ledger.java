package dev.belay.bench;

import dev.belay.system.DiskFault;
import java.util.Map;
import java.util.TreeMap;

/// How often each kind of call was made, and how long all of them took.
final class Ledger {
    private final Map<String, Entry> entries = new TreeMap<>();

    /// Calls of one kind.
    record Entry(long count, long nanoseconds) {
        Entry plus(long more) {
            return new Entry(count + 1, nanoseconds + more);
        }
    }

    interface Call<T> {
        T run() throws DiskFault;
    }

    interface Action {
        void run() throws DiskFault;
    }

    <T> T time(String kind, Call<T> call) throws DiskFault {
        long start = System.nanoTime();
        try {
            return call.run();
        } finally {
            long took = System.nanoTime() - start;
            entries.merge(kind, new Entry(1, took), (before, _) -> before.plus(took));
        }
    }

    void run(String kind, Action action) throws DiskFault {
        boolean _ =
                time(
                        kind,
                        () -> {
                            action.run();
                            return true;
                        });
    }

    Map<String, Entry> entries() {
        return entries;
    }

    void clear() {
        entries.clear();
    }
}
