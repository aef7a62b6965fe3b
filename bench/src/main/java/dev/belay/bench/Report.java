package dev.belay.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/// A table for a person, and one line of JSON for a program.
final class Report {
    private static final String ROW = "%-44s %12s %-8s %10s %-6s %12s%n";

    private Report() {}

    /// Prints the table and, as the last line, an array with one object for each figure.
    static void print(List<Figure> figures, PrintStream out) {
        out.printf(Locale.ROOT, ROW, "figure", "value", "unit", "goal", "met", "Node");
        for (Figure figure : figures) {
            out.printf(
                    Locale.ROOT,
                    ROW,
                    figure.name(),
                    Figure.number(figure.value()),
                    figure.unit(),
                    figure.goal(),
                    figure.met() ? "yes" : "NO",
                    figure.peer() == null ? "" : Figure.number(figure.peer()));
        }
        if (figures.stream().allMatch(figure -> figure.peer() == null)) {
            out.println("The Node column is empty: BELAY_ORACLE does not name its directory.");
        }
        out.println(json(figures));
    }

    private static String json(List<Figure> figures) {
        StringBuilder line = new StringBuilder("[");
        for (Figure figure : figures) {
            line.append(line.length() == 1 ? "" : ",")
                    .append("{\"figure\":\"%s\"".formatted(figure.name()))
                    .append(",\"value\":")
                    .append(Figure.number(figure.value()))
                    .append(",\"unit\":\"%s\"".formatted(figure.unit()))
                    .append(",\"goal\":\"%s\"".formatted(figure.goal()))
                    .append(",\"met\":")
                    .append(figure.met())
                    .append(",\"peer\":")
                    .append(figure.peer() == null ? "null" : Figure.number(figure.peer()))
                    .append('}');
        }
        return line.append(']').toString();
    }
}
