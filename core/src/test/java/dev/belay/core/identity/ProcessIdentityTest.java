package dev.belay.core.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessIdentityTest {
    private static final String BOOT = "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11";

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 2147483647})
    void takes_every_number_that_a_process_may_have(long pid) {
        assertThat(ProcessIdentity.ofPid(pid).pid()).isEqualTo(pid);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -2, 2147483648L, Long.MIN_VALUE})
    void refuses_numbers_that_signal_a_group_or_nobody(long pid) {
        assertThatThrownBy(() -> ProcessIdentity.ofPid(pid))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "12345", "18446744073709551615"})
    void takes_a_canonical_start(String start) {
        assertThat(new ProcessIdentity(1, start, BOOT, "1").isComplete()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "01",
                "-1",
                "+1",
                " 1",
                "1\n",
                "1.0",
                "1e3",
                "٣",
                "18446744073709551616",
                "100000000000000000000"
            })
    void refuses_every_other_spelling_of_a_start_and_of_a_namespace(String text) {
        assertThatThrownBy(() -> new ProcessIdentity(1, text, BOOT, "1"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ProcessIdentity(1, "1", BOOT, text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3F0C2A54-1B7E-4C55-9A60-7D1E9B1F0A11",
                "3f0c2a541b7e4c559a607d1e9b1f0a11",
                "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11\n",
                "x"
            })
    void refuses_a_boot_that_is_not_a_lower_case_uuid(String boot) {
        assertThatThrownBy(() -> new ProcessIdentity(1, "1", boot, "1"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"'','" + BOOT + "',1", "1,'',1", "1,'" + BOOT + "',''"})
    void is_incomplete_while_any_part_is_unknown(String start, String boot, String namespace) {
        assertThat(new ProcessIdentity(1, start, boot, namespace).isComplete()).isFalse();
    }

    @Test
    void of_a_number_alone_knows_nothing_else() {
        assertThat(ProcessIdentity.ofPid(7)).isEqualTo(new ProcessIdentity(7, "", "", ""));
    }
}
