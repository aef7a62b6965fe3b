package dev.belay.deletion.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.provider.HttpDescription.Call;
import dev.belay.deletion.provider.HttpDescription.ComputerForm;
import dev.belay.deletion.provider.HttpDescription.ErrorForm;
import dev.belay.deletion.provider.HttpDescription.Match;
import dev.belay.deletion.provider.HttpDescription.ReceiptForm;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDescriptionTest {
    private static final Template NO_BODY = new Template("");
    private static final Call ONE = call("https://cloud.example/machines/{id}");

    @Test
    void refuses_to_delete_by_what_may_be_repeated() {
        Call get = new Call("GET", ONE.url(), Map.of(), NO_BODY);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> description(get, ONE))
                .withMessageContaining("more than once");
        assertThat(description(ONE, get).read()).isEqualTo(get);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://cloud.example/machines/{id}",
                "https://cloud.example/machines/vm-{suffix}?force=true",
                "http://127.0.0.1:8000/m?name={id}"
            })
    void takes_a_url_that_names_a_computer(String url) {
        assertThat(description(call(url), call(url)).delete().url().text()).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://cloud.example/machines",
                "https://{id}.cloud.example/machines",
                "https://cloud.example{id}/machines",
                "https://cloud.example:{id}/machines",
                "http://cloud.example/machines/{id}",
                "https://cloud.example/machines/{id}?key={token}",
                "https://cloud.example/machines/{name}",
                "https://cloud.example/machines/{id",
                "https://cloud.example/machines/{id}/{operation}",
                "https://user@cloud.example/machines/{id}",
                "/machines/{id}",
                "https://cloud.example/{id}/a b"
            })
    void refuses_a_url_that_names_none_or_could_lead_elsewhere(String url) {
        assertThatIllegalArgumentException().isThrownBy(() -> description(call(url), ONE));
        assertThatIllegalArgumentException().isThrownBy(() -> description(ONE, call(url)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "HEAD", "TRACE", ""})
    void refuses_a_method_that_is_none_of_ours(String method) {
        Template url = new Template("https://cloud.example/{id}");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Call(method, url, Map.of(), NO_BODY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host", "content-length", "X Y", "X\r\nY", ""})
    void refuses_a_header_that_cannot_be_set(String name) {
        Template url = new Template("https://cloud.example/{id}");
        Map<String, Template> headers = Map.of(name, new Template("x"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Call("GET", url, headers, NO_BODY));
    }

    @Test
    void refuses_a_header_value_of_two_lines() {
        Template url = new Template("https://cloud.example/{id}");
        Map<String, Template> headers = Map.of("X-A", new Template("x\r\nX-Evil: 1"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Call("GET", url, headers, NO_BODY));
    }

    @Test
    void refuses_a_token_in_a_body() {
        Template url = new Template("https://cloud.example/{id}");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Call("POST", url, Map.of(), new Template("{token}")));
    }

    @Test
    void refuses_to_ask_for_operations_that_no_receipt_names() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new HttpDescription(
                                ONE,
                                call("https://cloud.example/operations/{operation}"),
                                ONE,
                                Map.of(),
                                null,
                                computer(),
                                error(Set.of(404)),
                                Limits.USUAL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed", "{operation}", "{id}{suffix}", "{token}"})
    void refuses_a_target_that_is_not_the_computer(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Match(new JsonPath("/x"), new Template(value)));
    }

    @Test
    void refuses_a_receipt_without_words() {
        Match target = new Match(new JsonPath("/t"), new Template("{id}"));
        JsonPath path = new JsonPath("/x");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReceiptForm(path, target, Map.of(), path, Map.of()));
        assertThat(
                        new ReceiptForm(
                                        path,
                                        target,
                                        Map.of(),
                                        path,
                                        Map.of("done", OperationStatus.COMPLETED))
                                .statuses())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 400, 403, 500})
    void refuses_an_absence_that_proves_nothing(int status) {
        assertThatIllegalArgumentException().isThrownBy(() -> error(Set.of(404, status)));
        assertThatIllegalArgumentException().isThrownBy(() -> error(Set.of()));
    }

    private static HttpDescription description(Call delete, Call read) {
        return new HttpDescription(
                delete, null, read, Map.of(), null, computer(), error(Set.of(404)), Limits.USUAL);
    }

    private static Call call(String url) {
        return new Call("POST", new Template(url), Map.of(), NO_BODY);
    }

    private static ComputerForm computer() {
        return new ComputerForm(
                new Match(new JsonPath("/id"), new Template("{id}")), new JsonPath("/name"));
    }

    private static ErrorForm error(Set<Integer> absent) {
        return new ErrorForm(absent, new JsonPath("/code"), Set.of(), null);
    }
}
