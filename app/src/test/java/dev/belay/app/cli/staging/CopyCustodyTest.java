package dev.belay.app.cli.staging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.mirror.Limits;
import dev.belay.staging.mirror.Mirrors;
import dev.belay.staging.mirror.Retention;
import dev.belay.staging.mirror.Taken;
import dev.belay.staging.receipt.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CopyCustodyTest {
    private static final Path HOME = Path.of("/belay");
    private static final Origin REPOSITORY =
            new Origin("/srv/tree", new DirectoryIdentity("1", "7"));

    private SimHost host;

    @BeforeEach
    void start() throws IOException {
        host = new SimHost();
        host.disk().makeDirectories(Path.of("/")).close();
    }

    private static String make(SimProcess maker) throws IOException {
        SyncRoot root = SyncRoot.open(maker.world(), HOME.resolve("staging"), "staging");
        try (Staging staging = Creation.create(root, REPOSITORY)) {
            return staging.id().value();
        }
    }

    private static CommandLineRun belay(SimProcess process, String... words) {
        return new CommandLineRun()
                .with("BELAY_HOME", HOME.toString())
                .with("PATH", System.getenv("PATH"))
                .in(process.world())
                .run(words);
    }

    @Test
    void status_counts_the_copies_by_where_they_stand() throws IOException {
        make(host.start("killed"));
        SimHost later = host.afterKill();
        make(later.start("maker"));
        SimProcess looker = later.start("looker");

        assertThat(belay(looker, "status").out())
                .isEqualTo(
                        """
                        Sealed copies: 1 in use, 0 candidates for recovery, 1 protected
                            belay staging inspect says of each why it is there
                        """);
        assertThat(belay(looker, "status", "--json").out())
                .contains(
                        "\"copies\":{\"active\":1,\"candidates\":0,\"protected\":1,"
                                + "\"incomplete\":false}");
    }

    @Test
    void status_says_how_large_the_copies_are_when_it_is_asked() throws IOException {
        make(host.start("maker"));
        SimProcess looker = host.start("looker");

        assertThat(belay(looker, "status", "--sizes").out())
                .containsPattern("    [\\d,]+ bytes, on the disk [\\d,]+ \\(belay staging du\\)");
        assertThat(belay(looker, "status", "--sizes", "--json").out())
                .containsPattern("\"sizeBytes\":\\d+,\"diskBytes\":\\d+");
    }

    @Test
    void du_tells_of_copies_mirrors_and_what_killed_processes_left() throws IOException {
        make(host.start("killed"));
        SimHost later = host.afterKill();
        SimProcess maker = later.start("maker");
        try (SyncRoot root = SyncRoot.open(maker.world(), HOME.resolve("staging"), "staging")) {
            root.temporaries().makeDirectory("left", 0700);
            root.proving().makeDirectory("00000000-0000-4000-8000-00000000000a", 0700);
            root.directory().makeDirectory("mine", 0700);
        }

        CommandLineRun run = belay(maker, "staging", "du");

        assertThat(run.exit()).isZero();
        assertThat(run.out())
                .contains("  copy  ", "    belay staging discard ends it on your word")
                .contains(".belay/tmp/left  leftover  ", "once it is a day old")
                .contains("00000000-0000-4000-8000-00000000000a  leftover  ")
                .contains("mine  leftover  ", "it is not Belay's")
                .contains("copies: 1  ", "leftovers: 3  ", "in all  ");
    }

    @Test
    void status_and_inspect_tell_of_mirrors() throws IOException {
        SimProcess maker = host.start("maker");
        try (SyncRoot root = SyncRoot.open(maker.world(), HOME.resolve("staging"), "staging")) {
            Owners owners = new Owners(maker.world(), Set.of());
            Limits limits = new Limits(Long.MAX_VALUE, Duration.ofDays(1));
            Retention retention = new Retention(root, owners, limits, _ -> {});
            try (Taken taken = (Taken) new Mirrors(root, owners, retention).take(REPOSITORY)) {
                assertThat(taken.isWarm()).isFalse();
            }
        }

        assertThat(belay(maker, "status").out())
                .contains("    mirrors: 1, waiting for the next run: 0");
        assertThat(belay(maker, "status", "--json").out())
                .contains("\"mirrors\":1,\"idleMirrors\":0");
        assertThat(belay(maker, "staging", "inspect", "--json").out())
                .contains("\"mirror\":{\"key\":", "\"idle\":false");
        CommandLineRun listed = belay(maker, "staging", "mirrors");
        assertThat(listed.out()).contains("  in use  ", "/srv/tree", "of belay");
        CommandLineRun wrong = belay(maker, "staging", "mirrors", "--evict", "x");
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.err()).contains("no key of a mirror");
    }

    @Test
    void explain_tells_of_one_copy() throws IOException {
        SimProcess maker = host.start("maker");
        make(maker);
        String id = make(maker);

        CommandLineRun run = belay(maker, "explain", id);

        assertThat(run.exit()).isZero();
        assertThat(run.out()).startsWith(id + "  active").contains("its owner is alive");
        assertThat(belay(maker, "explain", id, "--json").out()).contains("\"copies\":[{\"id\":");
        CommandLineRun none = belay(maker, "explain", "00000000-0000-4000-8000-000000000000");
        assertThat(none.exit()).isEqualTo(1);
        assertThat(none.err()).contains("there is no such copy");
    }

    @Test
    void doctor_looks_at_what_copies_need() throws IOException {
        SimProcess maker = host.start("maker");
        make(maker);
        assertThat(belay(maker, "doctor").out()).isEqualTo("All is well.\n");

        CommandLineRun run =
                new CommandLineRun()
                        .with("BELAY_HOME", HOME.toString())
                        .with("PATH", "/nowhere")
                        .in(maker.world())
                        .run("doctor");

        assertThat(run.exit()).isEqualTo(5);
        assertThat(run.out()).contains("there is no program git in PATH", "install Git");
    }
}
