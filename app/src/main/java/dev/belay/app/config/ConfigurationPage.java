package dev.belay.app.config;

import java.util.List;

/// The page that documents every setting, `docs/operating/configuration.md`, made from [Keys].
public final class ConfigurationPage {
    private static final int COLUMNS = 118;

    private ConfigurationPage() {}

    /// The whole page.
    public static String text() {
        StringBuilder page = new StringBuilder();
        page.append(
                """
                # Configuration

                One YAML file: `--config FILE`, else `$XDG_CONFIG_HOME/belay/belay.yaml`, else `~/.config/belay/belay.yaml`.
                Belay runs without one. A key with dots is a section for each dot:

                    deletion:
                      provider: boat
                      boat:
                        token: {file: /etc/belay/boat.token}
                      maxPerHour: 20
                      protected: [production, "db-*"]

                Every key has an environment variable, which wins over the file. There a list has commas between its texts, and
                texts by name are a JSON object. An unknown key, an unknown `BELAY_DELETION_…` variable, or a wrong type refuses
                with file, line, and the nearest known key. `belay config check` reads it all, `belay config show` says what
                holds and who set it. An editor can check the file against [belay.schema.json](belay.schema.json).

                A secret is only ever named: `{file: PATH}`, `{env: VARIABLE}`, or `{credential: NAME}` for a systemd credential;
                in the environment `…_FILE`, `…_ENV`, or `…_CREDENTIAL` after the variable of its key. The file must belong to
                one user alone (mode 0600 or 0400). The configuration file itself may be read by others, not written.

                Beside the keys: `BELAY_HOME` is the data root where `--root` is not given (else `$XDG_STATE_HOME/belay`, else
                `~/.local/state/belay`); `BELAY_DEBUG=1` adds where in the program a failure happened; `NO_COLOR` turns colors off.

                ## Keys
                """);
        for (Key key : Keys.all()) {
            page.append("\n### `").append(key.name()).append("`\n\n");
            page.append(wrapped(key.text())).append("\n\n");
            page.append("- Holds ").append(holds(key)).append(".\n");
            if (!key.usual().isEmpty()) {
                page.append("- Usual: `").append(key.usual()).append("`.\n");
            }
            page.append("- Variable: `").append(key.variable());
            page.append(key.kind() == Kind.SECRET ? "_FILE`, `…_ENV`, `…_CREDENTIAL`" : "`");
            page.append(".\n");
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
