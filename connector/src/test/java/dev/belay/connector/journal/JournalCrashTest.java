package dev.belay.connector.journal;

import static dev.belay.connector.journal.Journals.json;
import static dev.belay.connector.journal.Journals.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.TurnId;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.NoticeLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.connector.line.TextDigest;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.explore.Program;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Every crash of every write: cut, kill, kill followed by a cut. Whoever was told that something
/// is written finds it written, however the owners after that end.
class JournalCrashTest {
    private static final Instant NOW = Journals.NOW;
    private static final InboxLine.Origin ORIGIN = new InboxLine.Origin("7", "8");

    /// What was acknowledged to somebody outside the machine.
    private static final class Told {
        private boolean it;
    }

    /// One write, as an owner makes it. Made again after a crash, it finds itself made.
    private interface Write {
        void on(ConnectorJournal journal) throws IOException;
    }

    private interface Trace {
        boolean isIn(ConnectorJournal journal) throws IOException;
    }

    @Test
    void j12_an_accepted_message_is_never_lost() throws IOException {
        explore(
                journal -> journal.inbox().accept(InboxLine.of("2", NOW, ORIGIN)),
                journal -> journal.inbox().has("2"));
    }

    @Test
    void an_accepted_message_among_others_is_never_lost() throws IOException {
        exploreFrom(
                journal -> journal.inbox().accept(InboxLine.of("1", NOW, ORIGIN)),
                journal -> journal.inbox().accept(InboxLine.of("2", NOW, ORIGIN)),
                journal -> journal.inbox().has("1") && journal.inbox().has("2"));
    }

    @Test
    void j12_an_admission_is_never_forgotten() throws IOException {
        explore(
                journal -> journal.admissions().admit(AdmissionLine.of("1", NOW, 1), 1),
                journal ->
                        journal.admissions().countOn("2026-03-01") == 1
                                && journal.message("1").attempts() > 0);
    }

    @Test
    void j12_an_intent_is_never_forgotten() throws IOException {
        var part = new OutboxLine.Part("1", 0, "7");
        explore(
                journal -> {
                    if (journal.outbox().status("n").isEmpty()) {
                        TextDigest digest = TextDigest.of("hello");
                        journal.outbox().append(OutboxLine.intent("n", NOW, part, digest));
                    }
                },
                // Of a torn line only the nonce counts: the part may be out.
                journal ->
                        journal.outbox()
                                .status("n")
                                .filter(OutboxStatus::isUnresolved)
                                .isPresent());
    }

    @Test
    void j12_a_notice_is_never_given_twice() throws IOException {
        explore(
                journal -> journal.notices().takeOn(NoticeLine.of("ceiling", NOW)),
                journal -> journal.notices().has("ceiling", "2026-03-01"));
    }

    @Test
    void j12_j17_the_record_of_a_turn_is_never_lost_and_always_whole() throws IOException {
        TurnId id = new TurnId("1");
        explore(
                journal -> {
                    if (!journal.turns().has(id)) {
                        journal.turns().write(id, json("{'outcome':'answered'}"));
                    }
                },
                journal ->
                        journal.turns().has(id)
                                && journal.turns()
                                        .find(id)
                                        .orElseThrow()
                                        .equals(json("{'id':'1','outcome':'answered'}")));
    }

    @Test
    void a_text_is_there_until_it_is_removed() throws IOException {
        explore(
                journal -> journal.pending().keep("1", json("{'text':'marker'}")),
                journal ->
                        journal.pending().find("1").equals(present("{'text':'marker'}"))
                                && journal.pending().names().size() == 1);
    }

    @Test
    void a_gap_is_written_down_for_good() throws IOException {
        explore(
                journal -> {
                    if (drops(journal) == 0) {
                        journal.drops().append(DropLine.of("1", NOW, "ceiling"));
                    }
                },
                journal -> drops(journal) > 0);
    }

    private static int drops(ConnectorJournal journal) throws IOException {
        int[] lines = new int[1];
        journal.drops().read(_ -> lines[0]++);
        return lines[0];
    }

    private static Optional<Object> present(String text) throws IOException {
        return Optional.of(json(text));
    }

    private static void explore(Write write, Trace trace) throws IOException {
        exploreFrom(_ -> {}, write, trace);
    }

    private static void exploreFrom(Journals.Before before, Write write, Trace trace)
            throws IOException {
        Invariant stands = new Invariant("what was acknowledged stands");
        Program<Told> program =
                (process, told) -> {
                    try (ConnectorJournal journal = open(process)) {
                        boolean isThere = trace.isIn(journal);
                        stands.check(isThere || !told.it, () -> "it is gone");
                        told.it |= isThere; // What an owner has found, it may act on.
                        write.on(journal);
                        told.it = true;
                    }
                };

        Explored explored =
                CrashExplorer.with(Told::new)
                        .prepare(host -> Journals.prepare(host, before))
                        .run(program)
                        .restart(program)
                        .check((process, _) -> check(process, trace))
                        .explore();

        assertThat(stands.reached()).isPositive();
        assertThat(explored.states()).isGreaterThan(20);
        System.out.println(explored);
    }

    private static void check(SimProcess process, Trace trace) throws IOException {
        try (ConnectorJournal journal = open(process)) {
            assertThat(trace.isIn(journal)).isTrue();
        }
    }
}
