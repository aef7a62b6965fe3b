package dev.belay.app.cli.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Origin;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InspectCommandTest {
    private static final Path HOME = Path.of("/belay");
    private static final Origin REPOSITORY =
            new Origin("/srv/tree", new DirectoryIdentity("1", "7"));

    private SimHost host;

    @BeforeEach
    void start() throws IOException {
        host = new SimHost();
        host.disk().makeDirectories(Path.of("/")).close();
    }

    private static Staging make(SimProcess maker) throws IOException {
        SyncRoot root = SyncRoot.open(maker.world(), HOME.resolve("staging"), "staging");
        return Creation.create(root, REPOSITORY);
    }

    private static CommandLineRun inspect(SimProcess process, String... options) {
        String[] words = new String[2 + options.length];
        words[0] = "staging";
        words[1] = "inspect";
        System.arraycopy(options, 0, words, 2, options.length);
        return new CommandLineRun()
                .with("BELAY_HOME", HOME.toString())
                .in(process.world())
                .run(words);
    }

    @Test
    void where_there_is_nothing_nothing_is_made() {
        CommandLineRun run = inspect(host.start("looker"));

        assertThat(run.exit()).isZero();
        assertThat(run.out()).isEqualTo("There are no copies.\n");
        assertThat(inspect(host.start("again"), "--json").out())
                .startsWith("{\"ok\":true,\"entries\":[],\"incomplete\":false");
        assertThat(host.start("root").world().disk())
                .satisfies(disk ->
                        assertThatThrownBy(() -> disk.open(HOME, ""))
                                .hasMessageContaining("ENOENT"));
    }

    @Test
    void a_copy_is_told_with_what_would_release_it() throws IOException {
        SimProcess maker = host.start("maker");
        Staging staging = make(maker);

        CommandLineRun active = inspect(host.start("looker"));
        assertThat(active.out())
                .contains(staging.id().value() + "  active  0s  /srv/tree\n")
                .contains("its owner is alive");

        CommandLineRun run = inspect(host.afterKill().start("later"), "--json");
        assertThat(run.exit()).isZero();
        assertThat(run.out())
                .contains(
                        "\"id\":\"" + staging.id() + "\"",
                        "\"status\":\"protected\"",
                        "\"standing\":\"incomplete\"",
                        "\"ownerPid\":" + maker.pid(),
                        "\"repository\":\"/srv/tree\"",
                        "\"incomplete\":false")
                .doesNotContain("nextCursor");
    }

    @Test
    void sizes_are_told_when_they_are_asked_for() throws IOException {
        SimProcess maker = host.start("maker");
        make(maker).close();

        assertThat(inspect(maker).out()).doesNotContain("bytes");
        assertThat(inspect(maker, "--json").out()).doesNotContain("Bytes");
        assertThat(inspect(maker, "--sizes").out()).containsPattern("active  0s  \\d+ bytes  /srv");
        assertThat(inspect(maker, "--sizes", "--json").out())
                .containsPattern("\"sizeBytes\":\\d+,\"diskBytes\":\\d+");
    }

    @Test
    void a_long_list_comes_in_pages() throws IOException {
        SimProcess maker = host.start("maker");
        make(maker).close();
        try (Directory root = maker.world().disk().open(HOME.resolve("staging"), "")) {
            for (int i = 100; i < 170; i++) {
                root.makeDirectory("openclaw-crabbox-sync-" + i, 0700);
            }
        }

        CommandLineRun first = inspect(maker);
        assertThat(first.out()).contains("--after openclaw-crabbox-sync-163\n");
        CommandLineRun second = inspect(maker, "--after", "openclaw-crabbox-sync-163");

        assertThat(second.out())
                .contains("openclaw-crabbox-sync-164  protected  -  -\n")
                .doesNotContain("There are more");
    }

    @Test
    void while_stop_is_set_nothing_is_discarded() throws IOException {
        String id = make(host.start("maker")).id().value();
        host = host.afterKill();
        SimProcess operator = host.start("operator");
        CommandLineRun belay =
                new CommandLineRun().with("BELAY_HOME", HOME.toString()).in(operator.world());
        belay.run("stop", "--all", "--reason", "look first");

        assertThat(belay.run("staging", "discard", id, "--yes").exit()).isEqualTo(3);
        assertThat(inspect(operator).out()).contains(id);

        belay.run("clear", "--all", "--yes");
        assertThat(belay.run("staging", "discard", id, "--yes").err()).isEmpty();
        assertThat(inspect(operator).out()).isEqualTo("There are no copies.\n");
    }
}
