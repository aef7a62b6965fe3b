package dev.belay.staging.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.life.Roots;
import dev.belay.system.Directory;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapturesTest {
    private Directory source;

    @BeforeEach
    void make() throws IOException {
        source = Roots.host().disk().makeDirectories(Path.of("/copy"));
        make("target/site/x", "target/y", ".crabbox/report", ".crabbox/runs/log");
    }

    private void make(String... paths) throws IOException {
        for (String path : paths) {
            int end = path.lastIndexOf('/');
            Directory at = source;
            for (String part : path.substring(0, end).split("/", -1)) {
                if (at.status(part).isEmpty()) {
                    at.makeDirectory(part, 0700);
                }
                at = at.openDirectory(part);
            }
            at.open(path.substring(end + 1), 0600, OpenOption.WRITE, OpenOption.CREATE).close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "target/site,target",
                "target,target/site",
                "target,target",
                "./target/",
                "target//"
            })
    void what_is_asked_for_twice_or_within_another_comes_back_once(String asked) throws Exception {
        assertThat(Captures.gather(source, List.of(asked.split(",")))).isEmpty();

        assertThat(Roots.tree(source))
                .contains(".crabbox/captures/target/site/x", ".crabbox/captures/target/y")
                .doesNotContain("target");
    }

    @Test
    void names_that_only_begin_alike_are_two_outputs() throws Exception {
        make("target2/z");

        assertThat(Captures.gather(source, List.of("target", "target2"))).isEmpty();

        assertThat(Roots.tree(source))
                .contains(".crabbox/captures/target/y", ".crabbox/captures/target2/z");
    }

    @Test
    void beside_the_places_of_outputs_nothing_comes_back_by_itself() throws Exception {
        List<String> asked = List.of(".crabbox/report", ".crabbox/runs/log", ".crabbox/runs/none");

        assertThat(Captures.gather(source, asked)).containsExactly(".crabbox/runs/none");

        assertThat(Roots.tree(source))
                .contains(".crabbox/captures/.crabbox/report", ".crabbox/runs/log");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                ".",
                "..",
                "./",
                "../x",
                "target/../x",
                "/etc",
                "target//y",
                ".crabbox"
            })
    void what_is_no_path_of_an_output_is_refused_before_anything_is_moved(String asked)
            throws Exception {
        List<String> before = Roots.tree(source);

        Refusal refusal =
                catchThrowableOfType(
                        Refusal.class, () -> Captures.gather(source, List.of("target", asked)));

        assertThat(refusal.code()).isEqualTo(ErrorCode.USAGE);
        assertThat(Roots.tree(source)).isEqualTo(before);
    }
}
