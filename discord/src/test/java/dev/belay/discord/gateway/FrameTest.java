package dev.belay.discord.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.json.JsonObject;
import dev.belay.discord.gateway.Linking.Event;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTest {
    private static Event word(String text) {
        return Frame.read(text) instanceof Frame.Word(Event event) ? event : new Event.Passed();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"op\":1,\"d\":null} | BeatAsked[]",
                "{\"op\":7} | ReconnectAsked[]",
                "{\"op\":9,\"d\":true} | SessionInvalid[isResumable=true]",
                "{\"op\":9,\"d\":false} | SessionInvalid[isResumable=false]",
                "{\"op\":9} | SessionInvalid[isResumable=false]",
                "{\"op\":10,\"d\":{\"heartbeat_interval\":41250}} | Hello[interval=PT41.25S]",
                "{\"op\":10,\"d\":{\"heartbeat_interval\":\"1\"}} | Hello[interval=PT0S]",
                "{\"op\":10,\"d\":{\"heartbeat_interval\":1e99}} | Hello[interval=PT0S]",
                "{\"op\":10} | Hello[interval=PT0S]",
                "{\"op\":11} | BeatAnswered[]",
                "{\"op\":12} | Unknown[]",
                "{\"op\":-1} | Unknown[]",
                "{\"op\":4294967297} | Unknown[]",
            })
    void a_word_is_read(String text, String event) {
        assertThat(word(text)).hasToString(event);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "{",
                "[]",
                "null",
                "{}",
                "{\"op\":\"0\"}",
                "{\"op\":0.5}",
                "{\"op\":0,\"op\":1}",
                "{\"op\":0}{}"
            })
    void what_is_none_is_a_word_of_its_own(String text) {
        assertThat(word(text)).isEqualTo(new Event.Unreadable());
    }

    @Test
    void depth_is_bounded() {
        String deep = "[".repeat(100_000);

        assertThat(word("{\"op\":0,\"d\":" + deep)).isEqualTo(new Event.Unreadable());
    }

    @Test
    void an_event_is_read_with_whatever_it_has() {
        JsonObject content = JsonObject.builder().put("a", "b").build();

        assertThat(Frame.read("{\"op\":0,\"s\":3,\"t\":\"X\",\"d\":{\"a\":\"b\"}}"))
                .isEqualTo(new Frame.Dispatch(3, "X", content))
                .hasToString("X 3");
        assertThat(Frame.read("{\"op\":0,\"s\":-3,\"t\":7,\"d\":[]}"))
                .isEqualTo(new Frame.Dispatch(0, "", JsonObject.of(Map.of())));
    }
}
