package dev.belay.core.file;

import static java.nio.ByteBuffer.wrap;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.FaultExplorer;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WriteOnceFileTest {
    private static WriteOnceFile.Outcome publish(SimProcess process, String text)
            throws IOException {
        try (Directory data = Disks.data(process)) {
            return WriteOnceFile.publish(
                    data, "turn", text.getBytes(UTF_8), process.world().randomness());
        }
    }

    @Test
    void the_first_publisher_wins_and_the_file_never_changes() throws Exception {
        SimProcess process = Disks.host().start("publisher");

        assertThat(publish(process, "one"))
                .isEqualTo(new WriteOnceFile.Outcome.Published(Durability.DURABLE));
        assertThat(publish(process, "two"))
                .isEqualTo(new WriteOnceFile.Outcome.AlreadyThere(Durability.DURABLE));

        assertThat(Disks.text(Disks.data(process), "turn")).hasValue("one");
        assertThat(Disks.names(Disks.data(process))).containsExactly("turn");
        assertThat(Disks.data(process).status("turn").orElseThrow().permissions()).isEqualTo(0600);
    }

    @Test
    void anything_that_has_the_name_counts_even_a_link_to_nowhere() throws Exception {
        SimProcess process = Disks.host().start("publisher");
        Disks.data(process).symlink("nowhere", "turn");

        assertThat(publish(process, "one")).isInstanceOf(WriteOnceFile.Outcome.AlreadyThere.class);
        assertThat(Disks.names(Disks.data(process))).containsExactly("turn");
    }

    @Test
    void of_several_each_ends_in_its_own_way() throws Exception {
        SimProcess process = Disks.host().start("publisher");
        publish(process, "first");

        assertThat(publishAll(process, "other", "turn", "third"))
                .containsExactly(
                        new WriteOnceFile.Outcome.Published(Durability.DURABLE),
                        new WriteOnceFile.Outcome.AlreadyThere(Durability.DURABLE),
                        new WriteOnceFile.Outcome.Published(Durability.DURABLE));

        Directory data = Disks.data(process);
        assertThat(Disks.names(data)).containsExactlyInAnyOrder("other", "turn", "third");
        assertThat(Disks.text(data, "turn")).hasValue("first");
        assertThat(Disks.text(data, "third")).hasValue("I am third");
    }

    private static List<WriteOnceFile.Outcome> publishAll(SimProcess process, String... names)
            throws IOException {
        List<WriteOnceFile.NewFile> files =
                Arrays.stream(names)
                        .map(name -> new WriteOnceFile.NewFile(name, wrap(text(name))))
                        .toList();
        try (Directory data = Disks.data(process)) {
            return WriteOnceFile.publish(data, files, process.world().randomness());
        }
    }

    private static byte[] text(String name) {
        return ("I am " + name).getBytes(UTF_8);
    }

    /// What somebody was told.
    private static final class User {
        private boolean wasTold;
    }

    @Test
    void survives_every_crash() throws Exception {
        Explored explored =
                CrashExplorer.with(User::new)
                        .prepare(host -> host.disk().makeDirectories(Disks.DATA).close())
                        .run((process, user) -> {
                            publish(process, "whole");
                            user.wasTold = true;
                        })
                        .restart((process, user) -> {
                            String found = Disks.text(Disks.data(process), "turn").orElse("none");
                            assertThat(found).isIn("none", "whole");
                            assertThat(!user.wasTold || found.equals("whole")).isTrue();
                            publish(process, "whole");
                            user.wasTold = true;
                        })
                        .check((process, _) ->
                                assertThat(Disks.text(Disks.data(process), "turn"))
                                        .hasValue("whole"))
                        .explore();

        System.out.println("WriteOnceFile.publish: " + explored);
        assertThat(explored.states()).isGreaterThan(50);
    }

    @Test
    void several_survive_every_crash() throws Exception {
        Explored explored =
                CrashExplorer.with(User::new)
                        .prepare(host -> host.disk().makeDirectories(Disks.DATA).close())
                        .run(WriteOnceFileTest::publishTwo)
                        .restart(WriteOnceFileTest::requireWhole)
                        .check(WriteOnceFileTest::requireWhole)
                        .explore();

        System.out.println("WriteOnceFile.publish, two: " + explored);
        assertThat(explored.states()).isGreaterThan(200);
    }

    @Test
    void several_survive_every_failing_call() throws Exception {
        Explored explored =
                FaultExplorer.with(User::new)
                        .prepare(host -> host.disk().makeDirectories(Disks.DATA).close())
                        .run(WriteOnceFileTest::publishTwo)
                        .restart((process, user) -> {
                            requireWhole(process, user);
                            publishTwo(process, user);
                        })
                        .check(WriteOnceFileTest::requireWhole)
                        .explore();

        System.out.println("WriteOnceFile.publish, two, faults: " + explored);
        assertThat(explored.states()).isGreaterThan(50);
    }

    private static void publishTwo(SimProcess process, User user) throws IOException {
        publishAll(process, "one", "two");
        user.wasTold = true;
    }

    private static void requireWhole(SimProcess process, User user) throws IOException {
        for (String name : List.of("one", "two")) {
            String found = Disks.text(Disks.data(process), name).orElse("nothing");
            assertThat(found).isIn("nothing", "I am " + name);
            assertThat(user.wasTold && found.equals("nothing")).isFalse();
        }
    }
}
