package dev.belay.proof.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What a reader passes who follows a call from the command line to the disk.
///
/// A hop is a class that code of another package calls: the door of its package. What lies behind a
/// door in the same package is the same room. Where the stack comes back to a class, through a
/// queue or a guard that calls back, the reader goes on in that class and has missed nothing. What
/// only says how an answer of the disk is meant is read in place, and is no hop.
///
/// @param hops the doors, by simple name, the outermost first
/// @param depth how many classes the deepest room has on the way
record ReadingPath(List<String> hops, int depth) {
    /// A lock's record is written and read by the lock alone.
    private static final String LOCK_RECORD = "dev.belay.core.lock.record.";

    private static final Set<String> MEANINGS =
            Set.of("dev.belay.core.file.Durability", "dev.belay.core.file.PrivateFile");

    static ReadingPath of(List<String> stack) {
        List<String> hops = new ArrayList<>();
        String room = "";
        int classes = 0;
        int depth = 0;
        for (String name : withoutDetours(stack)) {
            if (!roomOf(name).equals(room)) {
                room = roomOf(name);
                hops.add(name.substring(name.lastIndexOf('.') + 1));
                classes = 0;
            }
            classes++;
            depth = Math.max(depth, classes);
        }
        return new ReadingPath(List.copyOf(hops), depth);
    }

    private static List<String> withoutDetours(List<String> stack) {
        List<String> straight = new ArrayList<>();
        for (String name : stack) {
            if (MEANINGS.contains(name)) {
                continue;
            }
            int before = straight.indexOf(name);
            if (before < 0) {
                straight.add(name);
            } else {
                straight.subList(before + 1, straight.size()).clear();
            }
        }
        return straight;
    }

    private static String roomOf(String name) {
        return name.replace(LOCK_RECORD, "dev.belay.core.lock.").replaceAll("[^.]*$", "");
    }
}
