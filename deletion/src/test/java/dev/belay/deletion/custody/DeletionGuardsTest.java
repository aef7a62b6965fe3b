package dev.belay.deletion.custody;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.deletion.Budget;
import dev.belay.deletion.ComputerProvider.Absent;
import dev.belay.deletion.ComputerProvider.Live;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.journal.Journals;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What keeps a DELETE from being sent at all.
class DeletionGuardsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Scene scene = new Scene();
    private final Cloud cloud = scene.cloud();

    DeletionGuardsTest() throws IOException {}

    @Test
    void behind_a_stop_nothing_is_written_and_nothing_is_sent() throws IOException {
        Deletions stopped = scene.deletions(scene.terms(ProofPolicy.EITHER, Scene.ON));

        assertThat(Scene.refusal(() -> stopped.request(target(1), MINUTE)).code())
                .isEqualTo(ErrorCode.BRAKED);

        assertThat(scene.journal().snapshot()).isEmpty();
        assertThat(cloud.asked()).isEmpty();
    }

    @Test
    void a_stop_that_comes_while_the_intent_is_written_keeps_the_delete_back() throws IOException {
        int[] looks = new int[1];
        Brake later =
                () -> {
                    if (++looks[0] > 1) {
                        throw Scene.braked();
                    }
                };

        assertThat(
                        Scene.refusal(() ->
                                        scene.deletions(scene.terms(ProofPolicy.EITHER, later))
                                                .request(target(1), MINUTE))
                                .code())
                .isEqualTo(ErrorCode.BRAKED);

        assertThat(scene.phase(1)).isEqualTo(new Prepared());
        assertThat(cloud.deletes()).isZero();
    }

    @Test
    void behind_a_stop_what_is_under_way_is_still_followed_to_its_end() throws IOException {
        scene.journal().prepare(target(1), Budget.UNLIMITED);
        scene.journal().accept(box(1), receipt(1, OperationStatus.PENDING));
        cloud.tells(operation(1), Scene.accepted(OperationStatus.COMPLETED));

        assertThat(
                        scene.deletions(scene.terms(ProofPolicy.EITHER, Scene.ON))
                                .request(target(1), MINUTE))
                .isInstanceOf(Ending.Gone.class);
    }

    private Terms protecting(String... names) {
        return new Terms(
                ProofPolicy.EITHER,
                Budget.UNLIMITED,
                new ProtectedNames(List.of(names)),
                Scene.OFF,
                scene.events()::add);
    }

    @Test
    void a_protected_computer_is_refused_under_any_name() throws IOException {
        cloud.reads(box(1), new Live("production"));

        Refusal refusal =
                Scene.refusal(
                        () -> scene.deletions(protecting("production")).request(target(1), MINUTE));

        assertThat(refusal.code()).isEqualTo(ErrorCode.DELETION_PROTECTED);
        assertThat(scene.journal().snapshot()).isEmpty();
        assertThat(cloud.deletes()).isZero();
    }

    @Test
    void where_names_are_protected_a_computer_that_cannot_be_seen_is_not_deleted()
            throws IOException {
        cloud.reads(box(1), Cloud.silence("timeout"));

        assertThat(scene.deletions(protecting("production")).request(target(1), MINUTE))
                .isInstanceOf(Ending.Unlearned.class);

        assertThat(scene.phase(1)).isEqualTo(new Prepared());
        assertThat(cloud.deletes()).isZero();
    }

    @Test
    void a_protected_name_is_refused_before_anything_is_written() throws IOException {
        Terms terms = protecting("db-*", "web-1");

        Refusal refusal = Scene.refusal(() -> scene.deletions(terms).request(target(1), MINUTE));

        assertThat(refusal.code()).isEqualTo(ErrorCode.DELETION_PROTECTED);
        assertThat(refusal).hasMessageContaining("`web-1`");
        assertThat(scene.journal().snapshot()).isEmpty();
        assertThat(cloud.asked()).isEmpty();
    }

    @Test
    void over_the_budget_nothing_is_written_and_nothing_is_sent() throws IOException {
        Terms terms =
                new Terms(
                        ProofPolicy.EITHER,
                        new Budget(1, 1),
                        ProtectedNames.NONE,
                        Scene.OFF,
                        scene.events()::add);
        cloud.deletes(box(1), new Absent(404));
        scene.deletions(terms).request(target(1), MINUTE);

        assertThat(Scene.refusal(() -> scene.deletions(terms).request(target(2), MINUTE)).code())
                .isEqualTo(ErrorCode.DELETION_OVER_BUDGET);

        assertThat(scene.journal().snapshot()).isEmpty();
        assertThat(cloud.deletes()).isEqualTo(1);
    }

    @Test
    void with_a_journal_that_cannot_be_read_nothing_is_sent() throws IOException {
        Journals.makeDirectory(scene.host());
        Journals.put(scene.host(), Journals.FILE, "{");

        assertThat(
                        Scene.refusal(() ->
                                        scene.deletions(ProofPolicy.EITHER)
                                                .request(target(1), MINUTE))
                                .code())
                .isEqualTo(ErrorCode.STATE_INVALID);
        assertThat(Scene.refusal(() -> scene.deletions(ProofPolicy.EITHER).check(box(1))).code())
                .isEqualTo(ErrorCode.STATE_INVALID);

        assertThat(cloud.asked()).isEmpty();
    }
}
