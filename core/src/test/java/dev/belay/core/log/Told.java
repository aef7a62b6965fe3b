package dev.belay.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Somebody who acts on what writers of a log report.
final class Told {
    private final List<String> asked = new ArrayList<>();
    private final List<String> durable = new ArrayList<>();

    void append(AppendLog log, String word) throws IOException {
        asked.add(word);
        log.append(Logs.word(word));
        durable.add(word);
    }

    /// Like [#append], and gives up where another does not come to an end.
    void appendOrYield(AppendLog log, String word) throws IOException {
        try {
            append(log, word);
        } catch (Refusal refusal) {
            if (refusal.code() != ErrorCode.LOCK_HELD) {
                throw refusal;
            }
        }
    }

    /// Somebody else writes this, and reports nothing.
    void ask(String word) {
        asked.add(word);
    }

    /// An owner has read these and acts on them.
    void seen(List<String> words) {
        durable.clear();
        durable.addAll(words);
    }

    /// Whether the log says what was reported, in that order, and nothing that nobody asked for.
    void check(SimProcess process) throws IOException {
        List<String> words = Logs.words(process);
        assertThat(words.stream().filter(durable::contains).toList()).isEqualTo(durable);
        assertThat(words).isSubsetOf(asked).doesNotHaveDuplicates();
    }

    /// The same for several writers, whose orders are their own.
    void checkUnordered(SimProcess process) throws IOException {
        List<String> words = Logs.words(process);
        assertThat(words).containsAll(durable);
        assertThat(words).isSubsetOf(asked).doesNotHaveDuplicates();
    }

    /// How many words were asked for, written or not.
    int askedCount() {
        return asked.size();
    }

    @Override
    public String toString() {
        return asked + " " + durable;
    }
}
