package dev.belay.sim.stage;

/// The states that were reached, and how much there was left to spend in each.
///
/// A budget is a set of bits such that the bits of a smaller budget are among those of a greater.
final class StateTable {
    private static final int INITIAL_CAPACITY = 1 << 12;

    private long[] keys = new long[INITIAL_CAPACITY];
    private long[] budgets = new long[INITIAL_CAPACITY];
    private int size;

    /// The bits of so many preemptions and kills left: those of all that is not more.
    static long budget(int preemptions, int kills) {
        long bits = 0;
        for (int kill = 0; kill <= Math.min(kills, 7); kill++) {
            for (int preemption = 0; preemption <= Math.min(preemptions, 7); preemption++) {
                bits |= 1L << (8 * kill + preemption);
            }
        }
        return bits;
    }

    int size() {
        return size;
    }

    /// Notes a state; false when it was reached before with as much to spend.
    boolean add(long state, long budget) {
        if (2 * size >= keys.length) {
            grow();
        }
        int at = slot(state);
        boolean isNew = (budget & ~budgets[at]) != 0;
        if (budgets[at] == 0) {
            size++;
        }
        keys[at] = state;
        budgets[at] |= budget;
        return isNew;
    }

    private int slot(long state) {
        int mask = keys.length - 1;
        int at = (int) (state ^ (state >>> 32)) & mask;
        while (budgets[at] != 0 && keys[at] != state) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldBudgets = budgets;
        keys = new long[2 * oldKeys.length];
        budgets = new long[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldBudgets[i] != 0) {
                int at = slot(oldKeys[i]);
                keys[at] = oldKeys[i];
                budgets[at] = oldBudgets[i];
            }
        }
    }
}
