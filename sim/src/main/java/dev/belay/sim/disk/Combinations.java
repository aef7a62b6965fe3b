package dev.belay.sim.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Choices of one outcome for each of several parts.
///
/// Outcome 0 of a part is that all of it survives, its last that nothing does. All choices where
/// they are at most [#ALL_MAX]. Else: every departure of one part, and of two, from "all survives"
/// and from "nothing survives", and seeded samples.
final class Combinations {
    /// Up to here, every combination is tried.
    static final int ALL_MAX = 4_096;

    private static final int SAMPLES = 1_024;
    private static final int DEPARTURES_MAX = 8_192;

    private Combinations() {}

    static List<int[]> of(IntStream outcomes, long seed) {
        int[] radices = outcomes.toArray();
        long product = 1;
        for (int radix : radices) {
            product = Math.min(product * radix, ALL_MAX + 1L);
        }
        return product <= ALL_MAX ? all(radices, (int) product) : some(radices, seed);
    }

    private static List<int[]> all(int[] radices, int product) {
        List<int[]> choices = new ArrayList<>(product);
        for (int number = 0; number < product; number++) {
            int[] choice = new int[radices.length];
            int rest = number;
            for (int i = 0; i < radices.length; i++) {
                choice[i] = rest % radices[i];
                rest /= radices[i];
            }
            choices.add(choice);
        }
        return choices;
    }

    private static List<int[]> some(int[] radices, long seed) {
        List<int[]> choices = new ArrayList<>();
        int[] everything = new int[radices.length];
        int[] nothing = IntStream.of(radices).map(r -> r - 1).toArray();
        choices.add(everything);
        choices.add(nothing);
        addDepartures(choices, everything, radices);
        addDepartures(choices, nothing, radices);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < SAMPLES; i++) {
            choices.add(IntStream.of(radices).map(random::nextInt).toArray());
        }
        return choices;
    }

    private static void addDepartures(List<int[]> choices, int[] from, int[] radices) {
        int limit = choices.size() + DEPARTURES_MAX;
        for (int first = 0; first < radices.length; first++) {
            for (int one = 0; one < radices[first]; one++) {
                int[] single = from.clone();
                single[first] = one;
                if (one != from[first]) {
                    choices.add(single);
                }
                for (int second = first + 1; second < radices.length; second++) {
                    for (int other = 0; other < radices[second]; other++) {
                        boolean departs = one != from[first] && other != from[second];
                        if (departs && choices.size() < limit) {
                            int[] pair = single.clone();
                            pair[second] = other;
                            choices.add(pair);
                        }
                    }
                }
            }
        }
    }
}
