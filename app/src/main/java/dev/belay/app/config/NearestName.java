package dev.belay.app.config;

import java.util.Collection;
import java.util.Optional;

/// The name that somebody may have meant.
public final class NearestName {
    private NearestName() {}

    /// The candidate with the fewest changed, added, removed, or swapped letters, if there are few
    /// enough: one in three of the longer word.
    public static Optional<String> of(String typed, Collection<String> candidates) {
        String best = "";
        int fewest = Integer.MAX_VALUE;
        for (String candidate : candidates) {
            int changes = distance(typed, candidate);
            if (changes * 3 <= Math.max(typed.length(), candidate.length()) && changes < fewest) {
                fewest = changes;
                best = candidate;
            }
        }
        return best.isEmpty() ? Optional.empty() : Optional.of(best);
    }

    /// The restricted Damerau-Levenshtein distance, one row of the table at a time.
    private static int distance(String from, String to) {
        int[] twoAbove = new int[to.length() + 1];
        int[] above = new int[to.length() + 1];
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(above[j - 1] + change, 1 + Math.min(above[j], row[j - 1]));
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    row[j] = Math.min(row[j], twoAbove[j - 2] + 1);
                }
            }
            int[] spare = twoAbove;
            twoAbove = above;
            above = row;
            row = spare;
        }
        return above[to.length()];
    }
}
