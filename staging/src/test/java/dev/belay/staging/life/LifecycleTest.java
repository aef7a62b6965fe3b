package dev.belay.staging.life;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.staging.life.Lifecycle.Step;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LifecycleTest {
    private static final List<Progress> ALL = all();

    private static List<Progress> all() {
        List<Progress> all = new ArrayList<>();
        for (Users users : Users.values()) {
            for (State state : State.values()) {
                all.add(new Progress(users, state, null));
            }
        }
        return all;
    }

    private static String follows(Step step) {
        return ALL.stream()
                .flatMap(now ->
                        Lifecycle.after(now, step).stream()
                                .map(next -> shown(now) + " -> " + shown(next)))
                .collect(joining("\n"));
    }

    private static String shown(Progress progress) {
        return progress.users() + " " + progress.state();
    }

    @Test
    void s11_each_step_follows_one_other_and_no_step_leads_back() {
        assertThat(Stream.of(Step.values()).map(LifecycleTest::follows).collect(joining("\n")))
                .isEqualTo(
                        """
                        NONE PREPARING -> NONE PREPARED
                        NONE PREPARED -> ADMITTED ADMITTED
                        ADMITTED ADMITTED -> SETTLED SETTLED
                        SETTLED SETTLED -> SETTLED PRESERVED\
                        """);
    }

    @ParameterizedTest
    @EnumSource
    void a_hold_stays_through_every_step(Hold hold) {
        Progress now = new Progress(Users.NONE, State.PREPARED, hold);

        assertThat(Lifecycle.after(now, Step.ADMITTED))
                .contains(new Progress(Users.ADMITTED, State.ADMITTED, hold));
    }

    @ParameterizedTest
    @EnumSource
    void that_writers_may_be_at_work_is_never_taken_back(Hold later) {
        Progress held = Lifecycle.held(ALL.getFirst(), Hold.WRITERS);

        assertThat(Lifecycle.held(held, later).hold()).isEqualTo(Hold.WRITERS);
        assertThat(Lifecycle.held(Lifecycle.held(ALL.getFirst(), later), Hold.WRITERS).hold())
                .isEqualTo(Hold.WRITERS);
    }

    @Test
    void its_maker_may_dispose_of_it_when_nobody_used_it_or_all_outputs_are_in_safety() {
        assertThat(
                        ALL.stream()
                                .filter(now -> Lifecycle.keeps(now).isEmpty())
                                .filter(now -> now.users() != Users.NONE)
                                .map(LifecycleTest::shown))
                .containsExactly("SETTLED PRESERVED", "SETTLED REMOVING");
        assertThat(ALL.stream().filter(now -> now.users() == Users.NONE))
                .allMatch(now -> Lifecycle.keeps(now).isEmpty());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRATION")
    void what_is_held_stays(Hold hold) {
        assertThat(ALL).allMatch(now -> Lifecycle.keeps(Lifecycle.held(now, hold)).isPresent());
    }

    @Test
    void what_is_held_only_from_others_goes_by_its_maker_when_it_would_have_gone() {
        assertThat(ALL)
                .allMatch(now ->
                        Lifecycle.keeps(Lifecycle.held(now, Hold.REGISTRATION))
                                .equals(Lifecycle.keeps(now)));
    }
}
