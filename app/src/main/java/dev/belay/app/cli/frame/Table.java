package dev.belay.app.cli.frame;

import java.util.ArrayList;
import java.util.List;

/// Rows of words in columns, for a person.
public final class Table {
    private static final int GAP = 2;

    private final List<List<String>> rows = new ArrayList<>();

    /// A table with these words above its columns.
    public Table(String... heads) {
        List<String> styled = new ArrayList<>();
        for (String head : heads) {
            styled.add(Style.STRONG.of(head));
        }
        rows.add(styled);
    }

    /// Adds a row with a cell for each column.
    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /// Says the rows, the last column without padding.
    public void print(Output output) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], Style.width(row.get(i)));
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i));
                if (i < widths.length - 1) {
                    line.append(" ".repeat(widths[i] - Style.width(row.get(i)) + GAP));
                }
            }
            output.line(line.toString());
        }
    }
}
