package dev.belay.core.file;

import static java.nio.ByteBuffer.wrap;
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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurableFileTest {
    private static final OwnershipCheck OWNED = () -> {};

    private SimHost host = new SimHost();
    private SimProcess process = host.start("writer");

    @BeforeEach
    void machine() throws IOException {
        host = Disks.host();
        process = host.start("writer");
    }

    private static DurableFile file(SimProcess process, Directory data) {
        return new DurableFile(data, "state.json", process.world().randomness());
    }

    @Test
    void replaces_what_is_there_and_creates_what_is_not() throws Exception {
        try (Directory data = Disks.data(process)) {
            DurableFile file = file(process, data);

            assertThat(file.replace("one".getBytes(UTF_8), OWNED)).isEqualTo(Durability.DURABLE);
            assertThat(Disks.text(data, "state.json")).hasValue("one");

            assertThat(file.replace("two".getBytes(UTF_8), OWNED)).isEqualTo(Durability.DURABLE);
            assertThat(Disks.text(data, "state.json")).hasValue("two");
            assertThat(Disks.names(data)).containsExactly("state.json");
            assertThat(data.status("state.json").orElseThrow().permissions()).isEqualTo(0600);
        }
    }

    @Test
    void keeps_the_generation_before() throws Exception {
        try (Directory data = Disks.data(process)) {
            DurableFile file = file(process, data);
            for (String text : new String[] {"one", "two", "three"}) {
                file.replaceKeeping(".state.previous", wrap(text.getBytes(UTF_8)), OWNED).close();
            }

            assertThat(Disks.text(data, "state.json")).hasValue("three");
            assertThat(Disks.text(data, ".state.previous")).hasValue("two");
            assertThat(Disks.names(data)).containsExactly(".state.previous", "state.json");
        }
    }

    @Test
    void keeps_the_generation_before_though_a_crash_had_kept_it_already() throws Exception {
        try (Directory data = Disks.data(process)) {
            Disks.write(data, "state.json", "one");
            data.link("state.json", ".state.previous");

            file(process, data)
                    .replaceKeeping(".state.previous", wrap("two".getBytes(UTF_8)), OWNED)
                    .close();

            assertThat(Disks.text(data, ".state.previous")).hasValue("one");
            assertThat(Disks.names(data)).containsExactly(".state.previous", "state.json");
        }
    }

    @Test
    void a_link_stays_a_link_and_keeps_its_target() throws Exception {
        try (Directory data = Disks.data(process)) {
            Disks.write(data, "real.json", "real");
            data.symlink("real.json", "state.json");

            assertThatThrownBy(() -> file(process, data).replace(new byte[1], OWNED))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("data/state.json: is a symbolic link");
            assertThat(data.readLink("state.json")).isEqualTo("real.json");
            assertThat(Disks.text(data, "real.json")).hasValue("real");
            assertThat(Disks.names(data)).containsExactly("real.json", "state.json");
        }
    }

    @Test
    void a_writer_that_lost_ownership_changes_nothing() throws Exception {
        OwnershipCheck lost =
                () -> {
                    throw new Refusal(ErrorCode.LOCK_LOST, "lock", "is another's", "");
                };
        try (Directory data = Disks.data(process)) {
            Disks.write(data, "state.json", "one");
            DurableFile file = file(process, data);

            assertThatThrownBy(() -> file.replace(new byte[1], lost)).isInstanceOf(Refusal.class);
            assertThatThrownBy(() -> file.replaceKeeping(".previous", wrap(new byte[1]), lost))
                    .isInstanceOf(Refusal.class);

            assertThat(Disks.text(data, "state.json")).hasValue("one");
            assertThat(Disks.names(data)).containsExactly("state.json");
        }
    }

    @Test
    void ownership_is_asked_for_when_all_is_written_and_nothing_is_switched() throws Exception {
        try (Directory data = Disks.data(process)) {
            Disks.write(data, "state.json", "one");
            List<String> seen = new ArrayList<>();
            OwnershipCheck looking =
                    () -> {
                        for (String name : Disks.names(data)) {
                            String shown = name.contains(".tmp-") ? "temporary" : name;
                            seen.add(shown + "=" + Disks.text(data, name).orElse(""));
                        }
                    };

            file(process, data).replace("two".getBytes(UTF_8), looking);
            assertThat(seen).containsExactly("temporary=two", "state.json=one");

            seen.clear();
            file(process, data).replaceKeeping("z", wrap("three".getBytes(UTF_8)), looking).close();
            assertThat(seen.subList(seen.size() - 3, seen.size()))
                    .containsExactly("temporary=three", "state.json=two", "z=two");
        }
    }

    @Test
    void says_where_nothing_can_be_made_durable() throws Exception {
        process.wrapDisk(disk -> FaultyDisk.failingFrom(disk, Fault.EOPNOTSUPP, 1));
        try (Directory data = Disks.data(process)) {
            DurableFile file = file(process, data);

            assertThat(file.replace("one".getBytes(UTF_8), OWNED))
                    .isEqualTo(Durability.UNAVAILABLE);
            assertThat(file.confirm(OWNED)).isEqualTo(Durability.UNAVAILABLE);
            assertThat(Disks.text(data, "state.json")).hasValue("one");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void one_sync_that_is_not_to_be_had_is_enough(int call) throws Exception {
        process.wrapDisk(disk -> FaultyDisk.failingOnce(disk, Fault.EOPNOTSUPP, call));
        try (Directory data = Disks.data(process)) {
            assertThat(file(process, data).replace("one".getBytes(UTF_8), OWNED))
                    .isEqualTo(Durability.UNAVAILABLE);
        }
    }

    @Test
    void removes_what_killed_writers_left_and_nothing_else() throws Exception {
        try (Directory data = Disks.data(process)) {
            String token = "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11";
            for (String name :
                    new String[] {
                        ".state.json.tmp-" + token,
                        ".other.json.tmp-" + token,
                        ".state.json.tmp-mine",
                        "state.json"
                    }) {
                Disks.write(data, name, "x");
            }

            file(process, data).removeTemporaries();

            assertThat(Disks.names(data))
                    .containsExactly(
                            ".other.json.tmp-" + token, ".state.json.tmp-mine", "state.json");
        }
    }

    @ParameterizedTest
    @CsvSource({
        ".a.tmp-3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11, true",
        ".a.tmp-3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a1, false",
        ".b.tmp-3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11, false",
        "a.tmp-3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11, false",
        "a, false",
    })
    void knows_its_temporary_names(String entry, boolean isTemporary) {
        assertThat(DurableFile.isTemporary("a", entry)).isEqualTo(isTemporary);
    }

    @Test
    void what_is_written_piece_by_piece_replaces_the_file_whole_or_not_at_all() throws Exception {
        try (Directory data = Disks.data(process)) {
            DurableFile file = file(process, data);
            String line = "x".repeat(999) + "\n";
            DurableFile.Content lines =
                    to -> {
                        for (int i = 0; i < 200; i++) {
                            to.write(line.getBytes(UTF_8));
                        }
                        to.write('.');
                    };

            assertThat(file.replace(lines, OWNED)).isEqualTo(Durability.DURABLE);
            assertThat(Disks.text(data, "state.json")).hasValue(line.repeat(200) + ".");

            DurableFile.Content failing =
                    to -> {
                        lines.writeTo(to);
                        throw new IOException("no more");
                    };
            assertThatThrownBy(() -> file.replace(failing, OWNED)).hasMessage("no more");
            assertThat(Disks.text(data, "state.json")).hasValue(line.repeat(200) + ".");
            assertThat(Disks.names(data)).containsExactly("state.json");
        }
    }
}
