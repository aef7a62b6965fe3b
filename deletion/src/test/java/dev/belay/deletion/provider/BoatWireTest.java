package dev.belay.deletion.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.provider.wire.Complaint;
import dev.belay.deletion.provider.wire.Wire.Reading;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What Boat's own form says beyond what a description could.
class BoatWireTest {
    private static final BoxId BOX = new BoxId("bx_23456789");
    private static final String COMPUTER =
            """
            {"ok": true, "sandbox": {"id": "bx_23456789", "name": "web-1", "state": %s}}
            """;

    private final BoatWire wire = new BoatWire(Generation.SANDBOX);

    @ParameterizedTest
    @ValueSource(strings = {"\"cancelled\"", "\"CANCELLED\"", "\"Cancelled\""})
    void a_cancelled_computer_is_neither_there_nor_gone(String state) throws IOException {
        assertThat(wire.name(body(COMPUTER.formatted(state)), BOX))
                .isInstanceOf(Reading.Missing.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"running\"", "\"removing\"", "\"archived\"", "\"a new word\"", "null"})
    void a_computer_in_any_other_state_is_there(String state) throws IOException {
        assertThat(wire.name(body(COMPUTER.formatted(state)), BOX))
                .isEqualTo(new Reading.Found<>("web-1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bdop_1",
                "bdop_0000000000000000000000000000000",
                "bdop_000000000000000000000000000000000",
                "bdop_0000000000000000000000000000000A",
                "BDOP_00000000000000000000000000000000",
                "bdop_00000000000000000000000000000000\\n",
                " bdop_00000000000000000000000000000000"
            })
    void an_operation_has_an_id_of_one_form(String id) throws IOException {
        assertThat(wire.receipt(body(operation(id)), BOX)).isInstanceOf(Reading.Missing.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"ok": true}      | false
                    {"id": 1}         | false
                    {"ok": false}     | true
                    {"ok": null}      | true
                    {"ok": "true"}    | true
                    {"ok": 1}         | true
                    """)
    void a_success_says_ok_or_says_nothing_of_it(String text, boolean contradicts)
            throws IOException {
        assertThat(wire.contradiction(body(text)).isPresent()).isEqualTo(contradicts);
    }

    @Test
    void an_error_is_told_inside_or_outside() throws IOException {
        String inside =
                """
                {"ok": false, "code": "outer", "message": "Outer",
                 "error": {"code": "inner", "message": "Inner"}}
                """;
        String outside =
                """
                {"ok": false, "code": "outer", "message": "Outer", "error": {"code": 7}}
                """;

        assertThat(wire.complaint(body(inside))).contains(new Complaint("inner", "Inner"));
        assertThat(wire.complaint(body(outside))).contains(new Complaint("outer", "Outer"));
        assertThat(wire.complaint(body("{\"ok\": false}"))).contains(new Complaint("", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\": {\"code\": \"NOT_FOUND\", \"message\": \"x\"}}",
                "{\"ok\": true, \"error\": {\"code\": \"not_found\"}}",
                "{\"ok\": \"false\", \"code\": \"not_found\"}",
                "{\"ok\": null}",
                "{}"
            })
    void an_error_of_another_form_is_not_boats(String text) throws IOException {
        assertThat(wire.complaint(body(text))).isEmpty();
    }

    private static JsonObject body(String text) throws IOException {
        return (JsonObject) JsonText.parse(text, JsonLimits.ofBytes(1_000));
    }

    private static String operation(String id) {
        return """
        {"operation": {"id": "%s", "kind": "sandbox", "targetId": "bx_23456789",
                       "status": "completed"}}
        """
                .formatted(id);
    }
}
