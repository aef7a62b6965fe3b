package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static dev.belay.deletion.journal.Journals.journal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.deletion.Budget;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Transition;
import dev.belay.sim.SimHost;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class DeletionJournalTest {
    @Test
    void a_deletion_goes_from_intent_to_release() throws IOException {
        SimHost host = Journals.host();
        DeletionJournal journal = journal(host.start("belay"));

        assertThat(journal.prepare(target(1), Budget.UNLIMITED))
                .isInstanceOf(Transition.Changed.class);
        journal.accept(box(1), receipt(1, OperationStatus.PENDING));
        journal.accept(box(1), receipt(1, OperationStatus.COMPLETED));
        DeletionRecord done = journal.find(box(1)).orElseThrow();
        Transition.Retirement retirement =
                journal.retire(box(1), done.completion().orElseThrow(), "");

        assertThat(retirement).isInstanceOf(Transition.Removed.class);
        assertThat(journal.find(box(1))).isEmpty();
        assertThat(Journals.names(host))
                .containsExactly(".box-delete-requests.json.previous", Journals.FILE);
        assertThat(Journals.audited(host.start("reader").world(), box(1))).hasSize(1);
    }
}
