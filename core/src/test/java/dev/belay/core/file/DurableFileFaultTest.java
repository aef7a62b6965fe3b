package dev.belay.core.file;

import static java.nio.ByteBuffer.wrap;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.FaultExplorer;
import dev.belay.sim.explore.Program;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.system.Directory;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Whichever call fails, the file is whole, and what was told is so.
class DurableFileFaultTest {
    /// Somebody who acts on what the program says.
    private static final class User {
        private String told = "old";
    }

    private static void replace(SimProcess process, User user, String text) throws IOException {
        try (Directory data = Disks.data(process)) {
            DurableFile file = new DurableFile(data, "state", process.world().randomness());
            file.replaceKeeping("previous", wrap(text.getBytes(UTF_8)), () -> {}).close();
        }
        user.told = text;
    }

    private static Explored explore(Program<User> operation) throws IOException {
        return FaultExplorer.with(User::new)
                .prepare(host -> {
                    host.disk().makeDirectories(Disks.DATA).close();
                    Disks.write(Disks.data(host), "state", "old");
                })
                .run(operation)
                .restart((process, user) -> {
                    String found = Disks.text(Disks.data(process), "state").orElse("none");
                    assertThat(found).isIn("old", "new");
                    assertThat(user.told.equals("new") && found.equals("old")).isFalse();
                    replace(process, user, "newest");
                })
                .check((process, _) ->
                        assertThat(Disks.text(Disks.data(process), "state")).hasValue("newest"))
                .explore();
    }

    @Test
    void survives_every_failing_call() throws Exception {
        Explored explored = explore((process, user) -> replace(process, user, "new"));

        System.out.println("DurableFile.replaceKeeping, faults: " + explored);
        assertThat(explored.states()).isGreaterThan(100);
    }

    @Test
    void does_not_confirm_on_the_word_of_a_second_sync() throws Exception {
        Explored explored =
                explore((process, user) -> {
                    try (Directory data = Disks.data(process)) {
                        DurableFile file =
                                new DurableFile(data, "state", process.world().randomness());
                        try {
                            file.replace("new".getBytes(UTF_8), () -> {});
                        } catch (IOException _) {
                            file.confirm(() -> {});
                        }
                    }
                    user.told = Disks.text(Disks.data(process.host()), "state").orElse("none");
                });

        assertThat(explored.states()).isGreaterThan(100);
    }

    @Test
    void asks_for_ownership_before_it_writes_anew() throws Exception {
        SimProcess process = Disks.host().start("writer");
        // The second sync is the one of the directory.
        process.wrapDisk(disk -> FaultyDisk.failingOnce(disk, Fault.EROFS, 5));
        try (Directory data = Disks.data(process)) {
            DurableFile file = new DurableFile(data, "state", process.world().randomness());
            OwnershipCheck lost =
                    () -> {
                        throw new Refusal(ErrorCode.LOCK_LOST, "lock", "is another's", "");
                    };

            assertThatThrownBy(() -> file.replace("new".getBytes(UTF_8), () -> {}))
                    .hasMessageContaining("sync data");
            assertThatThrownBy(() -> file.confirm(lost)).isInstanceOf(Refusal.class);
            assertThat(file.confirm(() -> {})).isEqualTo(Durability.DURABLE);
        }
    }

    @Test
    void a_failed_replacement_leaves_no_temporary_file() throws Exception {
        FaultExplorer.with(User::new)
                .prepare(host -> host.disk().makeDirectories(Disks.DATA).close())
                .run((process, user) -> {
                    try {
                        replace(process, user, "new");
                    } catch (IOException failure) {
                        // Where removing a name fails, one stays, for the next owner.
                        boolean isRemovable = failure.getSuppressed().length == 0;
                        Directory hand = Disks.data(process.host());
                        assertThat(
                                        !isRemovable
                                                || Disks.names(hand).stream()
                                                        .noneMatch(n -> n.contains(".tmp-")))
                                .isTrue();
                        throw failure;
                    }
                })
                .explore();
    }
}
