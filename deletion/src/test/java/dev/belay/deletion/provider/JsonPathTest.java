package dev.belay.deletion.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {
    private static final String TEXT =
            """
            {"a": {"b": [10, {"c": "deep"}], "": "empty", "~/": "odd", "n": null},
             "t": true, "f": false, "e": 1e3}
            """;

    @ParameterizedTest
    @CsvSource({
        "/a/b/0, 10",
        "/a/b/1/c, deep",
        "/a/, empty",
        "/a/~0~1, odd",
        "/t, true",
        "/f, false",
        "/e, 1e3"
    })
    void finds_a_scalar(String path, String expected) throws IOException {
        assertThat(new JsonPath(path).scalarIn(text())).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/x",
                "/a",
                "/a/b",
                "/a/n",
                "/a/b/2",
                "/a/b/-1",
                "/a/b/00",
                "/a/b/-",
                "/t/x",
                "/a/b/1/c/d",
                "/a/b/99999999999"
            })
    void finds_nothing_where_there_is_no_scalar(String path) throws IOException {
        assertThat(new JsonPath(path).scalarIn(text())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a/b", "/a~", "/a~2", "$.a"})
    void refuses_what_is_no_pointer(String path) {
        assertThatIllegalArgumentException().isThrownBy(() -> new JsonPath(path));
    }

    private static JsonValue text() throws IOException {
        return JsonText.parse(TEXT, JsonLimits.ofBytes(1_000));
    }
}
