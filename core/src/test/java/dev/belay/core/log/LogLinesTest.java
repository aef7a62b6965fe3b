package dev.belay.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.file.Disks;
import dev.belay.sim.SimHost;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogLinesTest {
    private final List<String> shown = new ArrayList<>();
    private SimHost host;

    @BeforeEach
    void given_a_machine() throws IOException {
        host = Disks.host();
    }

    private LogEnd readOn(LogEnd before) throws IOException {
        shown.clear();
        try (Directory data = Disks.data(host)) {
            return LogLines.readOn(
                    data,
                    Logs.NAME,
                    before,
                    line ->
                            shown.add(
                                    line.number()
                                            + " "
                                            + line.object().string("word").orElseThrow()));
        }
    }

    /// Whoever waits for a line may look often, however long the log is.
    @Test
    void what_was_read_is_not_read_again() throws IOException {
        // Read again, the first line would be refused.
        String before = "rubbish\n";
        Logs.put(host, before + Logs.line("a") + Logs.line("b"));

        LogEnd end = readOn(new LogEnd(1, before.length(), 0));

        assertThat(shown).containsExactly("2 a", "3 b");
        assertThat(end.lines()).isEqualTo(2);
    }

    @Test
    void a_line_that_is_being_written_is_shown_once_it_is_whole() throws IOException {
        Logs.put(host, Logs.line("a") + "{\"word\":");
        LogEnd first = readOn(new LogEnd(0, 0, 0));
        assertThat(shown).containsExactly("1 a");
        assertThat(first.tornBytes()).isPositive();

        Logs.put(host, Logs.line("a") + Logs.line("b"));
        readOn(first);

        assertThat(shown).containsExactly("2 b");
    }

    @Test
    void a_log_that_is_not_there_is_read_from_its_beginning_once_it_is() throws IOException {
        LogEnd before = readOn(new LogEnd(0, 0, 0));
        Logs.put(host, Logs.line("a"));

        readOn(before);

        assertThat(shown).containsExactly("1 a");
    }
}
