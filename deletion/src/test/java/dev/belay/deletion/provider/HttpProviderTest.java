package dev.belay.deletion.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.ComputerProvider.Absent;
import dev.belay.deletion.ComputerProvider.Accepted;
import dev.belay.deletion.ComputerProvider.Live;
import dev.belay.deletion.ComputerProvider.Refused;
import dev.belay.deletion.ComputerProvider.Unknown;
import dev.belay.deletion.ComputerProvider.Unusable;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.provider.HttpDescription.Call;
import dev.belay.deletion.provider.HttpDescription.ComputerForm;
import dev.belay.deletion.provider.HttpDescription.ErrorForm;
import dev.belay.deletion.provider.HttpDescription.Match;
import dev.belay.deletion.provider.HttpDescription.ReceiptForm;
import dev.belay.system.local.JdkHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A cloud that is nothing like Boat: it terminates by POST, names machines by labels of the
/// caller's, counts its tasks, and has words of its own.
class HttpProviderTest {
    private static final BoxId BOX = new BoxId("bx_23456789");
    private static final String TASK =
            "{\"task\":{\"ref\":%s,\"machine\":\"/m/vm-23456789\",\"phase\":\"%s\"}}";

    /// `bdop_` and the first 32 digits of `printf 17 | sha256sum`.
    private static final OperationId KEPT_17 =
            new OperationId("bdop_4523540f1504cd17100c4835e85b7eef");

    private final HttpServer server;
    private final Map<String, String> answers = new HashMap<>();
    private final List<String> asked = new ArrayList<>();

    HttpProviderTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void asks_in_the_words_of_the_description() {
        provider(true).delete(BOX);
        provider(true).operation(KEPT_17, BOX);
        provider(true).read(BOX);

        assertThat(asked)
                .containsExactly(
                        "POST /v2/m/vm-23456789/terminate {\"confirm\":\"bx_23456789\"}"
                                + " s3cret application/json application/meadow",
                        "GET /v2/m/vm-23456789/task  s3cret null application/meadow",
                        "GET /v2/m/vm-23456789  s3cret null application/meadow");
    }

    @ParameterizedTest
    @CsvSource({"QUEUED, PENDING", "ACTIVE, PROCESSING", "STUCK, BLOCKED", "DONE, COMPLETED"})
    void takes_the_clouds_words_for_what_they_mean(String word, OperationStatus status) {
        answers.put("/v2/m/vm-23456789/terminate", "200 " + TASK.formatted("17", word));
        answers.put("/v2/m/vm-23456789/task", "200 " + TASK.formatted("17", word));

        Accepted accepted = new Accepted(new Receipt(KEPT_17, BOX, status));
        assertThat(provider(true).delete(BOX)).isEqualTo(accepted);
        assertThat(provider(true).operation(KEPT_17, BOX)).isEqualTo(accepted);
    }

    @Test
    void tells_a_foreign_operation_from_another_one() {
        answers.put("/v2/m/vm-23456789/task", "200 " + TASK.formatted("18", "DONE"));

        assertThat(provider(true).operation(KEPT_17, BOX)).isInstanceOf(Unknown.class);
    }

