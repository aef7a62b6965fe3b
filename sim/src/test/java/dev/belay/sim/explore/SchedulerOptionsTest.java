package dev.belay.sim.explore;

import static dev.belay.sim.explore.Section.data;
import static dev.belay.sim.explore.Section.processes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.Processes.Presence;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What may happen between two calls, besides another process's call.
class SchedulerOptionsTest {
    private static final Pattern REPLAY = Pattern.compile("belay.replay='(.*)'");
    private static final Duration POLL = Duration.ofMillis(20);

    /// A lock that names its holder and is taken from a dead one; for one process at a time.
    private static void lockByPid(SimProcess process, Section section) throws IOException {
        try (Directory data = data(process)) {
            String holder = SmallFile.read(data, "lock");
            boolean isFree =
                    holder.equals("none")
                            || process.world().processes().presence(Long.parseLong(holder))
                                    == Presence.ABSENT;
            if (isFree) {
                SmallFile.removeIfThere(data, "lock");
                SmallFile.create(data, "pending", String.valueOf(process.pid()), false);
                data.rename("pending", data, "lock");
                section.visit(process);
                SmallFile.removeIfThere(data, "lock");
            }
        }
    }

    private static void checkNumber(SimProcess process, Section section) throws IOException {
        try (Directory data = data(process)) {
            SmallFile.removeIfThere(data, "pending");
        }
        lockByPid(process, section);
        assertThat(section.wasEnteredBy("check")).isTrue();
    }

    @Test
    void finds_a_number_that_means_another_process_by_now() throws IOException {
        processes(1, SchedulerOptionsTest::lockByPid)
                .check(SchedulerOptionsTest::checkNumber)
                .explore();

        Scheduler<Section> reusing =
                processes(1, SchedulerOptionsTest::lockByPid)
                        .check(SchedulerOptionsTest::checkNumber)
                        .reusingPids();
        assertThatThrownBy(reusing::explore).hasMessageContaining("whose number a stranger takes");
    }

    @Test
    void a_process_that_stands_still_may_die_between_two_looks() throws IOException {
        Set<List<Presence>> seen = new HashSet<>();
        AtomicLong pid = new AtomicLong();

        processes(0, (_, _) -> {})
                .process(
                        "a",
                        (process, _) -> {
                            pid.set(process.pid());
                            data(process).close();
                        })
                .process(
                        "b",
                        (process, _) -> {
                            Presence first = process.world().processes().presence(pid.get());
                            Presence second = process.world().processes().presence(pid.get());
                            seen.add(List.of(first, second));
                        })
                .preemptions(1)
                .explore();

        assertThat(seen).contains(List.of(Presence.PRESENT, Presence.ABSENT));
    }

    @Test
    void a_stopped_process_may_go_on_while_another_polls() throws IOException {
        Set<Integer> polls = new TreeSet<>();

        processes(0, (_, _) -> {})
                .process(
                        "a",
                        (process, _) -> {
                            try (Directory data = data(process)) {
                                data.symlink("x", "sign");
                            }
                        })
                .process(
                        "b",
                        (process, _) -> {
                            try (Directory data = data(process)) {
                                int count = 0;
                                while (data.status("sign").isEmpty() && count < 5) {
                                    process.world().waiting().pause(POLL);
                                    count++;
                                }
                                polls.add(count);
                            }
                        })
                .explore();

        assertThat(polls).containsExactly(0, 1, 2, 3, 4, 5);
    }

    private static void announce(SimProcess process, boolean syncs, Section section)
            throws IOException {
        try (Directory data = data(process)) {
            if (SmallFile.read(data, "news").equals("none")) {
                if (process.name().equals("a")) {
                    SmallFile.create(data, "pending", "true", true);
                    data.rename("pending", data, "news");
                    data.sync();
                }
                return;
            }
            if (syncs) {
                data.sync();
            }
            section.visit(process);
        }
    }

    private static Scheduler<Section> announcing(boolean syncs) throws IOException {
        return processes(2, (process, section) -> announce(process, syncs, section))
                .afterCut((process, section) -> {
                    try (Directory data = data(process)) {
                        if (section.wasEnteredBy("b")) {
                            assertThat(SmallFile.read(data, "news")).isEqualTo("true");
                        }
                    }
                });
    }

    @Test
    void finds_trust_in_what_another_has_not_synced_yet() throws IOException {
        String message = messageOf(announcing(false));
        Matcher replay = REPLAY.matcher(message);

        assertThat(message).contains("power cut", "lost: /data: rename pending news");
        assertThat(replay.find()).isTrue();
        assertThat(replay.group(1)).contains(", cut ");
        assertThatThrownBy(() -> announcing(false).replay(replay.group(1))).hasMessage(message);
    }

    @Test
    void who_syncs_first_may_trust() throws IOException {
        System.out.println("trust after a cut: " + announcing(true).explore());
    }

    @Test
    void reports_what_does_not_end() throws IOException {
        Scheduler<Section> scheduler =
                processes(
                        1,
                        (process, _) -> {
                            try (Directory data = data(process)) {
                                while (data.status("never").isEmpty()) {
                                    process.world().waiting().pause(POLL);
                                }
                            }
                        });

        assertThatThrownBy(scheduler::explore).hasMessageContaining("does not end");
    }

    @Test
    void a_failure_names_the_schedule_that_replays_it() throws IOException {
        Scheduler<Section> scheduler = processes(2, SchedulerOptionsTest::lockByPid);
        String message = messageOf(scheduler);
        Matcher schedule = REPLAY.matcher(message);

        assertThat(schedule.find()).isTrue();
        assertThatThrownBy(() -> scheduler.replay(schedule.group(1))).hasMessage(message);
    }

    private static String messageOf(Scheduler<Section> scheduler) {
        try {
            scheduler.explore();
        } catch (AssertionError failure) {
            return String.valueOf(failure.getMessage());
        }
        throw new AssertionError("nothing was found");
    }
}
