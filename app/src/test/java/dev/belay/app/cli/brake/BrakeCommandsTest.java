package dev.belay.app.cli.brake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.sim.SimHost;
import dev.belay.system.World;
import org.junit.jupiter.api.Test;

class BrakeCommandsTest {
    private final World world = new SimHost().start("operator").world();

    @Test
    void stop_is_seen_and_cleared_with_its_reason_in_the_audit() {
        assertThat(run("stop", "--all", "--reason", "smoke").exit()).isZero();

        CommandLineRun cleared = run("clear", "--all", "--yes");

        assertThat(cleared.exit()).isZero();
        assertThat(cleared.out()).contains("smoke").contains("Cleared");
        assertThat(run("clear", "--all").out()).contains("No STOP is set");
        assertThat(run("audit").out()).contains("brake.clear").contains("smoke");
        assertThat(run("audit", "verify").out()).contains("Intact: 1 lines.");
    }

    @Test
    void clear_without_a_yes_leaves_the_stop_and_says_how() {
        run("stop", "--all");

        CommandLineRun refused = run("clear", "--all");

        assertThat(refused.exit()).isEqualTo(3);
        assertThat(refused.err()).contains("--yes");
        assertThat(run("clear", "--all", "--yes").out()).contains("Cleared");
    }

    @Test
    void a_stop_with_more_reasons_than_a_line_of_the_audit_holds_is_cleared() {
        run("stop", "--all", "--reason", "first ".repeat(500));
        for (int i = 0; i < 20; i++) {
            run("stop", "--all", "--reason", "again ".repeat(200));
        }

        assertThat(run("clear", "--all", "--yes").exit()).isZero();
        assertThat(run("audit").out()).contains("brake.clear").contains("\"omitted\":");
        assertThat(run("clear", "--all").out()).contains("No STOP is set");
    }

    @Test
    void clear_asks_on_a_terminal() {
        run("stop", "--all");

        CommandLineRun no = asked("no\n");
        CommandLineRun yes = asked("yes\n");

        assertThat(no.exit()).isEqualTo(3);
        assertThat(yes.exit()).isZero();
    }

    @Test
    void stop_without_all_sets_no_brake() {
        assertThat(run("stop").exit()).isEqualTo(2);
        assertThat(run("clear", "--all").out()).contains("No STOP is set");
    }

    private CommandLineRun run(String... arguments) {
        return new CommandLineRun().with("BELAY_HOME", "/belay").in(world).run(arguments);
    }

    private CommandLineRun asked(String answer) {
        return new CommandLineRun()
                .with("BELAY_HOME", "/belay")
                .in(world)
                .onTerminal("in,out,err")
                .typing(answer)
                .run("clear", "--all");
    }
}
