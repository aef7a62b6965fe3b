package dev.belay.core.file;

import static java.nio.ByteBuffer.wrap;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Invariant;
import dev.belay.system.Directory;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// What was reported as replaced stays so, and a file is whole whenever it is there.
class DurableFileCrashTest {
    /// Somebody who acts on what the program says.
    private static final class User {
        private boolean wasToldNew;
    }

    private final Invariant whole = new Invariant("the file is the old one or the new one");
    private final Invariant kept = new Invariant("what was told is so");

    /// Brings the file from old to new, whatever it finds, and tells it.
    private static void bringToNew(SimProcess process, User user, boolean keeps)
            throws IOException {
        try (Directory data = Disks.data(process)) {
            DurableFile file = new DurableFile(data, "state", process.world().randomness());
            file.removeTemporaries();
            if (Disks.text(data, "state").orElse("").equals("new")) {
                file.confirm(() -> {});
            } else if (keeps) {
                file.replaceKeeping("previous", wrap("new".getBytes(UTF_8)), () -> {}).close();
            } else {
                file.replace("new".getBytes(UTF_8), () -> {});
            }
        }
        user.wasToldNew = true;
    }

    private Explored explore(String before, boolean keeps) throws IOException {
        return CrashExplorer.with(User::new)
                .prepare(host -> {
                    host.disk().makeDirectories(Disks.DATA).close();
                    if (!before.isEmpty()) {
                        Disks.write(Disks.data(host), "state", before);
                    }
                })
                .run((process, user) -> bringToNew(process, user, keeps))
                .restart((process, user) -> {
                    String found = Disks.text(Disks.data(process), "state").orElse("");
                    whole.check(found.equals(before) || found.equals("new"), () -> found);
                    kept.check(
                            !user.wasToldNew || found.equals("new"),
                            () -> "told new, found " + found);
                    bringToNew(process, user, keeps);
                })
                .check((process, _) -> {
                    Directory data = Disks.data(process);
                    assertThat(Disks.text(data, "state")).hasValue("new");
                    if (keeps && Disks.text(data, "previous").isPresent()) {
                        assertThat(Disks.text(data, "previous").orElseThrow()).isIn(before, "new");
                    }
                    assertThat(Disks.names(data)).noneMatch(n -> n.contains(".tmp-"));
                })
                .explore();
    }

    @Test
    void survives_every_crash_of_a_replacement() throws Exception {
        Explored explored = explore("old", false);

        System.out.println("DurableFile.replace: " + explored);
        assertThat(kept.reached()).isPositive();
        assertThat(explored.states()).isGreaterThan(50);
    }

    /// Another program has written the file as it likes, and was killed.
    @Test
    void confirms_what_another_program_has_left() throws Exception {
        Explored explored =
                CrashExplorer.with(User::new)
                        .prepare(host -> host.disk().makeDirectories(Disks.DATA).close())
                        .run((process, user) -> {
                            Disks.write(Disks.data(process), "state", "new");
                            bringToNew(process, user, false);
                        })
                        .restart((process, user) -> {
                            String found = Disks.text(Disks.data(process), "state").orElse("");
                            kept.check(
                                    !user.wasToldNew || found.equals("new"),
                                    () -> "told new, found " + found);
                            bringToNew(process, user, false);
                        })
                        .explore();

        assertThat(explored.states()).isGreaterThan(50);
    }

    @Test
    void survives_every_crash_of_a_creation() throws Exception {
        assertThat(explore("", false).states()).isGreaterThan(50);
    }

    @Test
    void survives_every_crash_of_a_replacement_that_keeps() throws Exception {
        Explored explored = explore("old", true);

        System.out.println("DurableFile.replaceKeeping: " + explored);
        assertThat(explored.states()).isGreaterThan(100);
    }
}
