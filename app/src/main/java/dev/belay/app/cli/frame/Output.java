package dev.belay.app.cli.frame;

import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a command says its answer: lines for a person, or with `--json` one document a line.
///
/// - **Threads:** any; a line is written whole.
/// - A reader that went away (`belay … | head -1`) is no failure of the command; any other failed
///   write is kept for [#failure].
public final class Output {
    private final OutputStream out;
    private final OutputStream err;
    private final boolean json;
    private final boolean paintsOut;
    private final boolean paintsErr;
    private final boolean showsProgress;
    private @Nullable IOException failure;
    private boolean isHeard = true;

    /// Says things on the streams of `surroundings`.
    public Output(Surroundings surroundings, boolean json) {
        this.out = surroundings.out();
        this.err = surroundings.err();
        this.json = json;
        boolean colors =
                surroundings.variable("NO_COLOR").isEmpty()
                        && !surroundings.variable("TERM").orElse("").equals("dumb");
        this.paintsOut = colors && surroundings.isTerminal("out");
        this.paintsErr = colors && surroundings.isTerminal("err");
        this.showsProgress = surroundings.isTerminal("err") && !json;
    }

    /// Whether the answer is JSON, for a command that would have to work for its lines.
    public boolean isJson() {
        return json;
    }

    /// A line of the answer, for a person; nothing with `--json`. Where `text` has line ends, each
    /// line is one.
    public void line(String text) {
        if (!json) {
            write(out, rendered(text, paintsOut) + "\n");
        }
    }

    /// The answer with `--json`; nothing otherwise. `"ok": true` goes before its members.
    public void answer(JsonObject members) {
        if (json) {
            Map<String, JsonValue> all = new LinkedHashMap<>();
            all.put("ok", JsonBoolean.TRUE);
            all.putAll(members.members());
            document(JsonObject.of(all));
        }
    }

    /// A whole JSON document on a line of its own.
    public void document(JsonValue value) {
        write(out, JsonText.print(value) + "\n");
    }

    /// A text of ours as it is, in either mode: a schema, a help text.
    public void raw(String text) {
        write(out, text);
    }

    /// Whether the answer may be colored.
    public boolean paints() {
        return paintsOut;
    }

    /// What goes on meanwhile: shown on a terminal only.
    public void progress(String text) {
        if (showsProgress) {
            write(err, rendered(text, paintsErr) + "\n");
        }
    }

    /// A line on stderr, whatever the mode.
    public void complaint(String text) {
        write(err, rendered(text, paintsErr) + "\n");
    }

    /// The first failure to write, but for a reader that went away.
    public synchronized @Nullable IOException failure() {
        return failure;
    }

    /// Whether the answer may still be read: false once a write of it failed, for whatever reason.
    public synchronized boolean isHeard() {
        return isHeard;
    }

    private synchronized void write(OutputStream stream, String text) {
        try {
            stream.write(text.getBytes(StandardCharsets.UTF_8));
            stream.flush();
        } catch (IOException e) {
            isHeard &= !stream.equals(out);
            String message = String.valueOf(e.getMessage());
            if (failure == null && !message.contains("Broken pipe")) {
                failure = e;
            }
        }
    }

    private static String rendered(String text, boolean paints) {
        StringBuilder result = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            String escape = Style.escape(c);
            if (!escape.isEmpty()) {
                result.append(paints ? escape : "");
            } else if (Character.isISOControl(c) && c != '\n') {
                result.append("\\x%02x".formatted((int) c));
            } else {
                result.append(c);
            }
        }
        return result.toString();
    }
}
