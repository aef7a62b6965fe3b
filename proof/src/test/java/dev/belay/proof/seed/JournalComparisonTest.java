package dev.belay.proof.seed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.program.Effort;
import dev.belay.proof.seed.Peer.Answer;
import dev.belay.proof.seed.Peer.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Random calls of the connector's journal to the Node program and to Belay, on two directories
/// that are swapped now and then: the same answers, and after every call the same files.
class JournalComparisonTest {
    private static final int SEQUENCES = Effort.of(8, 500);
    private static final int CALLS = 80;

    @TempDir private static Path scratch;

    @RegisterExtension private static final Peers PEERS = new Peers();

    @Test
    void random_calls_have_the_same_answers_and_leave_the_same_files() throws IOException {
        long random = Effort.seed(1);
        int[] answers = new int[2];

        for (int i = 0; i < SEQUENCES; i++) {
            compareSequence(random + i, answers);
        }

        assertThat(answers[0]).as("calls that succeed").isGreaterThan(SEQUENCES * CALLS / 2);
        assertThat(answers[1]).as("calls that are refused").isGreaterThan(SEQUENCES);
    }

    private static void compareSequence(long random, int[] answers) throws IOException {
        SplittableRandom source = new SplittableRandom(random);
        RandomJournalCommands commands = new RandomJournalCommands(source);
        Path seeds = binding("a" + random);
        Path belays = binding("b" + random);
        for (int call = 0; call < CALLS; call++) {
            Command command = commands.next();
            String where = "-Dbelay.seed=" + random + ", call " + call + ": " + command;

            Answer expected = comparable(ask(PEERS.seed(), command, seeds), seeds);
            Answer found = comparable(ask(PEERS.belay(), command, belays), belays);

            assertThat(found.isLikeThatOf(expected))
                    .as("%s:%n%s%nexpected%n%s", where, found, expected)
                    .isTrue();
            assertThat(BindingState.of(belays)).as(where).isEqualTo(BindingState.of(seeds));
            answers[expected.ok() ? 0 : 1]++;
            if (commands.oneIn(10)) {
                Path swapped = seeds;
                seeds = belays;
                belays = swapped;
            }
        }
    }

    /// What a crash, or a hand, leaves in a file, and which program still answers.
    ///
    /// @param id of a line of `docs/formats/connector-differences.md`
    private record Case(String id, String file, String text, String operation, Answers who) {}

    private enum Answers {
        SEED,
        BELAY,
        NEITHER
    }

    private static final List<Case> CASES =
            List.of(
                    torn("inbox.jsonl", "{\"id\":\"2\",\"at", "readInboxIds"),
                    torn("outbox.jsonl", "{\"nonce\":\"n", "unresolvedOutbox"),
                    torn("admissions.jsonl", "{\"id\":\"2", "countAdmissionsOn"),
                    torn("notices.jsonl", "{\"kind", "noticeOn"),
                    new Case("J08", "inbox.jsonl", "null\n", "readInboxIds", Answers.NEITHER),
                    new Case("J08", "admissions.jsonl", "7\n", "countAdmissionsOn", Answers.SEED),
                    new Case("J17", "turns/9.json", "{\"started", "listTurns", Answers.BELAY),
                    new Case("J17", "turns/9.json", "null", "countTurnsOn", Answers.BELAY),
                    new Case(
                            "none",
                            "inbox.jsonl",
                            "{\"id\":\"2\",\"id\":\"3\"}\n",
                            "readInboxIds",
                            Answers.SEED));

    private static Case torn(String file, String text, String operation) {
        return new Case("J06", file, text, operation, Answers.BELAY);
    }

    @Test
    void what_differs_on_purpose_is_in_the_list() throws IOException {
        JsonObject arguments =
                JsonObject.builder().put("date", "2026-03-01").put("kind", "ceiling").build();
        String list = Files.readString(Path.of("../docs/formats/connector-differences.md"));
        for (int i = 0; i < CASES.size(); i++) {
            Case one = CASES.get(i);
            Path seeds = binding("d" + i + "a");
            Path belays = binding("d" + i + "b");
            put(seeds.resolve(one.file()), one.text());
            put(belays.resolve(one.file()), one.text());
            Command command = new Command("journal." + one.operation(), arguments);

            assertThat(ask(PEERS.seed(), command, seeds).ok())
                    .as(one.toString())
                    .isEqualTo(one.who() == Answers.SEED);
            assertThat(ask(PEERS.belay(), command, belays).ok())
                    .as(one.toString())
                    .isEqualTo(one.who() == Answers.BELAY);
            assertThat(list).contains("| " + one.id() + " |");
        }
    }

    private static void put(Path path, String text) throws IOException {
        Files.writeString(path, text);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    }

    /// A record that lacks only its line feed: the next append of the Node program destroys both.
    @Test
    void j06_an_append_behind_a_record_without_its_line_feed_differs() throws IOException {
        Path seeds = binding("fused-a");
        Path belays = binding("fused-b");
        JsonObject entry = JsonObject.builder().put("id", "2").build();
        Command append = new Command("journal.appendInbox", "entry", entry);
        Command read = new Command("journal.readInboxIds", JsonObject.builder().build());
        for (Path directory : List.of(seeds, belays)) {
            put(directory.resolve("inbox.jsonl"), "{\"id\":\"1\"}");
        }

        assertThat(ask(PEERS.seed(), append, seeds).ok()).isTrue();
        assertThat(ask(PEERS.belay(), append, belays).ok()).isTrue();

        assertThat(ask(PEERS.seed(), read, seeds).ok()).isFalse();
        assertThat(JsonText.print(ask(PEERS.belay(), read, belays).result()))
                .isEqualTo("[\"1\",\"2\"]");
        assertThat(JsonText.print(ask(PEERS.seed(), read, belays).result()))
                .isEqualTo("[\"1\",\"2\"]");
    }

    /// Without the directory's own path; the turns of a listing in one order.
    private static Answer comparable(Answer answer, Path directory) {
        JsonValue result = answer.result();
        if (result instanceof JsonString(String text)) {
            result = new JsonString(text.replace(directory.toString(), "."));
        } else if (result instanceof JsonArray(List<JsonValue> elements)
                && elements.stream().allMatch(JournalComparisonTest::isTurn)) {
            result =
                    new JsonArray(
                            elements.stream()
                                    .sorted(Comparator.comparing(JsonText::print))
                                    .toList());
        }
        return new Answer(answer.ok(), result, answer.status(), answer.exitCode(), answer.error());
    }

    private static boolean isTurn(JsonValue value) {
        return value instanceof JsonObject object && object.has("id") && !object.has("nonce");
    }

    private static Path binding(String name) throws IOException {
        Path directory = scratch.resolve("x" + name.replaceAll("[^a-z0-9]", "")).resolve("support");
        Files.createDirectories(directory.resolve("turns"));
        for (Path path : List.of(directory, directory.resolve("turns"))) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
        }
        return directory;
    }

    private static Answer ask(Peer peer, Command command, Path directory) throws IOException {
        return peer.ask(command, directory).orElseThrow(() -> new IOException("the program ended"));
    }
}