    @Test
    void keeps_an_operation_id_of_the_journals_form_as_it_is() {
        String own = "bdop_" + "ab".repeat(16);
        answers.put(
                "/v2/m/vm-23456789/terminate", "200 " + TASK.formatted('"' + own + '"', "DONE"));

        assertThat(provider(true).delete(BOX))
                .isEqualTo(
                        new Accepted(
                                new Receipt(new OperationId(own), BOX, OperationStatus.COMPLETED)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"task\":{\"ref\":17,\"machine\":\"/m/vm-2345678a\",\"phase\":\"DONE\"}}",
                "{\"task\":{\"ref\":17,\"machine\":\"bx_23456789\",\"phase\":\"DONE\"}}",
                "{\"task\":{\"ref\":17,\"phase\":\"DONE\"}}",
                "{\"task\":{\"ref\":17,\"machine\":\"/m/vm-23456789\",\"phase\":\"done\"}}",
                "{\"task\":{\"ref\":17,\"machine\":\"/m/vm-23456789\"}}",
                "{\"task\":{\"ref\":\"\",\"machine\":\"/m/vm-23456789\",\"phase\":\"DONE\"}}",
                "{\"task\":{\"ref\":null,\"machine\":\"/m/vm-23456789\",\"phase\":\"DONE\"}}",
                "{\"task\":{\"ref\":[],\"machine\":\"/m/vm-23456789\",\"phase\":\"DONE\"}}",
                "{\"task\":17}"
            })
    void takes_nothing_else_for_a_receipt(String body) {
        answers.put("/v2/m/vm-23456789/terminate", "200 " + body);

        assertThat(provider(true).delete(BOX)).isInstanceOf(Unusable.class);
    }

    @Test
    void reads_a_computer() {
        answers.put(
                "/v2/m/vm-23456789",
                "200 {\"label\":\"vm-23456789\",\"meta\":{\"title\":\"web-1\"}}");

        assertThat(provider(true).read(BOX)).isEqualTo(new Live("web-1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    404 {"fault":{"reason":"NO_SUCH_MACHINE","text":"Gone"}} | true
                    410 {"fault":{"reason":"NO_SUCH_MACHINE","text":"Gone"}} | false
                    404 {"fault":{"reason":"NO_SUCH_PLACE","text":"Gone"}}   | false
                    404 {"fault":{"reason":"NO_SUCH_MACHINE","text":"or no access"}} | false
                    404 {"fault":{"text":"Gone"}}                            | false
                    404 {"ok":false}                                         | false
                    404 <html>                                               | false
                    """)
    void believes_in_an_absence_as_it_is_described_and_in_no_other(String answer, boolean absent) {
        answers.put("/v2/m/vm-23456789", answer);
        answers.put("/v2/m/vm-23456789/terminate", answer);

        assertThat(provider(true).read(BOX)).isInstanceOf(absent ? Absent.class : Unknown.class);
        assertThat(provider(true).delete(BOX)).isInstanceOf(absent ? Absent.class : Unknown.class);
    }

    @Test
    void passes_on_what_the_cloud_refuses() {
        answers.put(
                "/v2/m/vm-23456789/terminate",
                "403 {\"fault\":{\"reason\":\"LOCKED\",\"text\":\"A lock stands\"}}");

        assertThat(provider(true).delete(BOX))
                .isEqualTo(new Refused(403, "LOCKED", "A lock stands"));
    }

    @Test
    void has_neither_receipts_nor_operations_where_none_are_described() {
        answers.put("/v2/m/vm-23456789/terminate", "204 ");

        assertThat(provider(false).delete(BOX)).isInstanceOf(Unusable.class);
        assertThat(provider(false).operation(KEPT_17, BOX)).isInstanceOf(Unknown.class);
        assertThat(asked).hasSize(1);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        asked.add(
                String.join(
                        " ",
                        exchange.getRequestMethod(),
                        path,
                        body,
                        exchange.getRequestHeaders().getFirst("X-Key"),
                        exchange.getRequestHeaders().getFirst("Content-Type"),
                        exchange.getRequestHeaders().getFirst("Accept")));
        String answer = answers.getOrDefault(path, "500 ");
        byte[] bytes = answer.substring(4).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(
                Integer.parseInt(answer.substring(0, 3)), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private HttpProvider provider(boolean hasTasks) {
        String machine = "http://127.0.0.1:" + server.getAddress().getPort() + "/v2/m/vm-{suffix}";
        Map<String, Template> headers =
                Map.of(
                        "X-Key",
                        new Template("{token}"),
                        "accept",
                        new Template("application/meadow"));
        Template empty = new Template("");
        Template confirm = new Template("{\"confirm\":\"{id}\"}");
        HttpDescription description =
                new HttpDescription(
                        new Call("POST", new Template(machine + "/terminate"), headers, confirm),
                        hasTasks
                                ? new Call("GET", new Template(machine + "/task"), headers, empty)
                                : null,
                        new Call("GET", new Template(machine), headers, empty),
                        Map.of(),
                        hasTasks ? task() : null,
                        new ComputerForm(
                                new Match(new JsonPath("/label"), new Template("vm-{suffix}")),
                                new JsonPath("/meta/title")),
                        new ErrorForm(
                                Set.of(404),
                                new JsonPath("/fault/reason"),
                                Set.of("NO_SUCH_MACHINE"),
                                new JsonPath("/fault/text")),
                        Limits.USUAL);
        return new HttpProvider(new JdkHttp(), description, new Token("s3cret"));
    }

    private static ReceiptForm task() {
        return new ReceiptForm(
                new JsonPath("/task/ref"),
                new Match(new JsonPath("/task/machine"), new Template("/m/vm-{suffix}")),
                Map.of(),
                new JsonPath("/task/phase"),
                Map.of(
                        "QUEUED",
                        OperationStatus.PENDING,
                        "ACTIVE",
                        OperationStatus.PROCESSING,
                        "STUCK",
                        OperationStatus.BLOCKED,
                        "DONE",
                        OperationStatus.COMPLETED));
    }
}
