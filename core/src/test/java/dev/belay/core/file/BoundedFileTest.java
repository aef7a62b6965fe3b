package dev.belay.core.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BoundedFileTest {
    private SimHost host = new SimHost();
    private SimProcess process = host.start("reader");

    @BeforeEach
    void machine() throws IOException {
        host = Disks.host();
        process = host.start("reader");
    }

    private Optional<BoundedFile> read(int bytesMax) throws IOException {
        try (Directory data = Disks.data(process)) {
            return BoundedFile.read(data, "state", bytesMax);
        }
    }

    private Refusal refused(int bytesMax) {
        try {
            read(bytesMax);
        } catch (Refusal refusal) {
            return refusal;
        } catch (IOException e) {
            throw new AssertionError("not refused", e);
        }
        throw new AssertionError("not refused");
    }

    @Test
    void reads_all_bytes_and_their_status() throws Exception {
        Disks.write(Disks.data(host), "state", "twelve bytes");

        BoundedFile file = read(12).orElseThrow();

        assertThat(file.bytes()).asString(UTF_8).isEqualTo("twelve bytes");
        assertThat(file.status()).isEqualTo(Disks.data(host).status("state").orElseThrow());
    }

    @Test
    void only_a_name_that_does_not_exist_is_absent() throws Exception {
        assertThat(read(12)).isEmpty();

        Disks.data(host).symlink("nowhere", "state");

        assertThat(refused(12))
                .hasMessage("data/state: is a symbolic link, and only a regular file is used here");
    }

    @Test
    void nothing_but_a_regular_file_is_read() throws Exception {
        Disks.data(host).makeDirectory("state", 0700);

        assertThat(refused(12)).hasMessageContaining("data/state: is a directory");
        assertThat(refused(12).code()).isEqualTo(ErrorCode.STATE_UNREADABLE);
    }

    @ParameterizedTest
    @EnumSource(names = {"PIPE", "SOCKET", "DEVICE"})
    void a_special_file_neither_hangs_nor_is_read(FileKind kind) throws Exception {
        host.disk().makeSpecial(Path.of("/data/state"), kind, 0600);

        assertThat(refused(12)).hasMessageContaining("data/state: is " + kind.noun());
    }

    @Test
    void a_longer_file_is_refused_unread() throws Exception {
        Disks.write(Disks.data(host), "state", "twelve bytes");

        assertThat(refused(11)).hasMessage("data/state: is 12 bytes long, and at most 11 are read");
    }

    @Test
    void a_file_without_permission_is_not_an_absent_one() throws Exception {
        Disks.write(Disks.data(host), "state", "secret");
        Disks.data(host).changePermissions("state", 0);

        Refusal refusal = refused(12);

        assertThat(refusal).hasMessage("data/state: cannot be read: permission denied (EACCES)");
        assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_UNREADABLE);
        assertThat(refusal).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void a_file_that_changed_while_it_was_read_is_read_again() throws Exception {
        Disks.write(Disks.data(host), "state", "old");
        Interposed.before(
                process,
                "read",
                "data/state",
                time -> {
                    if (time == 1) {
                        host.clock().advance(Duration.ofMillis(1));
                        Disks.write(Disks.data(host), "state", "new");
                    }
                });

        assertThat(read(12).orElseThrow().bytes()).asString(UTF_8).isEqualTo("new");
    }

    @Test
    void a_file_that_grew_while_it_was_read_is_read_again() throws Exception {
        Disks.write(Disks.data(host), "state", "old");
        // The clock stands still, as a coarse one does: only the size tells.
        Interposed.before(
                process, "read", "data/state", _ -> Disks.write(Disks.data(host), "state", "new!"));

        assertThat(read(12).orElseThrow().bytes()).asString(UTF_8).isEqualTo("new!");
    }

    @Test
    void a_file_that_was_cut_off_while_it_was_read_is_read_again() throws Exception {
        Disks.write(Disks.data(host), "state", "long");
        Interposed.before(
                process, "read", "data/state", _ -> Disks.write(Disks.data(host), "state", "cut"));

        assertThat(read(12).orElseThrow().bytes()).asString(UTF_8).isEqualTo("cut");
    }

    @Test
    void a_file_that_never_holds_still_is_refused() throws Exception {
        Disks.write(Disks.data(host), "state", "0");
        Interposed gate =
                Interposed.before(
                        process,
                        "read",
                        "data/state",
                        time -> {
                            host.clock().advance(Duration.ofMillis(1));
                            Disks.write(Disks.data(host), "state", "" + time);
                        });

        Refusal refusal = refused(12);

        assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_CHANGED);
        assertThat(refusal).hasMessageContaining("changed each of the 16 times");
        assertThat(gate.count()).isGreaterThanOrEqualTo(BoundedFile.ATTEMPTS_MAX);
    }

    @Test
    void short_reads_are_gone_on_with() throws Exception {
        Disks.write(Disks.data(host), "state", "twelve bytes");
        process.wrapDisk(disk -> FaultyDisk.failingFrom(disk, Fault.SHORT, 1));

        assertThat(read(12).orElseThrow().bytes()).asString(UTF_8).isEqualTo("twelve bytes");
    }

    @ParameterizedTest
    @EnumSource(names = {"EIO", "EMFILE", "EACCES", "EINTR"})
    void a_failing_call_is_never_an_absent_file(Fault fault) throws Exception {
        Disks.write(Disks.data(host), "state", "here");
        boolean hasFailed = true;
        for (int call = 1; hasFailed; call++) {
            FaultyDisk faulty = FaultyDisk.failingOnce(host.start("r").world().disk(), fault, call);

            try (Directory data = faulty.open(Disks.DATA, "data")) {
                assertThat(BoundedFile.read(data, "state", 12)).isPresent();
            } catch (IOException failure) {
                assertThat(faulty.hasFailed()).isTrue();
            }
            hasFailed = faulty.hasFailed();
        }
    }

    @Test
    void a_young_file_is_not_settled() throws Exception {
        Disks.write(Disks.data(host), "state", "young");
        BoundedFile file = read(12).orElseThrow();

        assertThat(file.isSettled(host.clock().now())).isFalse();
        assertThat(file.isSettled(host.clock().now().plusMillis(99))).isFalse();
        assertThat(file.isSettled(host.clock().now().plusMillis(100))).isTrue();
        // A clock that was set back proves nothing.
        assertThat(file.isSettled(host.clock().now().minusSeconds(9))).isFalse();
    }

    @Test
    void messages_hold_no_path_of_the_host() throws Exception {
        Disks.write(Disks.data(host), "state", "twelve bytes");

        assertThatThrownBy(() -> read(1)).hasMessageNotContaining("/data");
    }
}
