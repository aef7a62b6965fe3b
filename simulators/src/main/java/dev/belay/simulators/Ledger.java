package dev.belay.simulators;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a [FakeBoat] was asked, for whoever checks it afterwards. Kept in memory: it is there as
/// long as the fake is, whatever becomes of those who ask.
///
/// - **Threads:** any number.
final class Ledger {
    private static final int PATHS_MAX = 100_000;
    private static final int DELETES_MAX = 1_000_000;

    private final Map<String, Integer> requests = new LinkedHashMap<>();
    private final List<DeleteSeen> deletes = new ArrayList<>();

    synchronized void request(String method, String path) {
        String key = method + " " + path;
        if (requests.containsKey(key) || requests.size() < PATHS_MAX) {
            requests.merge(key, 1, Integer::sum);
        }
    }

    synchronized void delete(DeleteSeen seen) {
        if (deletes.size() == DELETES_MAX) {
            throw new IllegalStateException("more than a million deletions");
        }
        deletes.add(seen);
    }

    synchronized int requests(String method, String path) {
        return requests.getOrDefault(method + " " + path, 0);
    }

    synchronized Map<String, Integer> requests() {
        return new LinkedHashMap<>(requests);
    }

    synchronized List<DeleteSeen> deletes() {
        return List.copyOf(deletes);
    }

    synchronized void clear() {
        requests.clear();
        deletes.clear();
    }
}
