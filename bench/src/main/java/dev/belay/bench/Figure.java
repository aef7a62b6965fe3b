package dev.belay.bench;

import org.jspecify.annotations.Nullable;

/// One measured value and its goal.
///
/// @param goal what is to be reached, in the same unit
/// @param peer the Node program's value in the same unit; null where it was not measured
record Figure(String name, double value, String unit, Goal goal, @Nullable Double peer) {

    /// A bound from above or from below.
    record Goal(boolean atMost, double bound) {
        static Goal atMost(double bound) {
            return new Goal(true, bound);
        }

        static Goal atLeast(double bound) {
            return new Goal(false, bound);
        }

        @Override
        public String toString() {
            return (atMost ? "<= " : ">= ") + number(bound);
        }
    }

    boolean met() {
        return goal.atMost() ? value <= goal.bound() : value >= goal.bound();
    }

    /// Three significant digits, as a person and JSON can read them.
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e6) {
            return Long.toString((long) value);
        }
        double magnitude = Math.pow(10, 2 - Math.floor(Math.log10(Math.abs(value))));
        double rounded = Math.rint(value * magnitude) / magnitude;
        return rounded == Math.rint(rounded) && Math.abs(rounded) < 1e9
                ? Long.toString((long) rounded)
                : Double.toString(rounded);
    }
}
