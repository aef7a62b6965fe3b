package dev.belay.app.cli.custody;

import dev.belay.app.cli.connector.owner.BindingStatus;
import dev.belay.app.cli.connector.owner.BindingView;
import dev.belay.app.cli.deletion.RecordView;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Style;
import dev.belay.app.cli.staging.copies.CopiesSummary;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.core.brake.StopFile;
import dev.belay.core.brake.StopText;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.core.lock.LinkLock;
import dev.belay.core.lock.LockReport;
import dev.belay.core.lock.LockState;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.journal.DeletionJournal;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `belay status`: everything in custody, what it waits for, and what would release it.
public final class StatusCommand implements Command {
    private static final String SIZES = "--sizes";
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

    @Override
    public Description description() {
        return Description.of("Shows everything in custody, and what would release it.")
                .details("Takes no lock, and works on a full or read-only disk.")
                .flag("--watch", "Look again every two seconds, until interrupted.")
                .flag(SIZES, "Say how large the sealed copies are: costs a look at every file.")
                .example("belay status", "Where am I?")
                .example("belay status --json", "The same for a script: one document a look.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        ExitCode exit = show(session);
        while (session.arguments().has("--watch") && session.output().isHeard()) {
            session.world().waiting().pause(BETWEEN_LOOKS);
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
            session.output().line("");
            exit = show(session);
        }
        return exit;
    }

    private static ExitCode show(Session session) throws IOException {
        try (Installation installation = session.installation()) {
            List<StopText.Line> stop = stop(installation);
            Optional<LockReport> lock = lock(installation);
            Optional<DeletionJournal> journal = installation.lookAtJournal();
            List<DeletionRecord> records = journal.isEmpty() ? List.of() : journal.get().snapshot();
            List<BindingStatus> bindings =
                    BindingStatus.all(
                            session.world(),
                            new Bindings(
                                    session.world(),
                                    installation.connectorPath(),
                                    session.bindingFiles()));
            CopiesSummary copies = CopiesSummary.of(session, session.arguments().has(SIZES));
            if (session.output().isJson()) {
                session.output()
                        .answer(
                                json(stop, lock, records, bindings)
                                        .put("copies", copies.json())
                                        .build());
            } else {
                print(session, stop, lock);
                if ((bindings.isEmpty() && copies.isEmpty()) || !records.isEmpty()) {
                    print(session, records);
                }
                bindings.forEach(it -> BindingView.print(session.output(), it));
                copies.print(session.output());
            }
            boolean isDamaged = bindings.stream().anyMatch(it -> it.damage().isPresent());
            return isDamaged ? ExitCode.DAMAGED : ExitCode.OK;
        }
    }

    /// Why the brake is set; empty when it is not. What cannot be read counts as set.
    private static List<StopText.Line> stop(Installation installation) throws IOException {
        Optional<Directory> root = installation.lookAtRoot();
        if (root.isEmpty()) {
            return List.of();
        }
        StopFile stop = new StopFile(installation.world(), root.get());
        try {
            stop.check();
            return List.of();
        } catch (Refusal refusal) {
            if (refusal.code() != ErrorCode.BRAKED) {
                throw refusal;
            }
        }
        try {
            List<StopText.Line> lines = stop.read().map(StopText::lines).orElse(List.of());
            return lines.isEmpty() ? List.of(new StopText.Line("", "no reason given")) : lines;
        } catch (Refusal refusal) {
            return List.of(new StopText.Line("", String.valueOf(refusal.getMessage())));
        }
    }

    private static Optional<LockReport> lock(Installation installation) throws IOException {
        Optional<LinkLock> lock = installation.deletionLock();
        return lock.isEmpty() ? Optional.empty() : Optional.of(lock.get().inspect());
    }

    private static void print(
            Session session, List<StopText.Line> stop, Optional<LockReport> lock) {
        Output output = session.output();
        if (!stop.isEmpty()) {
            output.line(Style.BAD.of("STOP is set") + ": nothing new begins");
            for (StopText.Line line : stop) {
                output.line("  " + (line.at() + "  " + line.reason()).strip());
            }
            output.line("  clear it with  belay clear --all");
        }
        lock.map(LockReport::state).flatMap(StatusCommand::held).ifPresent(output::line);
    }

    private static void print(Session session, List<DeletionRecord> records) {
        Output output = session.output();
        World world = session.world();
        if (records.isEmpty()) {
            output.line("Nothing is in custody.");
            return;
        }
        Instant now = world.clock().now();
        output.line(Style.STRONG.of("Deletions in custody: " + records.size()));
        for (DeletionRecord record : records) {
            output.line(
                    "  %s  %s  %s  %s"
                            .formatted(
                                    Style.STRONG.of(record.id().value()),
                                    record.target().name(),
                                    RecordView.phase(record),
                                    RecordView.age(record.requestedAt(), now)));
            output.line("    released by  " + RecordView.releasedBy(record));
            output.line("    go on with   " + RecordView.command(record));
        }
    }

    /// A line about the lock of the deletion journal, if there is anything to say.
    private static Optional<String> held(LockState state) {
        return switch (state) {
            case LockState.Free _ -> Optional.empty();
            case LockState.Owned owned ->
                    Optional.of(
                            "The deletion journal is locked by process %d, which %s, since %s"
                                    .formatted(
                                            owned.pid(), owned.verdict().reason(), owned.since()));
            case LockState.Damaged(String found) ->
                    Optional.of(
                            "The deletion journal's lock "
                                    + found
                                    + "; see `belay deletion unlock --help`");
        };
    }

    private static JsonObject.Builder json(
            List<StopText.Line> stop,
            Optional<LockReport> lock,
            List<DeletionRecord> records,
            List<BindingStatus> bindings) {
        List<JsonValue> lines = new ArrayList<>();
        for (StopText.Line line : stop) {
            lines.add(
                    JsonObject.builder().put("at", line.at()).put("reason", line.reason()).build());
        }
        List<JsonValue> deletions = new ArrayList<>();
        records.forEach(record -> deletions.add(RecordView.json(record)));
        return JsonObject.builder()
                .put("stopped", !stop.isEmpty())
                .put("stop", new JsonArray(lines))
                .put(
                        "deletionLock",
                        lock.map(LockReport::state).flatMap(StatusCommand::held).orElse(""))
                .put("deletions", new JsonArray(deletions))
                .put(
                        "bindings",
                        new JsonArray(
                                bindings.stream().<JsonValue>map(BindingView::json).toList()));
    }
}
