package dev.belay.connector.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A journal that is opened by its index says the same as one of which every line was read,
/// whatever became of the index, of the logs, or of whoever wrote either.
class JournalIndexTest {
    private static final String INDEX = JournalIndex.NAME;
    private static final List<String> LOGS =
            List.of("inbox", "admissions", "outbox", "notices", "drops");
    private static final int IDS = 40;
    private static final int LINES = 300;

    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Journals.host();
    }

    /// Everything that can be asked of a journal.
    static List<String> said(ConnectorJournal journal) throws IOException {
        List<String> said = new ArrayList<>();
        for (int id = 0; id <= IDS; id++) {
            for (String name : List.of("" + id, "m" + id)) {
                said.add(name + " " + journal.message(name) + journal.isDropped(name));
                said.add(name + " " + journal.outbox().status(name));
            }
            said.add("channel " + journal.inbox().newest("c" + id));
        }
        said.add("accepted " + journal.inbox().size());
        said.add("channels " + new TreeSet<>(journal.inbox().channels()));
        said.add("undecided " + journal.undecided(IDS));
        said.add("interrupted " + new TreeSet<>(journal.interrupted()));
        said.add("unresolved " + journal.outbox().unresolved());
        for (int day = 1; day <= 20; day++) {
            String date = "2026-03-%02d".formatted(day);
            said.add(date + " " + journal.admissions().countOn(date));
            said.add(date + " " + journal.notices().has("n" + day % 3, date));
        }
        return said;
    }

    private List<String> opened() throws IOException {
        SimProcess process = host.start("owner");
        try (ConnectorJournal journal = Journals.open(process)) {
            return said(journal);
        } finally {
            process.kill();
        }
    }

    private boolean isUsed() throws IOException {
        SimProcess process = host.start("looker");
        try (Directory directory = process.world().disk().open(Journals.DIRECTORY, "")) {
            return new JournalIndex(process.world(), directory)
                    .fill(new Logs(process.world(), directory));
        } finally {
            process.kill();
        }
    }

    private void refresh() throws IOException {
        SimProcess process = host.start("owner");
        try (Directory directory = process.world().disk().open(Journals.DIRECTORY, "")) {
            assertThat(new JournalIndex(process.world(), directory).refresh(1, () -> {})).isTrue();
        } finally {
            process.kill();
        }
        assertThat(isUsed()).isTrue();
    }

    private List<String> readWhole() throws IOException {
        remove(INDEX);
        return opened();
    }

    private void remove(String name) throws IOException {
        try (Directory directory = host.disk().open(Journals.DIRECTORY, "")) {
            if (directory.status(name).isPresent()) {
                directory.unlink(name);
            }
        }
    }

    /// A line of a kind, in which ids, days, and members are drawn.
    private static String line(String log, Random random) {
        int number = 1 + random.nextInt(IDS);
        String id = random.nextInt(8) == 0 ? "m" + number : "" + number;
        String at = "2026-03-%02dT12:00:00.000Z".formatted(1 + random.nextInt(20));
        String word =
                List.of("intent", "confirmed", "refused", "unknown", "odd").get(random.nextInt(5));
        String line =
                switch (log) {
                    case "inbox" -> "{'id':'%s','channel':'c%d'}".formatted(id, number % 5);
                    case "admissions" -> "{'id':'%s','at':'%s'}".formatted(id, at);
                    case "outbox" ->
                            random.nextInt(6) == 0
                                    ? "{'nonce':'%s','n\u00f6te':%d}".formatted(id, number)
                                    : "{'nonce':'%s','status':'%s','at':'%s','x%d':[1.50]}"
                                            .formatted(id, word, at, number % 4);
                    case "notices" ->
                            "{'kind':'n%d','date':'%s'}".formatted(number % 3, at.substring(0, 10));
                    default ->
                            "{'id':'%s','reason':'%s'}"
                                    .formatted(id, number % 3 == 0 ? "duplicate" : "ceiling");
                };
        String whole = random.nextInt(30) == 0 ? "" : random.nextInt(20) == 0 ? "{}" : line;
        return whole.replace('\'', '"') + "\n";
    }

    /// Two beginnings of each log, of which the second goes on.
    private record Histories(List<String> before, List<String> after) {}

    private Histories put(int seed) throws IOException {
        Random random = new Random(seed);
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (String log : LOGS) {
            StringBuilder lines = new StringBuilder();
            int split = random.nextInt(LINES);
            String cut = "";
            for (int i = 0; i < LINES; i++) {
                lines.append(line(log, random));
                if (i == split) {
                    cut = lines.toString();
                }
            }
            before.add(random.nextInt(5) == 0 ? "" : cut);
            after.add(random.nextInt(5) == 0 ? before.getLast() : lines.toString());
        }
        put(before);
        return new Histories(before, after);
    }

    private void put(List<String> contents) throws IOException {
        for (int log = 0; log < LOGS.size(); log++) {
            if (!contents.get(log).isEmpty()) {
                Journals.put(host, LOGS.get(log) + ".jsonl", contents.get(log));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void an_index_and_what_came_since_say_the_same_as_all_lines(int seed) throws IOException {
        Histories histories = put(seed);
        opened();
        refresh();
        List<String> before = opened();
        put(histories.after());
        List<String> after = opened();
        refresh(); // Made from the one before, and what came since.
        List<String> again = opened();
        assertThat(isUsed()).isTrue();

        assertThat(again).isEqualTo(after);
        assertThat(readWhole()).isEqualTo(after);
        for (int log = 0; log < LOGS.size(); log++) {
            remove(LOGS.get(log) + ".jsonl");
        }
        put(histories.before());
        assertThat(readWhole()).isEqualTo(before);
    }

    /// What may become of an index.
    enum Harm {
        EMPTY,
        CUT_OFF,
        LONGER,
        OF_ANOTHER_VERSION,
        A_BYTE_IN_THE_HEAD,
        A_BYTE_IN_THE_PREFIXES,
        A_BYTE_IN_THE_TABLES,
        A_LAST_BYTE,
        ZEROS,
        RUBBISH
    }

    private static byte[] harmed(byte[] index, Harm harm) {
        byte[] harmed = index.clone();
        return switch (harm) {
            case EMPTY -> new byte[0];
            case CUT_OFF -> Arrays.copyOf(index, index.length / 2);
            case LONGER -> Arrays.copyOf(index, index.length + 1);
            case OF_ANOTHER_VERSION -> changed(harmed, "belay connector index ".length());
            case A_BYTE_IN_THE_HEAD -> changed(harmed, 3);
            case A_BYTE_IN_THE_PREFIXES -> changed(harmed, 35);
            case A_BYTE_IN_THE_TABLES -> changed(harmed, index.length / 2);
            case A_LAST_BYTE -> changed(harmed, index.length - 1);
            case ZEROS -> new byte[index.length];
            case RUBBISH -> "rubbish\n".getBytes(StandardCharsets.UTF_8);
        };
    }

    private static byte[] changed(byte[] bytes, int at) {
        bytes[at] ^= 1;
        return bytes;
    }

    @ParameterizedTest
    @EnumSource(Harm.class)
    void an_index_that_is_damaged_is_not_used_and_made_anew(Harm harm) throws IOException {
        put(1);
        List<String> whole = opened();
        refresh();
        Journals.put(host, INDEX, harmed(Journals.bytes(host, INDEX), harm));

        assertThat(isUsed()).isFalse();
        assertThat(opened()).isEqualTo(whole);
        refresh();
        assertThat(opened()).isEqualTo(whole);
    }

    /// Each byte of each log in turn.
    @Test
    void a_log_that_was_changed_is_read_whole() throws IOException {
        Histories histories = put(2);
        opened();
        refresh();
        for (int log = 0; log < LOGS.size(); log++) {
            byte[] lines = histories.before().get(log).getBytes(StandardCharsets.UTF_8);
            for (int at = 0; at < lines.length; at += 1 + lines.length / 40) {
                Journals.put(host, LOGS.get(log) + ".jsonl", changed(lines.clone(), at));
                assertThat(isUsed()).as("byte %d of %s", at, LOGS.get(log)).isFalse();
            }
            Journals.put(host, LOGS.get(log) + ".jsonl", lines);
            assertThat(isUsed()).isTrue();
        }
    }

    @Test
    void a_log_that_is_shorter_or_gone_or_of_another_binding_is_read_whole() throws IOException {
        Histories histories = put(3);
        opened();
        refresh();
        byte[] index = Journals.bytes(host, INDEX);
        String inbox = histories.before().getFirst();
        Journals.put(host, "inbox.jsonl", inbox.substring(0, inbox.indexOf('\n') + 1));
        assertThat(isUsed()).isFalse();
        List<String> shorter = opened();
        assertThat(readWhole()).isEqualTo(shorter);

        remove("inbox.jsonl");
        Journals.put(host, INDEX, index);
        assertThat(isUsed()).isFalse();
        assertThat(opened()).contains("accepted 0");

        put(4);
        assertThat(isUsed()).isFalse();
        List<String> other = opened();
        assertThat(readWhole()).isEqualTo(other);
    }

    @Test
    void what_is_no_private_file_is_not_used_and_replaced() throws IOException {
        put(5);
        List<String> whole = opened();
        refresh();
        byte[] index = Journals.bytes(host, INDEX);
        Journals.put(host, "elsewhere", index);
        remove(INDEX);
        try (Directory directory = host.disk().open(Journals.DIRECTORY, "")) {
            directory.symlink("elsewhere", INDEX);
        }
        assertThat(isUsed()).isFalse();
        assertThat(opened()).isEqualTo(whole);

        refresh();

        assertThat(Journals.bytes(host, "elsewhere")).isEqualTo(index);
        try (Directory directory = host.disk().open(Journals.DIRECTORY, "")) {
            directory.changePermissions(INDEX, 0644);
        }
        assertThat(isUsed()).isFalse();
        refresh();
    }

    @Test
    void it_is_not_written_for_little() throws IOException {
        put(6);
        SimProcess process = host.start("owner");
        try (ConnectorJournal journal = Journals.open(process)) {
            assertThat(journal.refreshIndex(() -> {})).isFalse();
            assertThat(journal.tendIndex(() -> {})).isFalse();
        }
        assertThat(Journals.names(host, "")).doesNotContain(INDEX);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; lines.length() < 1 << 20; i++) {
            lines.append("{\"id\":\"%d\",\"text\":\"%s\"}\n".formatted(i, "x".repeat(1000)));
        }
        Journals.put(host, "inbox.jsonl", lines.toString());
        process.kill();
        SimProcess next = host.start("next");
        try (ConnectorJournal journal = Journals.open(next)) {
            assertThat(journal.tendIndex(() -> {})).isTrue();
            assertThat(journal.refreshIndex(() -> {})).as("nothing came since").isFalse();
        }
    }
}
