package dev.belay.app.config.source;

import dev.belay.app.config.Key;
import dev.belay.app.config.Kind;
import dev.belay.app.config.NearestName;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import java.util.Collection;

/// How a setting is refused: always with where it was written, and never with a secret.
final class SettingRefusals {
    private static final int SHOWN_MAX = 40;

    private SettingRefusals() {}

    static Refusal of(String origin, String found, String help) {
        return new Refusal(ErrorCode.USAGE, origin, found, help);
    }

    /// A value that does not belong there; `found` is a word for it, or the value itself.
    static Refusal misfit(Key key, String origin, String found) {
        String what =
                key.kind() == Kind.WORD
                        ? "one of " + String.join(", ", key.words())
                        : key.kind().noun();
        return of(
                origin,
                "%s is %s, and %s belongs there".formatted(key.name(), found, what),
                "`belay config show` lists every key");
    }

    /// A secret that was written where only its name belongs. The value is not repeated.
    static Refusal secretWritten(Key key, String origin) {
        return of(
                origin,
                key.name() + " holds a secret itself, and only its name belongs there",
                "write {file: PATH}, {env: VARIABLE}, or {credential: NAME}, and replace the secret"
                        + " if others could read it here");
    }

    static Refusal unknown(String origin, String name, Collection<String> known) {
        String meant =
                NearestName.of(name, known).map(near -> "; did you mean " + near + "?").orElse("");
        return of(
                origin,
                "there is no setting " + name + meant,
                "`belay config show` lists every key");
    }

    static String quoted(String value) {
        return value.length() > SHOWN_MAX
                ? "\"" + value.substring(0, SHOWN_MAX) + "…\""
                : "\"" + value + "\"";
    }
}
