package dev.belay.bench;

import java.util.ArrayList;
import java.util.List;

/// Figures, each told on standard error as soon as it is known, with the time since the beginning.
final class Told {
    private final long start = System.nanoTime();
    private final List<Figure> all = new ArrayList<>();

    void add(List<Figure> figures) {
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        for (Figure figure : figures) {
            System.err.printf(
                    "%4d s  %s %s %s, goal %s%s%n",
                    seconds,
                    figure.name(),
                    Figure.number(figure.value()),
                    figure.unit(),
                    figure.goal(),
                    figure.met() ? "" : ": MISSED");
        }
        all.addAll(figures);
    }

    List<Figure> all() {
        return List.copyOf(all);
    }
}
