package dev.belay.app.config;

import java.util.List;

/// The part of `docs/operating/configuration.md` that documents every key, made from [Keys].
final class ConfigurationPage {
    static final String HEADING = "## Keys\n";
    private static final int COLUMNS = 118;

    private ConfigurationPage() {}

    /// All from the heading on.
    static String keys() {
        return keys(Keys.TABLE, true);
    }

    /// The same of bindings, which no variable overrides.
    static String bindingKeys() {
        return keys(BindingKeys.TABLE, false);
    }

    private static String keys(KeyTable table, boolean hasVariables) {
        StringBuilder page = new StringBuilder(HEADING);
        for (Key key : table.all()) {
            page.append("\n### `").append(key.name()).append("`\n\n");
            page.append(wrapped(key.text())).append("\n\n");
            page.append("- Holds ").append(holds(key)).append(".\n");
            if (!key.usual().isEmpty()) {
                page.append("- Usual: `").append(key.usual()).append("`.\n");
            }
            if (hasVariables) {
                page.append("- Variable: `").append(key.variable());
                page.append(key.kind() == Kind.SECRET ? "_FILE`, `…_ENV`, `…_CREDENTIAL`" : "`");
                page.append(".\n");
            }
        }
        return page.toString();
    }

    private static String holds(Key key) {
        return key.kind() == Kind.WORD ? words(key.words()) : key.kind().noun();
    }

    private static String words(List<String> words) {
        return "`" + String.join("`, `", words) + "`";
    }

    private static String wrapped(String text) {
        StringBuilder lines = new StringBuilder();
        int column = 0;
        for (String word : text.split(" ", -1)) {
            if (column + word.length() + 1 > COLUMNS) {
                lines.append('\n');
                column = 0;
            } else if (column > 0) {
                lines.append(' ');
                column++;
            }
            lines.append(word);
            column += word.length();
        }
        return lines.toString();
    }
}
