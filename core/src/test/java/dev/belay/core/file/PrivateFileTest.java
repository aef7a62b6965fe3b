package dev.belay.core.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.log.LogFile;
import dev.belay.core.log.LogLines;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every way to a state file refuses one that is not private, and leaves it as it is.
class PrivateFileTest {
    private SimHost host = new SimHost();
    private Directory data;

    @BeforeEach
    void machine() throws IOException {
        host = Disks.host();
        SimProcess process = host.start("program");
        data = Disks.data(process);
        Disks.write(Disks.data(host), "state", "text\n");
    }

    /// The ways in which state is read or written.
    enum Use {
        READ,
        REPLACE,
        READ_LINES,
        OPEN_LOG,
        CREATE_LOG
    }

    private void go(Use use) throws IOException {
        switch (use) {
            case READ -> BoundedFile.read(data, "state", 99);
            case REPLACE ->
                    new DurableFile(data, "state", host.start("dice").world().randomness())
                            .replace("new".getBytes(UTF_8), () -> {});
            case READ_LINES -> LogLines.read(data, "state", _ -> {});
            case OPEN_LOG -> LogFile.open(data, "state", Duration.ZERO);
            case CREATE_LOG -> LogFile.create(data, "state", Duration.ZERO);
        }
    }

    private static Stream<Arguments> wide_modes() {
        return Arrays.stream(Use.values())
                .flatMap(use ->
                        Stream.of(0640, 0604, 0620, 0602, 0610, 0601, 0644, 0666)
                                .map(mode -> Arguments.of(use, mode)));
    }

    @ParameterizedTest
    @MethodSource("wide_modes")
    void a_file_that_others_may_use_is_refused(Use use, int mode) throws IOException {
        Disks.data(host).changePermissions("state", mode);

        assertRefused(use, "data/state: has mode %04o, and others may not".formatted(mode));
        assertThat(Disks.data(host).status("state").orElseThrow().permissions()).isEqualTo(mode);
    }

    @ParameterizedTest
    @EnumSource
    void a_file_of_another_owner_is_refused(Use use) throws IOException {
        giveDirectoryTo(12345);
        long user = Disks.data(host).status("state").orElseThrow().owner();

        assertRefused(
                use,
                "data/state: belongs to user %d, and its directory to user 12345".formatted(user));
    }

    @Test
    void a_log_of_two_names_is_read_and_not_written() throws IOException {
        Disks.data(host).link("state", "backup");

        assertRefused(Use.OPEN_LOG, "data/state: has 2 names");
        assertRefused(Use.CREATE_LOG, "data/state: has 2 names");
        assertThat(LogLines.read(data, "state", _ -> {}).lines()).isEqualTo(1);
        assertThat(BoundedFile.read(data, "state", 99)).isPresent();
    }

    @Test
    void a_file_that_is_replaced_leaves_its_other_name_alone() throws IOException {
        Disks.data(host).link("state", "backup");

        go(Use.REPLACE);

        assertThat(Disks.text(Disks.data(host), "backup")).contains("text\n");
        assertThat(Disks.text(Disks.data(host), "state")).contains("new");
    }

    @Test
    void what_an_operator_wrote_may_be_open_to_others() throws IOException {
        Disks.data(host).changePermissions("state", 0644);
        giveDirectoryTo(12345);

        assertThat(BoundedFile.readOfAnyone(data, "state", 99)).isPresent();

        host.disk().makeSpecial(Disks.DATA.resolve("pipe"), FileKind.PIPE, 0600);
        assertThatThrownBy(() -> BoundedFile.readOfAnyone(data, "pipe", 99))
                .hasMessageContaining("data/pipe: is a pipe");
    }

    /// Of another, and open to us nevertheless, as every directory is to root.
    private void giveDirectoryTo(long user) throws IOException {
        try (Directory above = host.disk().open(Path.of("/"), "")) {
            above.changePermissions("data", 0707);
        }
        host.disk().changeOwner(Disks.DATA, user);
    }

    private void assertRefused(Use use, String message) throws IOException {
        assertThatThrownBy(() -> go(use))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> {
                            assertThat(refusal.code()).isEqualTo(ErrorCode.FILE_NOT_PRIVATE);
                            assertThat(refusal.help()).isNotEmpty();
                        })
                .hasMessageStartingWith(message);
        assertThat(Disks.text(Disks.data(host), "state")).contains("text\n");
    }
}
