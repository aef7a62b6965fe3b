package dev.belay.bench;

import java.util.Arrays;

/// Times of one thing, measured many times.
final class Samples {
    private double[] values = new double[64];
    private int count;

    void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
    }

    int count() {
        return count;
    }

    double median() {
        return quantile(0.5);
    }

    double quantile(double share) {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[Math.min(count - 1, (int) (share * count))];
    }
}
