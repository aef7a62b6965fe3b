package dev.belay.deletion.custody;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.deletion.Budget;
import dev.belay.deletion.ComputerProvider.Absent;
import dev.belay.deletion.ComputerProvider.Accepted;
import dev.belay.deletion.ComputerProvider.DeleteAnswer;
import dev.belay.deletion.ComputerProvider.Live;
import dev.belay.deletion.ComputerProvider.Refused;
import dev.belay.deletion.ComputerProvider.Unusable;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.DeletionRecord.Blocked;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Proof;
import dev.belay.deletion.Proofs;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.Target;
import dev.belay.deletion.Transition;
import dev.belay.deletion.journal.Journals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeletionsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private final Scene scene = new Scene();
    private final Cloud cloud = scene.cloud();

    DeletionsTest() throws IOException {}

    @Test
    void a_deletion_is_written_down_sent_followed_and_released_on_its_operation()
            throws IOException {
        cloud.deletes(box(1), Scene.accepted(OperationStatus.PENDING))
                .tells(
                        operation(1),
                        Scene.accepted(OperationStatus.PENDING),
                        Scene.accepted(OperationStatus.PROCESSING),
                        Scene.accepted(OperationStatus.COMPLETED));

        Ending ending = scene.deletions(ProofPolicy.EITHER).request(target(1), MINUTE);

        assertThat(ending)
                .isInstanceOfSatisfying(
                        Ending.Gone.class,
                        gone ->
                                assertThat(gone.proof())
                                        .isInstanceOf(Proof.CompletedOperation.class));
        assertThat(scene.journal().snapshot()).isEmpty();
        assertThat(cloud.deletes()).isEqualTo(1);
        assertThat(scene.events())
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly(
                        "Recorded",
                        "Sending",
                        "Recorded",
                        "Waiting",
                        "Recorded",
                        "Waiting",
                        "Recorded",
                        "Retired");
    }

    /// H-I01, H-I03.
    @ParameterizedTest
    @ValueSource(ints = {404, 410})
    void an_answer_of_absence_to_the_delete_releases_at_once(int status) throws IOException {
        cloud.deletes(box(1), new Absent(status));

        Ending ending = scene.deletions(ProofPolicy.EITHER).request(target(1), MINUTE);

        assertThat(((Ending.Gone) ending).proof())
                .isInstanceOfSatisfying(
                        Proof.DirectAbsence.class,
                        absence -> assertThat(absence.status()).isEqualTo(status));
        assertThat(Journals.audited(scene.process().world(), box(1))).hasSize(1);
        assertThat(cloud.asked()).containsExactly("delete " + box(1));
    }

    /// H-I02, H-I04: what was accepted cannot be followed, so the computer itself is looked at.
    @Test
    void a_success_without_a_receipt_keeps_the_fence_until_the_computer_is_gone()
            throws IOException {
        cloud.deletes(box(1), new Unusable("no receipt"))
                .reads(box(1), new Live("web-1"), new Live("web-1"), new Absent(404));

        Ending first = scene.deletions(ProofPolicy.EITHER).request(target(1), MINUTE);
        assertThat(first).isInstanceOf(Ending.Unlearned.class);
        assertThat(scene.phase(1)).isEqualTo(new Prepared());

        Ending second = scene.deletions(ProofPolicy.EITHER).follow(box(1), MINUTE);
        assertThat(second).isInstanceOf(Ending.Gone.class);
        assertThat(cloud.deletes()).isEqualTo(1);
    }

    @Test
    void a_success_without_a_receipt_releases_when_the_computer_is_gone_already()
            throws IOException {
        cloud.deletes(box(1), new Unusable("no receipt")).reads(box(1), new Absent(404));

        assertThat(scene.deletions(ProofPolicy.EITHER).request(target(1), MINUTE))
                .isInstanceOf(Ending.Gone.class);
    }

    /// H-I05.
    @Test
    void a_refusal_blocks_with_the_words_of_the_provider_after_one_delete() throws IOException {
        cloud.deletes(box(1), new Refused(409, "operation_running", "another one is at work"));

        Ending ending = scene.deletions(ProofPolicy.EITHER).request(target(1), MINUTE);

        assertThat(((Ending.Blocked) ending).why())
                .isEqualTo("the provider refused: 409 operation_running another one is at work");
        assertThat(scene.phase(1)).isEqualTo(new Blocked(null));
        assertThat(cloud.deletes()).isEqualTo(1);
        scene.deletions(ProofPolicy.EITHER).follow(box(1), MINUTE);
        assertThat(cloud.deletes()).isEqualTo(1);
    }

    /// H-I06.
    @Test
    void after_a_lost_answer_and_a_restart_the_fence_stands_and_nothing_is_sent_again()
            throws IOException {
        cloud.deletes(box(1), Cloud.silence("connection reset"))
                .reads(box(1), new Live("web-1"), new Live("web-1"), new Absent(404));
        assertThat(scene.deletions(ProofPolicy.EITHER).request(target(1), MINUTE))
                .isInstanceOf(Ending.Unlearned.class);
        scene.restart();
        assertThat(scene.deletions(ProofPolicy.EITHER).check(box(1)))
                .isInstanceOf(Gate.Deleting.class);
        assertThat(scene.deletions(ProofPolicy.EITHER).follow(box(1), MINUTE))
                .isInstanceOf(Ending.Gone.class);

        assertThat(cloud.deletes()).isEqualTo(1);
    }

    /// H-I07, H-I12: the provider's port knows no other word and no other page for absence.
    @Test
    void an_answer_that_teaches_nothing_changes_nothing() throws IOException {
        cloud.deletes(box(1), Scene.accepted(OperationStatus.PROCESSING))
                .tells(operation(1), Cloud.silence("the status is none that is known"))
                .reads(box(1), Cloud.silence("404, and not in the provider's own form"));

        Ending ending = scene.deletions(ProofPolicy.EITHER).request(target(1), MINUTE);

        assertThat(ending).isInstanceOf(Ending.Pending.class);
        assertThat(scene.phase(1))
                .isEqualTo(new DeletionRecord.Accepted(operation(1), OperationStatus.PROCESSING));
    }

    /// H-I08.
    @Test
    void a_blocked_operation_keeps_the_fence_until_a_deliberate_retry() throws IOException {
        cloud.deletes(
                        box(1),
                        Scene.accepted(OperationStatus.PENDING),
                        new Accepted(new Receipt(operation(2), box(1), OperationStatus.PENDING)))
                .tells(operation(1), Scene.accepted(OperationStatus.BLOCKED))
                .tells(
                        operation(2),
                        new Accepted(new Receipt(operation(2), box(1), OperationStatus.COMPLETED)))
                .reads(box(1), new Live("web-1"));
        Deletions deletions = scene.deletions(ProofPolicy.EITHER);

        assertThat(deletions.request(target(1), MINUTE)).isInstanceOf(Ending.Blocked.class);
        assertThat(scene.phase(1)).isEqualTo(new Blocked(operation(1)));
        assertThat(deletions.checkOwner("bot-1")).isInstanceOf(Gate.Deleting.class);
        assertThat(deletions.follow(box(1), MINUTE)).isInstanceOf(Ending.Blocked.class);
        assertThat(
                        Scene.refusal(() ->
                                        scene.journal()
                                                .accept(
                                                        box(1),
                                                        receipt(1, OperationStatus.PENDING)))
                                .code())
                .isEqualTo(ErrorCode.DELETION_OUT_OF_DATE);
        assertThat(cloud.deletes()).isEqualTo(1);

        assertThat(deletions.retry(box(1), MINUTE)).isInstanceOf(Ending.Gone.class);
        assertThat(cloud.deletes()).isEqualTo(2);
    }

    @Test
    void a_delete_that_is_answered_with_a_blocked_operation_is_blocked_and_bound()
            throws IOException {
        cloud.deletes(box(1), Scene.accepted(OperationStatus.BLOCKED));

        assertThat(scene.deletions(ProofPolicy.EITHER).request(target(1), MINUTE))
                .isInstanceOf(Ending.Blocked.class);
        assertThat(scene.phase(1)).isEqualTo(new Blocked(operation(1)));
    }

    /// H-I09.
    @Test
    void a_receipt_for_something_else_binds_nothing() throws IOException {
        cloud.deletes(box(1), new Accepted(receipt(2, OperationStatus.COMPLETED)))
                .reads(box(1), new Live("web-1"));
        assertThat(scene.deletions(ProofPolicy.EITHER).request(target(1), MINUTE))
                .isInstanceOf(Ending.Unlearned.class);
        assertThat(scene.phase(1)).isEqualTo(new Prepared());

        cloud.deletes(
                        box(3),
                        new Accepted(new Receipt(operation(3), box(3), OperationStatus.PENDING)))
                .tells(operation(3), Scene.accepted(OperationStatus.COMPLETED))
                .reads(box(3), new Live("web-3"));
        assertThat(scene.deletions(ProofPolicy.EITHER).request(target(3), Duration.ZERO))
                .isInstanceOf(Ending.Pending.class);

        cloud.deletes(
                box(4), new Accepted(new Receipt(operation(3), box(4), OperationStatus.COMPLETED)));
        assertThat(
                        Scene.refusal(() ->
                                        scene.deletions(ProofPolicy.EITHER)
                                                .request(target(4), MINUTE))
                                .code())
                .isEqualTo(ErrorCode.DELETION_CONFLICT);
        assertThat(scene.phase(4)).isEqualTo(new Prepared());
    }

    /// H-I10.
    @Test
    void a_computer_under_another_name_is_never_touched() throws IOException {
        cloud.deletes(box(1), Cloud.silence("timeout")).reads(box(1), new Live("web-1b"));
        Deletions deletions = scene.deletions(ProofPolicy.EITHER);
        deletions.request(target(1), MINUTE);

        assertThat(
                        Scene.refusal(() ->
                                        deletions.request(
                                                new Target(box(1), "dev2", "bot-1"), MINUTE))
                                .code())
                .isEqualTo(ErrorCode.DELETION_CONFLICT);
        assertThat(deletions.request(target(1), MINUTE))
                .isInstanceOfSatisfying(
                        Ending.Stranger.class,
                        stranger -> assertThat(stranger.name()).isEqualTo("web-1b"));
        assertThat(deletions.follow(box(1), MINUTE)).isInstanceOf(Ending.Stranger.class);
        assertThat(cloud.deletes()).isEqualTo(1);
    }

    /// H-I13.
    @Test
    void an_absence_releases_whatever_the_operation_says_or_no_longer_says() throws IOException {
        cloud.deletes(box(1), Cloud.silence("timeout"))
                .deletes(box(2), new Accepted(receipt(2, OperationStatus.PENDING)))
                .tells(operation(2), Cloud.silence("?"), new Absent(404))
                .reads(box(1), new Absent(404))
                .reads(box(2), new Live("web-2"), new Absent(404));
        Deletions deletions = scene.deletions(ProofPolicy.EITHER);
        deletions.request(target(1), Duration.ZERO);
        deletions.request(target(2), Duration.ZERO);

        assertThat(deletions.checkOwner("bot-1")).isEqualTo(new Gate.Finished(List.of(box(1))));
        assertThat(deletions.checkOwner("bot-1")).isEqualTo(new Gate.Free());
        assertThat(deletions.check(box(2))).isEqualTo(new Gate.Finished(List.of(box(2))));
        assertThat(deletions.check(box(2)).code()).isEqualTo("free");
    }

    @Test
    void what_is_under_way_is_followed_and_never_sent_again() throws IOException {
        cloud.deletes(box(1), Scene.accepted(OperationStatus.PENDING))
                .tells(operation(1), Scene.accepted(OperationStatus.PENDING));
        Deletions deletions = scene.deletions(ProofPolicy.EITHER);

        assertThat(deletions.request(target(1), Duration.ZERO)).isInstanceOf(Ending.Pending.class);
        assertThat(deletions.request(target(1), Duration.ZERO)).isInstanceOf(Ending.Pending.class);
        assertThat(deletions.retry(box(1), Duration.ZERO)).isInstanceOf(Ending.Pending.class);

        assertThat(cloud.deletes()).isEqualTo(1);
    }

    @Test
    void an_intent_of_a_run_that_died_is_looked_at_before_anything_is_sent() throws IOException {
        scene.journal().prepare(target(1), Budget.UNLIMITED);
        cloud.reads(box(1), new Absent(404));
        assertThat(scene.deletions(ProofPolicy.EITHER).request(target(1), MINUTE))
                .isInstanceOf(Ending.Gone.class);
        assertThat(cloud.asked()).containsExactly("read " + box(1));

        scene.journal().prepare(target(2), Budget.UNLIMITED);
        cloud.reads(box(2), Cloud.silence("timeout"));
        assertThat(scene.deletions(ProofPolicy.EITHER).request(target(2), MINUTE))
                .isInstanceOf(Ending.Unlearned.class);
        assertThat(cloud.deletes()).isZero();

        scene.journal().prepare(target(3), Budget.UNLIMITED);
        cloud.reads(box(3), new Live("web-3"))
                .deletes(box(3), new Accepted(receipt(3, OperationStatus.COMPLETED)));
        assertThat(scene.deletions(ProofPolicy.EITHER).request(target(3), MINUTE))
                .isInstanceOf(Ending.Gone.class);
        assertThat(cloud.deletes()).isEqualTo(1);
    }

    @Test
    void a_credential_is_good_only_if_it_sees_every_computer_and_absence_is_no_sight()
            throws IOException {
        for (int number = 1; number <= 6; number++) {
            scene.journal().prepare(target(number), Budget.UNLIMITED);
        }
        scene.journal().accept(box(1), receipt(1, OperationStatus.PENDING));
        scene.journal().accept(box(2), receipt(2, OperationStatus.PENDING));
        Cloud candidate =
                new Cloud()
                        .tells(operation(1), Scene.accepted(OperationStatus.PENDING))
                        .tells(operation(2), new Absent(404))
                        .reads(box(2), new Live("web-2"))
                        .reads(box(3), new Live("web-3"))
                        .reads(box(4), new Absent(404))
                        .reads(box(5), new Live("another"))
                        .reads(box(6), new Refused(401, "", ""));

        List<Sight> sights = scene.deletions(ProofPolicy.EITHER).verifyCredential(candidate);

        assertThat(sights)
                .extracting(sight -> sight.id() + " " + sight.getClass().getSimpleName())
                .containsExactly(
                        box(1) + " Visible",
                        box(2) + " Visible",
                        box(3) + " Visible",
                        box(4) + " Hidden",
                        box(5) + " Hidden",
                        box(6) + " Hidden");
        assertThat(scene.journal().snapshot()).hasSize(6);
        assertThat(cloud.asked()).isEmpty();
    }

    @Test
    void an_acceptance_that_comes_after_the_release_by_another_process_is_no_failure()
            throws IOException {
        assertThat(requestReleasedMeanwhile(Scene.accepted(OperationStatus.PENDING)))
                .isEqualTo(new Ending.Vanished(box(1)));
    }

    @Test
    void a_refusal_that_comes_after_the_release_by_another_process_is_no_failure()
            throws IOException {
        assertThat(requestReleasedMeanwhile(new Refused(409, "gone", "it is being removed")))
                .isEqualTo(new Ending.Vanished(box(1)));
    }

    /// H-I05: work that is under way wins.
    @Test
    void a_refusal_since_another_process_was_accepted_blocks_nothing() throws IOException {
        cloud.tells(operation(1), Scene.accepted(OperationStatus.COMPLETED));

        Ending ending =
                requestWhile(
                        () -> scene.journal().accept(box(1), receipt(1, OperationStatus.PENDING)),
                        new Refused(409, "operation_running", "another one is at work"));

        assertThat(ending).isInstanceOf(Ending.Gone.class);
    }

    private Ending requestReleasedMeanwhile(DeleteAnswer answer) throws IOException {
        return requestWhile(
                () -> scene.journal().retire(box(1), Proofs.absence(box(1)), ""), answer);
    }

    private interface Meanwhile {
        Transition happens() throws IOException;
    }

    private Ending requestWhile(Meanwhile other, DeleteAnswer answer) throws IOException {
        cloud.deletesAfter(
                box(1),
                () -> {
                    try {
                        other.happens();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                answer);
        return scene.deletions(ProofPolicy.EITHER).request(target(1), MINUTE);
    }

    @Test
    void a_release_by_another_process_ends_the_following() throws IOException {
        assertThat(scene.deletions(ProofPolicy.EITHER).follow(box(1), MINUTE))
                .isEqualTo(new Ending.Vanished(box(1)));
    }
}
