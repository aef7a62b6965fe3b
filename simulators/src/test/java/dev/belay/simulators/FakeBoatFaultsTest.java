package dev.belay.simulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.json.JsonObject;
import dev.belay.simulators.DeleteSeen.Outcome;
import dev.belay.system.Clock;
import dev.belay.system.Http;
import dev.belay.system.Waiting;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each fault over real sockets; waits are noted down and not waited.
class FakeBoatFaultsTest {
    private static final String FIRST = "bx_23456789";

    private final Clock clock = LocalWorld.create().clock();
    private final List<Duration> waits = new CopyOnWriteArrayList<>();
    private final Waiting noting = waits::add;
    private FakeBoat boat;
    private Asking asking;

    @BeforeEach
    void start() throws IOException {
        boat = FakeBoat.start(FakeBoatOptions.USUAL, clock, noting);
        asking = Asking.main(boat);
    }

    @AfterEach
    void stop() {
        boat.close();
    }

    @Test
    void hits_as_many_requests_as_it_says_and_no_others() throws IOException {
        boat.fail("DELETE /sandboxes/* x2 status=503");

        assertThat(asking.get(asking.computer(FIRST)).status()).isEqualTo(200);
        assertThat(asking.delete(FIRST).status()).isEqualTo(503);
        assertThat(asking.delete(FIRST).status()).isEqualTo(503);
        assertThat(asking.delete(FIRST).status()).isEqualTo(202);
        assertThat(boat.deletes())
                .extracting(DeleteSeen::outcome)
                .containsExactly(Outcome.LOST, Outcome.LOST, Outcome.ACCEPTED);
    }

    @Test
    void uses_faults_in_the_order_in_which_they_were_told() throws IOException {
        boat.fail("GET * status=500; GET * status=502");

        assertThat(asking.get("/sandboxes").status()).isEqualTo(500);
        assertThat(asking.get("/sandboxes").status()).isEqualTo(502);
        assertThat(asking.get("/sandboxes").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"drop-before, LOST", "drop-after, ACCEPTED"})
    void closes_the_connection_without_an_answer(String action, Outcome outcome) {
        boat.fail("DELETE * " + action);

        assertThatThrownBy(() -> asking.delete(FIRST)).isInstanceOf(IOException.class);

        assertThat(boat.deletes()).extracting(DeleteSeen::outcome).containsExactly(outcome);
    }

    @ParameterizedTest
    @ValueSource(strings = {"status=500 acts", "html acts", "status=302 acts empty"})
    void acts_behind_an_answer_that_says_otherwise(String actions) throws IOException {
        boat.fail("DELETE * " + actions);

        Http.Answer answer = asking.delete(FIRST);

        assertThat(answer.body()).doesNotContain("bdop_");
        assertThat(boat.deletes())
                .extracting(DeleteSeen::outcome)
                .containsExactly(Outcome.ACCEPTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"status=500", "html", "redirect=http://127.0.0.1:1/"})
    void answers_instead_of_acting(String actions) throws IOException {
        boat.fail("DELETE * " + actions);

        asking.delete(FIRST);

        assertThat(boat.deletes()).extracting(DeleteSeen::outcome).containsExactly(Outcome.LOST);
    }

    @ParameterizedTest
    @CsvSource({
        "target=bx_33333333, targetId, bx_33333333",
        "kind=snapshot, kind, snapshot",
        "operation=bdop_0, id, bdop_0",
        "op-status=COMPLETED, status, COMPLETED"
    })
    void tells_of_another_operation(String action, String member, String found) throws IOException {
        boat.fail("DELETE * " + action);

        JsonObject operation = Asking.object(asking.delete(FIRST), "operation");

        assertThat(operation.string(member)).contains(found);
        assertThat(boat.deletes().getFirst().operation()).startsWith("bdop_").hasSize(37);
    }

    @Test
    void leaves_a_member_out() throws IOException {
        boat.fail("DELETE * without=status");

        assertThat(Asking.object(asking.delete(FIRST), "operation").has("status")).isFalse();
    }

    @Test
    void says_of_a_success_that_it_is_none() throws IOException {
        boat.fail("DELETE * ok-false");

        Http.Answer answer = asking.delete(FIRST);

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body()).startsWith("{\"ok\":false,");
        assertThat(Asking.json(answer).has("operation")).isTrue();
    }

    @Test
    void answers_with_the_page_of_a_gateway() throws IOException {
        boat.fail("GET * html status=404");

        Http.Answer answer = asking.get(asking.computer(FIRST));

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.headers())
                .containsEntry("content-type", List.of("text/html; charset=utf-8"));
        assertThat(answer.body()).contains("<html>");
    }

    @Test
    void asks_to_be_left_alone_for_a_while() throws IOException {
        boat.fail("GET * status=429 retry-after=7; GET * status=429 retry-after=date:60");

        assertThat(asking.get("/sandboxes").headers().get("retry-after")).containsExactly("7");
        assertThat(asking.get("/sandboxes").headers().get("retry-after"))
                .singleElement()
                .asString()
                .endsWith(" GMT");
    }

    @Test
    void sends_elsewhere() throws IOException {
        boat.fail("GET * redirect=http://127.0.0.1:1/login");

        Http.Answer answer = asking.get("/sandboxes");

        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.headers().get("location")).containsExactly("http://127.0.0.1:1/login");
    }

    @Test
    void fills_a_body_up() throws IOException {
        boat.fail("GET * huge=500000");

        Http.Answer answer = asking.get("/sandboxes");

        assertThat(answer.body()).hasSize(500_000);
        assertThat(Asking.json(answer).has("sandboxes")).isTrue();
    }

    @Test
    void answers_with_the_body_that_it_is_given() throws IOException {
        boat.fail("DELETE * status=200 acts body={\"ok\": true, \"x\": \"{id} {operation}\"}");

        Http.Answer answer = asking.delete(FIRST);

        String operation = boat.deletes().getFirst().operation();
        assertThat(answer.body())
                .isEqualTo("{\"ok\": true, \"x\": \"" + FIRST + " " + operation + "\"}");
    }

    @Test
    void answers_with_no_body_or_with_no_text() throws IOException {
        boat.fail("GET * empty; GET * garbage");

        assertThat(asking.get("/sandboxes").body()).isEmpty();
        assertThat(asking.get("/sandboxes").body()).contains("\uFFFD").doesNotContain("ok");
    }

    @Test
    void ends_the_connection_in_the_middle_of_a_body() {
        boat.fail("GET * truncated");

        assertThatThrownBy(() -> asking.get("/sandboxes")).isInstanceOf(IOException.class);
    }

    @Test
    void waits_before_it_does_anything() throws IOException {
        boat.fail("DELETE * latency=2s");

        asking.delete(FIRST);

        assertThat(waits).containsExactly(Duration.ofSeconds(2));
    }

    @Test
    void sends_a_body_slice_by_slice() throws IOException {
        boat.fail("GET * slow=30ms");

        Http.Answer answer = asking.get("/sandboxes");

        assertThat(Asking.json(answer).has("sandboxes")).isTrue();
        assertThat(waits).isEqualTo(Collections.nCopies(16, Duration.ofMillis(30)));
    }
}
