package dev.belay.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The Node program behind its line protocol: one JSON command a line, one JSON answer a line.
///
/// It measures itself, so that the protocol's cost is not in a figure.
final class Node implements AutoCloseable {
    private static final Pattern MILLISECONDS = Pattern.compile("\"ms\":([0-9.e-]+)");

    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    private Node(Path directory) throws IOException {
        process =
                new ProcessBuilder(directory.resolve("oracle.sh").toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        commands = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        answers =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /// Starts it where `BELAY_ORACLE` says; empty where that is not set.
    static Optional<Node> start() {
        return Optional.ofNullable(System.getenv("BELAY_ORACLE"))
                .map(directory -> {
                    try {
                        return new Node(Path.of(directory));
                    } catch (IOException failure) {
                        throw new UncheckedIOException(failure);
                    }
                });
    }

    /// Runs one operation, which must succeed.
    ///
    /// @return how long it took inside the program, in milliseconds
    double run(String operation, Path directory, String arguments) {
        try {
            commands.write(
                    "{\"op\":\"%s\",\"dir\":\"%s\",\"args\":%s,\"time\":true}%n"
                            .formatted(operation, directory, arguments));
            commands.flush();
            String answer = answers.readLine();
            Matcher matcher = MILLISECONDS.matcher(answer == null ? "" : answer);
            if (answer == null || !answer.startsWith("{\"ok\":true") || !matcher.find()) {
                throw new IllegalStateException("the Node program answered " + answer);
            }
            return Double.parseDouble(matcher.group(1));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Milliseconds that the whole life of one record takes, as the program measures itself.
    double cycles(Path directory, int cycles) {
        double total = 0;
        String id = Workspace.boxId(20_000_000);
        String target =
                "{\"identity\":{\"boxId\":\"%s\",\"name\":\"target\",\"ownerBotId\":null}}"
                        .formatted(id);
        for (int i = 0; i < cycles; i++) {
            total += run("deletion.prepare", directory, target);
            total += run("deletion.markAccepted", directory, receipt(id, "pending"));
            total += run("deletion.markAccepted", directory, receipt(id, "completed"));
            total += run("deletion.retire", directory, "{\"boxId\":\"%s\"}".formatted(id));
        }
        return total / cycles;
    }

    /// Milliseconds that the steps of one message take.
    double message(Path binding, int number) {
        String id = "\"%d\"".formatted(1_900_000_000_000_000_000L + number);
        String at = "\"2026-06-15T12:00:00.000Z\"";
        String nonce = "\"nonce-of-message-%07d\"".formatted(number);
        double total = run("journal.stopRequested", binding, "{}");
        total += append(binding, "Inbox", "\"id\":%s,\"at\":%s".formatted(id, at));
        total += run("journal.countAdmissionsOn", binding, "{\"date\":\"2026-06-15\"}");
        total += append(binding, "Admission", "\"id\":%s,\"at\":%s".formatted(id, at));
        String turn = "{\"id\":%s,\"record\":{\"startedAt\":%s}}".formatted(id, at);
        total += run("journal.writeTurn", binding, turn);
        for (String status : List.of("intent", "confirmed")) {
            String change = "\"nonce\":%s,\"status\":\"%s\"".formatted(nonce, status);
            total += append(binding, "Outbox", change);
        }
        String notice = "{\"kind\":\"ceiling\",\"date\":\"2026-06-15\"}";
        return total + run("journal.noticeOn", binding, notice);
    }

    private double append(Path binding, String log, String members) {
        return run("journal.append" + log, binding, "{\"entry\":{%s}}".formatted(members));
    }

    /// Milliseconds that its reads at a start take.
    double opening(Path binding) {
        return run("journal.readInboxIds", binding, "{}")
                + run("journal.readOutbox", binding, "{}")
                + run("journal.listTurns", binding, "{}");
    }

    private static String receipt(String id, String status) {
        return """
        {"boxId":"%1$s","operation":{"id":"bdop_ffffffffffffffffffffffffffffffff",\
        "kind":"sandbox","targetId":"%1$s","status":"%2$s"}}\
        """
                .formatted(id, status);
    }

    @Override
    public void close() {
        process.destroy();
    }
}
