package dev.belay.deletion.custody;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.deletion.Budget;
import dev.belay.deletion.ComputerProvider.Accepted;
import dev.belay.deletion.ComputerProvider.Live;
import dev.belay.deletion.ComputerProvider.Refused;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.journal.DeletionJournal;
import dev.belay.deletion.journal.Journals;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private final Cloud cloud = new Cloud();
    private final List<Duration> waits = new ArrayList<>();
    private SimProcess process;
    private DeletionJournal journal;

    @BeforeEach
    void accepted() throws IOException {
        SimHost host = Journals.host();
        process = host.start("belay");
        journal = Journals.journal(process);
        journal.prepare(target(1), Budget.UNLIMITED);
        journal.accept(box(1), receipt(1, OperationStatus.PENDING));
    }

    @Test
    void the_polls_come_soon_at_first_and_every_five_seconds_later() throws IOException {
        cloud.tells(operation(1), new Accepted(receipt(1, OperationStatus.PENDING)));

        Ending ending = deletions().follow(box(1), Duration.ofSeconds(16));

        assertThat(ending).isInstanceOf(Ending.Pending.class);
        assertThat(waits)
                .extracting(Duration::toMillis)
                .containsExactly(100L, 250L, 500L, 1000L, 2000L, 5000L, 5000L, 2150L);
        assertThat(cloud.asked()).hasSize(9);
    }

    @Test
    void without_a_wait_there_is_one_look() throws IOException {
        cloud.tells(operation(1), new Accepted(receipt(1, OperationStatus.PENDING)));

        deletions().follow(box(1), Duration.ZERO);

        assertThat(waits).isEmpty();
        assertThat(cloud.asked()).containsExactly("operation " + operation(1));
    }

    @Test
    void a_provider_that_asks_for_time_gets_it() throws IOException {
        cloud.tells(
                        operation(1),
                        Cloud.busy(Duration.ofSeconds(7)),
                        new Accepted(receipt(1, OperationStatus.COMPLETED)))
                .reads(box(1), Cloud.busy(Duration.ofSeconds(9)));

        Ending ending = deletions().follow(box(1), Duration.ofMinutes(1));

        assertThat(ending).isInstanceOf(Ending.Gone.class);
        assertThat(waits).containsExactly(Duration.ofSeconds(9));
    }

    @Test
    void a_provider_that_asks_for_more_time_than_there_is_is_left_alone() throws IOException {
        cloud.tells(operation(1), Cloud.busy(Duration.ofMinutes(2)))
                .reads(box(1), new Live("web-1"));

        Ending ending = deletions().follow(box(1), Duration.ofMinutes(1));

        assertThat(ending).isInstanceOf(Ending.Pending.class);
        assertThat(waits).isEmpty();
    }

    @Test
    void a_credential_that_is_refused_ends_the_following_at_once() throws IOException {
        cloud.tells(operation(1), new Refused(401, "unauthorized", ""))
                .reads(box(1), new Refused(401, "unauthorized", ""));

        Ending ending = deletions().follow(box(1), Duration.ofMinutes(1));

        assertThat(((Ending.Unauthorized) ending).why())
                .isEqualTo("the provider refused with 401, unauthorized");
        assertThat(waits).isEmpty();
    }

    @Test
    void one_deletion_that_fails_does_not_stop_the_others() throws IOException {
        journal.prepare(target(2), Budget.UNLIMITED);
        journal.accept(box(2), receipt(2, OperationStatus.PENDING));
        for (int number = 3; number <= 40; number++) {
            journal.prepare(target(number), Budget.UNLIMITED);
            journal.accept(box(number), receipt(number, OperationStatus.PENDING));
            cloud.tells(
                    operation(number), new Accepted(receipt(number, OperationStatus.COMPLETED)));
        }
        cloud.tells(operation(1), new Accepted(receipt(1, OperationStatus.COMPLETED)))
                .tells(operation(2), Cloud.silence("502"))
                .reads(box(2), new Live("web-2"));

        List<Ending> endings = deletions().followAll(Duration.ZERO);

        assertThat(endings).hasSize(40);
        assertThat(endings).filteredOn(Ending.Gone.class::isInstance).hasSize(39);
        assertThat(endings.get(1)).isInstanceOf(Ending.Pending.class);
        assertThat(journal.snapshot()).hasSize(1);
    }

    @Test
    void an_interrupt_ends_the_wait_and_stays_set() throws IOException {
        cloud.tells(operation(1), new Accepted(receipt(1, OperationStatus.PENDING)));
        Thread.currentThread().interrupt();

        Ending ending = deletions().follow(box(1), Duration.ofMinutes(1));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(ending).isInstanceOf(Ending.Pending.class);
    }

    private Deletions deletions() {
        return new Deletions(journal, cloud, process.world(), terms());
    }

    private Terms terms() {
        return new Terms(
                ProofPolicy.EITHER,
                Budget.UNLIMITED,
                ProtectedNames.NONE,
                () -> {},
                event -> {
                    if (event instanceof DeletionEvent.Waiting(var _, Duration time)) {
                        waits.add(time);
                    }
                });
    }
}
