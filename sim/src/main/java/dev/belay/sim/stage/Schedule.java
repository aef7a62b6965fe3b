package dev.belay.sim.stage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The decisions of a run, and, over many runs, which remain to be tried: depth first.
///
/// Written as the number of each decision that was not the first option, with the option taken:
/// `12:1 40:3`.
public final class Schedule {
    private static final Pattern TOKEN = Pattern.compile("\\b(\\d+):(\\d+)\\b");

    private final List<Decision> decisions = new ArrayList<>();
    private final StateTable seen = new StateTable();
    private int position;
    private boolean isPruned;

    private static final class Decision {
        private final int options;
        private int taken;

        Decision(int options, int taken) {
            this.options = options;
            this.taken = taken;
        }
    }

    /// Options to force, by the number of the decision.
    private final Map<Integer, Integer> forced = new HashMap<>();

    private final boolean isReplay;

    /// Every schedule, one after the other.
    public Schedule() {
        isReplay = false;
    }

    /// One schedule, as it was written.
    public Schedule(String text) {
        isReplay = true;
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            forced.put(Integer.parseInt(token.group(1)), Integer.parseInt(token.group(2)));
        }
    }

    /// Takes one of the options.
    ///
    /// @param state what tells apart the states in which the same decisions follow
    /// @param budget what is left to spend, as [StateTable] takes it
    /// @return the option; -1 when all that may follow has been tried
    int choose(int options, LongSupplier state, long budget) {
        int number = position++;
        if (number < decisions.size()) {
            Decision known = decisions.get(number);
            if (known.options != options) {
                throw new AssertionError("a program does not do the same in the same run");
            }
            return known.taken;
        }
        if (!isReplay && !seen.add(state.getAsLong(), budget)) {
            isPruned = true;
            return -1;
        }
        Decision next = new Decision(options, forced.getOrDefault(number, 0));
        decisions.add(next);
        return next.taken;
    }

    /// Whether the run just made was given up.
    public boolean isPruned() {
        return isPruned;
    }

    /// Turns to the next schedule; false when there is none.
    public boolean next() {
        position = 0;
        isPruned = false;
        while (!decisions.isEmpty()) {
            Decision last = decisions.getLast();
            if (last.taken + 1 < last.options) {
                last.taken++;
                return true;
            }
            decisions.removeLast();
        }
        return false;
    }

    /// How many states were reached.
    public long states() {
        return seen.size();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(position, decisions.size()); i++) {
            int taken = decisions.get(i).taken;
            if (taken != 0) {
                text.append(text.isEmpty() ? "" : " ").append(i).append(':').append(taken);
            }
        }
        return text.toString();
    }
}
