package dev.belay.connector.journal;

import static dev.belay.connector.journal.Journals.json;
import static dev.belay.connector.journal.Journals.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.TurnId;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.NoticeLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.TextDigest;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.FaultExplorer;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.fault.Fault;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every call of the disk fails in turn, once and from then on, in every way, with a power cut
/// after it or none, while a message goes its whole way.
class JournalFaultTest {
    private static final Instant NOW = Journals.NOW;
    private static final String TODAY = "2026-03-01";
    private static final InboxLine.Origin ORIGIN = new InboxLine.Origin("7", "8");
    private static final TurnId ID = new TurnId("2");

    private final Invariant stands = new Invariant("what was acknowledged stands");
    private final Invariant ceiling = new Invariant("no more are admitted than may be");

    /// One step of a message's way, and how to tell that it was made.
    private interface Step {
        /// Whether the caller may go on.
        boolean on(ConnectorJournal journal) throws IOException;
    }

    private interface Trace {
        boolean isIn(ConnectorJournal journal) throws IOException;
    }

    private record Stage(Step step, Trace trace) {}

    /// Which steps somebody was told of.
    private static final class Told {
        private final List<Stage> stages = new ArrayList<>();
    }

    private static List<Stage> stages() {
        var part = new OutboxLine.Part(ID.value(), 0, "7");
        OutboxLine intent = OutboxLine.intent("n", NOW, part, TextDigest.of("x"));
        return List.of(
                new Stage(
                        journal -> {
                            journal.pending().keep("2", json("{'text':'marker'}"));
                            return true;
                        },
                        journal -> journal.pending().find("2").isPresent()),
                new Stage(
                        journal -> journal.inbox().accept(InboxLine.of("2", NOW, ORIGIN)),
                        journal -> journal.inbox().has("2")),
                new Stage(
                        JournalFaultTest::admitOneMore,
                        journal -> journal.message("2").attempts() > 0),
                new Stage(
                        journal -> {
                            journal.turns().write(ID, json("{}"));
                            return true;
                        },
                        journal -> journal.turns().find(ID).isPresent()),
                new Stage(
                        journal -> {
                            journal.outbox().append(intent);
                            return true;
                        },
                        journal -> journal.outbox().status("n").isPresent()),
                new Stage(
                        journal -> journal.notices().takeOn(NoticeLine.of("ceiling", NOW)),
                        journal -> journal.notices().has("ceiling", TODAY)));
    }

    @Test
    void a_disk_that_fails_at_any_call_loses_nothing_that_was_acknowledged() throws IOException {
        Explored explored =
                FaultExplorer.with(Told::new)
                        .prepare(host -> Journals.prepare(host, JournalFaultTest::someHistory))
                        .without(Fault.EMFILE)
                        .run(JournalFaultTest::goTheWay)
                        .restart(this::look)
                        .check(this::look)
                        .explore();

        assertThat(stands.reached()).isPositive();
        assertThat(ceiling.reached()).isPositive();
        System.out.println(explored);
    }

    /// One more may be admitted, and a failed admission may be in the file.
    private static boolean admitOneMore(ConnectorJournal journal) throws IOException {
        try {
            return journal.admissions().admit(AdmissionLine.of("2", NOW, 1), 2);
        } catch (IOException e) {
            assertThat(journal.admissions().admit(AdmissionLine.of("3", NOW, 1), 2)).isFalse();
            throw e;
        }
    }

    private static void someHistory(ConnectorJournal journal) throws IOException {
        journal.pending().keep("1", json("{'text':'first'}"));
        journal.inbox().accept(InboxLine.of("1", NOW, ORIGIN));
        journal.admissions().admit(AdmissionLine.of("1", NOW, 1), 2);
        journal.outbox().append(OutboxLine.refused("m", NOW, "50006"));
        journal.notices().takeOn(NoticeLine.of("other", NOW));
    }

    /// Tries each step, twice where it fails, and goes on after it as a long-running owner would.
    private static void goTheWay(SimProcess process, Told told) throws IOException {
        try (ConnectorJournal journal = open(process)) {
            for (Stage stage : stages()) {
                boolean isMade = isMade(stage, journal);
                if (isMade || isMade(stage, journal)) {
                    told.stages.add(stage);
                }
            }
        }
    }

    private static boolean isMade(Stage stage, ConnectorJournal journal) {
        try {
            return stage.step().on(journal);
        } catch (IOException _) {
            return false;
        }
    }

    private void look(SimProcess process, Told told) throws IOException {
        try (ConnectorJournal journal = open(process)) {
            for (Stage stage : told.stages) {
                stands.check(
                        stage.trace().isIn(journal),
                        () -> "step %d does not".formatted(told.stages.indexOf(stage)));
            }
            assertThat(journal.inbox().has("1")).isTrue();
            long count = journal.admissions().countOn(TODAY);
            ceiling.check(count <= 2, () -> count + " are");
        }
    }
}
