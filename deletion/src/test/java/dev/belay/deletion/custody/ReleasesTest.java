package dev.belay.deletion.custody;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.deletion.Budget;
import dev.belay.deletion.ComputerProvider.Absent;
import dev.belay.deletion.ComputerProvider.Live;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Proof;
import dev.belay.deletion.journal.Journals;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which proof releases a computer, by policy and by an operator's word.
class ReleasesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Scene scene = new Scene();
    private final Cloud cloud = scene.cloud();

    ReleasesTest() throws IOException {}

    @Test
    void a_policy_of_both_waits_for_the_absence_after_the_completion() throws IOException {
        cloud.deletes(box(1), Scene.accepted(OperationStatus.COMPLETED))
                .reads(box(1), new Live("web-1"), Cloud.silence("502"), new Absent(404));

        Ending ending = scene.deletions(ProofPolicy.BOTH).request(target(1), MINUTE);

        assertThat(((Ending.Gone) ending).proof()).isInstanceOf(Proof.Both.class);
        assertThat(cloud.asked()).filteredOn(it -> it.startsWith("read")).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"operation", "both"})
    void a_policy_that_wants_an_operation_is_not_satisfied_by_absence(String word)
            throws IOException {
        ProofPolicy policy = ProofPolicy.of(word).orElseThrow();
        cloud.deletes(box(1), new Absent(404)).reads(box(1), new Absent(404));

        assertThat(scene.deletions(policy).request(target(1), MINUTE))
                .isInstanceOf(Ending.Unlearned.class);
        assertThat(scene.deletions(policy).follow(box(1), MINUTE))
                .isInstanceOf(Ending.Unlearned.class);
        assertThat(scene.phase(1)).isEqualTo(new Prepared());

        assertThat(scene.deletions(policy).forget(box(1), "created by hand, removed by hand"))
                .isInstanceOf(Ending.Gone.class);
    }

    @Test
    void only_an_absence_lets_a_computer_be_forgotten() throws IOException {
        scene.journal().prepare(target(1), Budget.UNLIMITED);
        cloud.reads(
                box(1),
                new Live("web-1"),
                new Live("other"),
                Cloud.silence("502"),
                new Absent(410));
        Deletions deletions = scene.deletions(ProofPolicy.EITHER);

        assertThat(deletions.forget(box(1), "r")).isInstanceOf(Ending.Unlearned.class);
        assertThat(deletions.forget(box(1), "r")).isInstanceOf(Ending.Stranger.class);
        assertThat(deletions.forget(box(1), "r")).isInstanceOf(Ending.Unlearned.class);
        assertThat(deletions.forget(box(1), "never paid for")).isInstanceOf(Ending.Gone.class);

        assertThat(
                        Journals.audited(scene.process().world(), box(1))
                                .getFirst()
                                .event()
                                .details()
                                .string("reason"))
                .contains("never paid for");
        assertThat(Scene.refusal(() -> deletions.forget(box(1), "r")).code())
                .isEqualTo(ErrorCode.DELETION_NOT_FOUND);
    }

    @Test
    void an_operators_word_releases_without_asking_the_provider() throws IOException {
        scene.journal().prepare(target(1), Budget.UNLIMITED);

        Ending ending =
                scene.deletions(ProofPolicy.BOTH).resolve(box(1), "ticket 7: account closed");

        assertThat(((Ending.Gone) ending).proof()).isInstanceOf(Proof.Attested.class);
        assertThat(cloud.asked()).isEmpty();
        assertThat(Journals.audited(scene.process().world(), box(1)).getFirst().event().details())
                .asString()
                .contains("\"level\":\"attested\"", "ticket 7: account closed");
    }
}
