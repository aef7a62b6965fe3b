package dev.belay.app.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.simulators.FakeBoat;
import dev.belay.simulators.FakeBoatOptions;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The command line on a disk that is full, has no more inodes, or cannot be written.
@Timeout(60)
class ScarceDiskTest {
    private static final String HELD = "bx_23456789";
    private static final String NEW = "bx_2345678a";

    private final World world = LocalWorld.create();

    @TempDir Path place;
    private SmallDisk disk;
    private FakeBoat boat;
    private CommandLineRun belay;

    @BeforeEach
    void data_root_on_a_disk_of_its_own() throws IOException {
        disk = SmallDisk.at(place.resolve("root"), "size=256k,nr_inodes=64");
        assumeTrue(disk.isThere(), "this user may not mount a tmpfs");
        boat = FakeBoat.start(FakeBoatOptions.USUAL, world.clock(), world.waiting());
        String origin = boat.control().resolve("/").toString();
        belay =
                new CommandLineRun()
                        .in(world)
                        .with("BELAY_HOME", place.resolve("root").toString())
                        .with("BELAY_DELETION_PROVIDER", "simulated")
                        .with(
                                "BELAY_DELETION_SIMULATED_URL",
                                origin.substring(0, origin.length() - 1));
        boat.progress("pending", "pending", "completed");
        belay.run("deletion", "request", HELD, "--name", "web-1", "--no-wait");
        assertThat(belay.exit()).isEqualTo(4);
    }

    @AfterEach
    void take_away() throws IOException {
        if (boat != null) {
            boat.close();
        }
        disk.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"room", "names"})
    void on_a_full_disk_no_delete_is_sent_and_nothing_is_lost(String scarce) throws IOException {
        exhaust(scarce);
        Map<String, Trace> before = traces();

        belay.run("deletion", "request", NEW, "--name", "web-2", "--no-wait");

        assertThat(belay.exit()).as(belay.err()).isEqualTo(1);
        assertThat(belay.err())
                .contains("no space left on the disk", "BLY-0012")
                .doesNotContain(place.toString(), "bug");
        assertThat(boat.deletes()).hasSize(1);
        assertThat(traces()).isEqualTo(before);
        assertLooking();
    }

    @ParameterizedTest
    @ValueSource(strings = {"room", "names"})
    void the_brake_works_on_a_full_disk(String scarce) throws IOException {
        exhaust(scarce);

        assertThat(belay.run("stop", "--all", "--reason", "look").exit()).isZero();

        assertThat(belay.out()).startsWith("Stopped.");
        assertThat(belay.err()).contains("The reason could not be written; the brake is set.");
        assertThat(belay.run("deletion", "request", NEW, "--name", "web-2").exit()).isEqualTo(3);
        assertThat(boat.deletes()).hasSize(1);
        assertThat(belay.run("status").out()).contains("STOP is set");
    }

    @Test
    void the_brake_of_a_directory_that_was_taken_over_works_on_a_full_disk() throws IOException {
        try (SmallDisk other = SmallDisk.at(place.resolve("other"), "size=64k,nr_inodes=16")) {
            other.fill();
            belay.with("BELAY_HOME", place.resolve("other").toString());

            assertThat(belay.run("stop", "--all").exit()).isZero();

            assertThat(place.resolve("other/STOP")).exists();
        }
    }

    @Test
    void a_release_is_audited_in_the_room_that_was_kept_for_it() throws IOException {
        String reason = "r".repeat(5_000); // The audit line needs a further block.
        belay.run("stop", "--all", "--reason", "first");
        belay.run("clear", "--all", "--yes");
        belay.run("stop", "--all", "--reason", reason);
        Path reserve = place.resolve("root/audit.reserve");
        assertThat(reserve).hasSize(64 << 10);
        disk.fill();

        assertThat(belay.run("clear", "--all", "--yes").exit()).as(belay.err()).isZero();

        assertThat(reserve).doesNotExist();
        assertThat(belay.run("audit", "verify").out()).startsWith("Intact: 2 lines");
        assertThat(belay.run("audit").out()).contains(reason);
        assertThat(place.resolve("root/STOP")).doesNotExist();
    }

    @Test
    void a_deletion_goes_on_when_there_is_room_again() throws IOException {
        disk.fill();
        assertThat(belay.run("deletion", "follow", HELD).exit()).as(belay.out()).isEqualTo(1);
        assertThat(belay.err()).contains("BLY-0012");
        assertThat(belay.run("deletion", "list").out()).contains(HELD);

        Files.delete(place.resolve("root/filling"));

        assertThat(belay.run("deletion", "follow", HELD).exit()).as(belay.err()).isZero();
        assertThat(belay.run("deletion", "list").out()).isEqualTo("Nothing is in custody.\n");
        assertThat(boat.deletes()).hasSize(1);
    }

    @Test
    void on_a_read_only_disk_looking_works_and_changing_says_why_not() throws IOException {
        disk.makeReadOnly();
        Map<String, Trace> before = traces();
        assertLooking();

        for (List<String> words :
                List.of(
                        List.of("deletion", "request", NEW, "--name", "web-2", "--no-wait"),
                        List.of("deletion", "resolve", HELD, "--evidence", "x"),
                        List.of("stop", "--all"))) {
            belay.run(words.toArray(String[]::new));

            assertThat(belay.exit()).as("%s: %s", words, belay.out()).isEqualTo(1);
            assertThat(belay.err())
                    .contains("the file system is read-only", "BLY-")
                    .doesNotContain(place.toString(), "bug");
        }
        assertThat(boat.deletes()).hasSize(1);
        assertThat(traces()).isEqualTo(before);
    }

    private void assertLooking() {
        assertThat(belay.run("deletion", "list").out()).contains(HELD);
        assertThat(belay.run("deletion", "show", HELD).exit()).isZero();
        assertThat(belay.run("status").out()).contains("Deletions in custody: 1");
        assertThat(belay.run("explain", HELD).exit()).isZero();
        assertThat(belay.run("audit", "verify").exit()).isZero();
        assertThat(belay.run("doctor").out()).endsWith("All is well.\n");
    }

    private void exhaust(String scarce) throws IOException {
        if (scarce.equals("room")) {
            disk.fill();
        } else {
            disk.fillNames();
        }
    }

    private Map<String, Trace> traces() throws IOException {
        Map<String, Trace> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(place.resolve("root"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.put(file.toString(), Trace.of(file));
            }
        }
        return all;
    }
}
