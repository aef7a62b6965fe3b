package dev.belay.staging.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.staging.discovery.Classification.Asker;
import dev.belay.staging.discovery.Sight.Known;
import dev.belay.staging.discovery.Standing.Status;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassificationTest {
    private static final Known ALL = new Known(true, true, true, true);

    private static Sight abandoned(Progress progress, Known known) {
        return new Sight(progress, OwnerState.ABSENT, known, true, false, false);
    }

    private static Progress progress(String words) {
        List<String> parts = List.of(words.split(" ", -1));
        return new Progress(
                Users.valueOf(parts.get(0)),
                State.valueOf(parts.get(1)),
                parts.size() > 2 ? Hold.valueOf(parts.get(2)) : null);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE PREPARING,            WRITERS_UNSETTLED, WRITERS_UNSETTLED",
        "NONE PREPARED,             CANDIDATE,         CANDIDATE",
        "ADMITTED ADMITTED,         WRITERS_UNSETTLED, WRITERS_UNSETTLED",
        "ADMITTED ADMITTED CLAIMS,  WRITERS_UNSETTLED, WRITERS_UNSETTLED",
        "SETTLED SETTLED,           HELD,              CANDIDATE",
        "SETTLED PRESERVED,         CANDIDATE,         CANDIDATE",
        "SETTLED REMOVING,          CANDIDATE,         CANDIDATE",
        "SETTLED PRESERVED CLAIMS,  HELD,              CANDIDATE",
        "SETTLED SETTLED ARTIFACTS, HELD,              CANDIDATE",
        "NONE PREPARED WRITERS,     HELD_FOR_WRITERS,  HELD_FOR_WRITERS",
        "NONE PREPARED REGISTRATION,HELD_FOR_WRITERS,  HELD_FOR_WRITERS",
        "NONE ADMITTED,             INCONSISTENT,      INCONSISTENT"
    })
    void an_abandoned_staging_stands_where_its_progress_says(
            String words, Standing forSweep, Standing forOperator) {
        Sight sight = abandoned(progress(words), ALL);

        assertThat(Classification.of(sight, Asker.SWEEP)).isEqualTo(forSweep);
        assertThat(Classification.of(sight, Asker.OPERATOR)).isEqualTo(forOperator);
    }

    @Test
    void each_thing_that_is_not_known_protects() {
        Progress prepared = progress("NONE PREPARED");

        assertThat(
                        List.of(
                                abandoned(prepared, new Known(false, true, true, true)),
                                abandoned(prepared, new Known(true, false, true, true)),
                                abandoned(prepared, new Known(true, true, false, true)),
                                abandoned(prepared, new Known(true, true, true, false)),
                                new Sight(prepared, OwnerState.ABSENT, ALL, false, false, false)))
                .extracting(sight -> Classification.of(sight, Asker.OPERATOR))
                .containsExactly(
                        Standing.INCOMPLETE,
                        Standing.INCOMPLETE,
                        Standing.NO_CLAIMS,
                        Standing.NO_WITNESS,
                        Standing.WORKTREE);
    }

    @Test
    void only_what_a_dead_owner_left_is_ever_a_candidate() {
        List<Sight> sights = new ArrayList<>();
        for (Users users : Users.values()) {
            for (State state : State.values()) {
                for (boolean flag : new boolean[] {true, false}) {
                    Progress progress = new Progress(users, state, null);
                    sights.add(new Sight(progress, OwnerState.PRESENT, ALL, flag, false, false));
                    sights.add(new Sight(progress, OwnerState.ELSEWHERE, ALL, flag, false, false));
                    sights.add(new Sight(progress, OwnerState.ABSENT, ALL, true, flag, !flag));
                }
            }
        }

        assertThat(sights)
                .allMatch(sight ->
                        Classification.of(sight, Asker.OPERATOR).status() != Status.CANDIDATE);
    }
}
