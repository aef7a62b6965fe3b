package dev.belay.sim.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each step of a right program that is left out is found.
class CrashExplorerTest {
    private static final Path DATA = Path.of("/data");

    /// Of a run that only counts.
    private static final int STEPS = 12;

    /// The steps of replacing a file, and of trusting what an earlier run has left.
    enum Step {
        SYNC_THE_FILE,
        SYNC_THE_DIRECTORY,
        SYNC_BEFORE_THE_RENAME,
        REPLACE_IN_ONE_STEP,
        SYNC_WHAT_IS_TRUSTED,
        CLEAN_UP
    }

    /// What the user was told.
    private static final class User {
        private boolean wasToldNew;
    }

    private static Directory data(SimProcess process) throws IOException {
        return process.world().disk().open(DATA, "data");
    }

    private static void replace(Directory data, Set<Step> steps) throws IOException {
        boolean syncs = steps.contains(Step.SYNC_THE_FILE);
        boolean syncsFirst = syncs && steps.contains(Step.SYNC_BEFORE_THE_RENAME);
        if (steps.contains(Step.CLEAN_UP)) {
            SmallFile.removeIfThere(data, "pending");
        }
        SmallFile.create(data, "pending", "new", syncsFirst);
        if (!steps.contains(Step.REPLACE_IN_ONE_STEP)) {
            data.unlink("file");
        }
        data.rename("pending", data, "file");
        if (syncs && !syncsFirst) {
            SmallFile.sync(data, "file");
        }
        if (steps.contains(Step.SYNC_THE_DIRECTORY)) {
            data.sync();
        }
    }

    private static void runOperation(SimProcess process, User user, Set<Step> steps)
            throws IOException {
        try (Directory data = data(process)) {
            if (SmallFile.read(data, "file").equals("old")) {
                replace(data, steps);
            } else if (steps.contains(Step.SYNC_WHAT_IS_TRUSTED)) {
                SmallFile.sync(data, "file");
                data.sync();
            }
        }
        user.wasToldNew = true;
    }

    private static CrashExplorer<User> explorer(Set<Step> steps) throws IOException {
        return CrashExplorer.with(User::new)
                .prepare(host -> {
                    Directory data = host.disk().makeDirectories(DATA);
                    SmallFile.create(data, "file", "old", true);
                })
                .run((process, user) -> runOperation(process, user, steps))
                .restart((process, user) -> {
                    boolean wasToldNew = user.wasToldNew;
                    try (Directory data = data(process)) {
                        String found = SmallFile.read(data, "file");
                        assertThat(found).isIn("old", "new");
                        if (wasToldNew) {
                            assertThat(found).isEqualTo("new");
                        }
                    }
                    runOperation(process, user, steps);
                })
                .check((process, _) -> {
                    try (Directory data = data(process)) {
                        assertThat(SmallFile.read(data, "file")).isEqualTo("new");
                        assertThat(data.names()).containsExactly("file");
                    }
                });
    }

    @Test
    void finds_nothing_in_a_right_program() throws IOException {
        Explored explored = explorer(EnumSet.allOf(Step.class)).explore();

        System.out.println("replacing a file: " + explored);
        assertThat(explored.states()).isGreaterThan(50);
    }

    @ParameterizedTest
    @EnumSource
    void finds_each_step_that_is_forgotten(Step forgotten) throws IOException {
        CrashExplorer<User> explorer = explorer(EnumSet.complementOf(EnumSet.of(forgotten)));

        assertThatThrownBy(explorer::explore)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("belay.replay");
    }

    @Test
    void a_failure_names_what_replays_it() throws IOException {
        CrashExplorer<User> wrong = explorer(EnumSet.of(Step.SYNC_THE_FILE, Step.CLEAN_UP));
        String message = messageOf(wrong);
        Matcher replay = Pattern.compile("belay.replay='(.*)'").matcher(message);

        assertThat(replay.find()).isTrue();
        assertThatThrownBy(() -> wrong.replay(replay.group(1))).hasMessage(message);
        explorer(EnumSet.allOf(Step.class)).replay("cut@2/0");
    }

    private static String messageOf(CrashExplorer<User> explorer) {
        try {
            explorer.explore();
        } catch (AssertionError failure) {
            return String.valueOf(failure.getMessage());
        }
        throw new AssertionError("nothing was found");
    }

    @Test
    void finds_trust_in_what_a_kill_left_only_by_a_cut_after_it() throws IOException {
        Set<Step> steps = EnumSet.complementOf(EnumSet.of(Step.SYNC_WHAT_IS_TRUSTED));

        assertThat(messageOf(explorer(steps))).containsPattern("belay.replay='kill@\\d+ cut@");
    }

    @Test
    void finds_code_that_catches_its_kill() throws IOException {
        CrashExplorer<Object> explorer =
                CrashExplorer.alone()
                        .prepare(host -> host.disk().makeDirectories(DATA).close())
                        .run((process, _) -> {
                            try (Directory data = data(process)) {
                                SmallFile.create(data, "file", "new", true);
                            } catch (Throwable any) {
                                assertThat(any).isNotNull();
                            }
                        });

        assertThatThrownBy(explorer::explore).hasMessageContaining("has caught its kill");
    }

    @Test
    void pairs_that_would_be_too_many_are_spread_over_the_steps_of_both_runs() throws IOException {
        Set<Integer> firsts = new HashSet<>();
        Set<Integer> seconds = new HashSet<>();
        Explored explored;
        System.setProperty("belay.budget", "deep");
        try {
            explored =
                    CrashExplorer.with(() -> new int[2])
                            .prepare(host -> host.disk().makeDirectories(DATA).close())
                            .run((process, steps) -> takeSteps(process, steps, 0))
                            .restart((process, steps) -> takeSteps(process, steps, 1))
                            .pairs(20)
                            .check((_, steps) -> {
                                firsts.add(steps[0]);
                                seconds.add(steps[1]);
                            })
                            .explore();
        } finally {
            System.clearProperty("belay.budget");
        }

        assertThat(explored.stride()).isGreaterThan(1);
        assertThat(explored.states()).isBetween(80L, 200L);
        assertThat(firsts).hasSize(STEPS + 1);
        assertThat(seconds).hasSizeGreaterThan(STEPS / 2);
    }

    /// Counts what it does, beside the machine.
    private static void takeSteps(SimProcess process, int[] steps, int run) throws IOException {
        try (Directory data = data(process)) {
            for (int i = 0; i < STEPS; i++) {
                data.sync();
                steps[run]++;
            }
        }
    }
}
