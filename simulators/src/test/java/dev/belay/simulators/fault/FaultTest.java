package dev.belay.simulators.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultTest {
    @Test
    void is_read_from_a_line() {
        Fault fault = Fault.parse("  DELETE /sandboxes/* x3 latency=50ms status=503  ");

        assertThat(fault.times()).isEqualTo(3);
        assertThat(fault.duration(FaultAction.LATENCY)).isEqualTo(Duration.ofMillis(50));
        assertThat(fault.number(FaultAction.STATUS)).contains(503);
        assertThat(fault.has(FaultAction.HTML)).isFalse();
        assertThat(fault).hasToString("DELETE /sandboxes/* x3 latency=50ms status=503");
    }

    @Test
    void takes_the_rest_of_the_line_as_a_body() {
        Fault fault = Fault.parse("GET * status=200 body={\"a\": 1, \"b=\": [2; 3]}");

        assertThat(fault.text(FaultAction.BODY)).contains("{\"a\": 1, \"b=\": [2; 3]}");
    }

    @Test
    void is_one_of_several_in_a_file() {
        String file = "# what goes wrong\n\nGET * html\nDELETE * drop-after; GET * blocked\n";

        assertThat(Fault.parseAll(file))
                .map(Fault::toString)
                .containsExactly("GET * html", "DELETE * drop-after", "GET * blocked");
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE /sandboxes/*, DELETE, /sandboxes/bx_1, true",
        "DELETE /sandboxes/*, DELETE, /sandboxes/, true",
        "DELETE /sandboxes/*, DELETE, /boxes/bx_1, false",
        "DELETE /sandboxes/*, GET, /sandboxes/bx_1, false",
        "* *, PATCH, /anything/at/all, true",
        "GET /a.c, GET, /abc, false",
        "GET /*/c, GET, /a/b/c, true",
        "GET /*/c, GET, /a/b/cd, false"
    })
    void matches_by_method_and_path(String kind, String method, String path, boolean expected) {
        assertThat(Fault.parse(kind + " html").matches(method, path)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "DELETE",
                "DELETE *",
                "delete * html",
                "DELETE sandboxes html",
                "DELETE * x0 html",
                "DELETE * explode",
                "DELETE * status",
                "DELETE * status=abc",
                "DELETE * latency=5",
                "DELETE * html=yes"
            })
    void is_refused_when_it_is_not_of_the_form(String line) {
        assertThatIllegalArgumentException().isThrownBy(() -> Fault.parse(line));
    }
}
