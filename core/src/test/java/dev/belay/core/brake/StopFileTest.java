package dev.belay.core.brake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.system.Directory;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class StopFileTest {
    private static final Path ROOT = Path.of("/");

    private final SimProcess process = new SimHost().start("operator");
    private final Directory root = open(process);
    private final StopFile stop = new StopFile(process.world(), root);

    @Test
    void without_a_stop_nothing_is_refused() throws Exception {
        stop.check();

        assertThat(stop.read()).isEmpty();
    }

    @Test
    void a_stop_is_refused_and_says_why_it_was_set() throws Exception {
        assertThat(stop.set("disk is failing")).isEqualTo(new Brake(true, true));
        stop.set("second");

        assertBraked();
        assertThat(stop.read().orElseThrow().lines())
                .extracting(StopText.Line::reason)
                .containsExactly("disk is failing", "second");
    }

    @Test
    void whatever_has_the_name_is_a_brake_and_setting_it_again_succeeds() throws Exception {
        root.symlink("nowhere", "STOP");

        assertBraked();
        assertThat(stop.set("again")).isEqualTo(new Brake(false, true));
        assertThat(root.readLink("STOP")).isEqualTo("nowhere");
    }

    @Test
    void a_reason_behind_a_torn_line_stands_on_a_line_of_its_own() throws Exception {
        write("{\"at\":\"2026");
        stop.set("whole");

        assertThat(stop.read().orElseThrow().lines())
                .containsExactly(
                        new StopText.Line("", "{\"at\":\"2026"),
                        new StopText.Line(process.world().clock().now().toString(), "whole"));
    }

    @Test
    void a_stop_full_of_reasons_still_brakes_and_does_not_grow() throws Exception {
        write("x".repeat(65 << 10));

        assertThat(stop.set("more").reasonKept()).isFalse();
        assertBraked();
        assertThat(root.status("STOP").orElseThrow().sizeBytes()).isEqualTo(65 << 10);
    }

    @Test
    void a_stop_that_others_may_write_brakes_and_is_neither_written_nor_cleared() throws Exception {
        write("by hand\n");
        root.changePermissions("STOP", 0644);

        assertBraked();
        assertThat(stop.set("more").reasonKept()).isFalse();
        assertThatThrownBy(stop::read)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.FILE_NOT_PRIVATE));

        root.changePermissions("STOP", 0600);
        assertThat(stop.read().orElseThrow().lines())
                .containsExactly(new StopText.Line("", "by hand"));
    }

    @Test
    void a_reason_is_not_written_through_a_second_name() throws Exception {
        write("one\n");
        root.link("STOP", "elsewhere");

        assertThat(stop.set("more").reasonKept()).isFalse();

        assertBraked();
        assertThat(stop.read().orElseThrow().lines()).containsExactly(new StopText.Line("", "one"));
    }

    @Test
    void clearing_removes_what_was_shown_after_it_was_audited() throws Exception {
        stop.set("why");
        StopText shown = stop.read().orElseThrow();
        boolean[] audited = {false};

        boolean cleared =
                stop.clear(
                        shown,
                        _ -> {
                            assertBraked();
                            audited[0] = true;
                        });

        assertThat(cleared).isTrue();
        assertThat(audited[0]).isTrue();
        stop.check();
        assertThat(names()).isEmpty();
    }

    @Test
    void a_stop_that_was_set_again_since_it_was_shown_stays() throws Exception {
        stop.set("first");
        StopText shown = stop.read().orElseThrow();
        stop.set("second");

        assertThatThrownBy(() -> stop.clear(shown, _ -> {}))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.STATE_CHANGED));
        assertThat(stop.read().orElseThrow().lines()).hasSize(2);
    }

    @Test
    void a_stop_that_was_set_again_while_it_was_cleared_is_put_back() throws Exception {
        stop.set("first");
        StopText shown = stop.read().orElseThrow();

        assertThatThrownBy(() -> stop.clear(shown, _ -> stop.set("second")))
                .isInstanceOf(Refusal.class);
        assertThat(stop.read().orElseThrow().lines()).hasSize(2);
        assertBraked();
    }

    @Test
    void a_failed_audit_keeps_the_stop() throws Exception {
        stop.set("why");
        StopText shown = stop.read().orElseThrow();

        assertThatThrownBy(() ->
                        stop.clear(
                                shown,
                                _ -> {
                                    throw new IOException("no room for a line");
                                }))
                .hasMessage("no room for a line");
        assertBraked();
    }

    @Test
    void a_brake_that_was_reported_durable_survives_every_crash() throws Exception {
        Explored explored =
                CrashExplorer.with(() -> new boolean[1])
                        .run((crashing, reported) ->
                                reported[0] =
                                        new StopFile(crashing.world(), open(crashing))
                                                .set("why")
                                                .durable())
                        .check((after, reported) -> {
                            if (reported[0]) {
                                assertThat(open(after).status("STOP")).isPresent();
                            }
                        })
                        .explore();
        System.out.println("a brake that was reported durable survives every crash: " + explored);

        assertThat(explored.states()).isPositive();
    }

    @Test
    void a_crash_while_clearing_leaves_the_brake_set_or_audited() throws Exception {
        Explored explored =
                CrashExplorer.with(() -> new boolean[1])
                        .prepare(host -> {
                            SimProcess first = host.start("first");
                            new StopFile(first.world(), open(first)).set("why");
                        })
                        .run((crashing, audited) -> {
                            StopFile file = new StopFile(crashing.world(), open(crashing));
                            file.clear(file.read().orElseThrow(), _ -> audited[0] = true);
                        })
                        .check((after, audited) -> {
                            boolean braked = open(after).status("STOP").isPresent();
                            assertThat(braked || audited[0]).isTrue();
                        })
                        .explore();
        System.out.println("a crash while clearing leaves the brake set or audited: " + explored);
    }

    private void assertBraked() {
        assertThatThrownBy(stop::check)
                .isInstanceOfSatisfying(
                        Refusal.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.BRAKED));
    }

    private void write(String text) throws IOException {
        try (var file = root.open("STOP", 0600, OpenOption.WRITE, OpenOption.CREATE)) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            file.write(bytes, 0, bytes.length, 0);
        }
    }

    private List<String> names() throws IOException {
        try (var names = root.names()) {
            return names.toList();
        }
    }

    private static Directory open(SimProcess process) {
        try {
            return process.world().disk().open(ROOT, "");
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }
}
