package dev.belay.staging.freeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SelectionTest {
    @Test
    void s28_more_files_than_a_manifest_names_are_refused_before_any_is_looked_at() throws Refusal {
        assertThat(Selection.of(List.of(), paths(1_000), List.of()).directories()).hasSize(1);

        Refusal refusal =
                catchThrowableOfType(
                        Refusal.class, () -> Selection.of(List.of(), paths(500_000), List.of()));

        assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_UNSUPPORTED);
        assertThat(refusal).hasMessageContaining("500,000 files");
    }

    private static List<String> paths(int count) {
        return IntStream.range(0, count).mapToObj("directory/file-%07d"::formatted).toList();
    }
}
