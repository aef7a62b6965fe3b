package dev.belay.app.cli.connector;

import dev.belay.app.cli.frame.Surroundings;
import dev.belay.connector.terminal.Dialogue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A dialogue on standard input and output. No control character of an answer reaches a terminal.
final class StandardStreams implements Dialogue {
    /// Far beyond what may be asked; of a longer line the rest is dropped, and so is the message.
    private static final int LINE_MAX = 128 << 10;

    private final Reader in;
    private final OutputStream out;

    StandardStreams(Surroundings surroundings) {
        this.in =
                new BufferedReader(
                        new InputStreamReader(surroundings.in(), StandardCharsets.UTF_8));
        this.out = surroundings.out();
    }

    @Override
    public Optional<String> read() throws IOException {
        StringBuilder line = new StringBuilder();
        int next = in.read();
        if (next < 0) {
            return Optional.empty();
        }
        while (next >= 0 && next != '\n') {
            if (line.length() < LINE_MAX) {
                line.append((char) next);
            }
            next = in.read();
        }
        String text = line.toString();
        return Optional.of(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }

    @Override
    public synchronized void write(String text) throws IOException {
        StringBuilder harmless = new StringBuilder(text.length() + 1);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isShown = !Character.isISOControl(c) || c == '\n' || c == '\t';
            harmless.append(isShown ? String.valueOf(c) : "\\x%02x".formatted((int) c));
        }
        out.write(harmless.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
