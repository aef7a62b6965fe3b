package dev.belay.simulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.simulators.DeleteSeen.Outcome;
import dev.belay.system.Http;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FakeBoatTest {
    private static final String FIRST = "bx_23456789";
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void has_the_computers_that_a_tour_names() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            assertThat(boat.computers())
                    .extracting(Computer::id, Computer::name)
                    .containsExactly(
                            tuple(FIRST, "web-1"),
                            tuple("bx_2345678a", "web-2"),
                            tuple("bx_2345678b", "web-3"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void deletes_step_by_step_until_the_computer_is_gone(BoatForm form) throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking asking = new Asking(boat, form, FakeBoat.TOKEN);

            Http.Answer accepted = asking.delete(FIRST);

            assertThat(accepted.status()).isEqualTo(202);
            JsonObject operation = Asking.object(accepted, "operation");
            assertThat(operation.string("status")).contains("pending");
            assertThat(operation.string("targetId")).contains(FIRST);
            assertThat(operation.string("kind")).contains(form.noun());
            String path = "/deletion-operations/" + operation.string("id").orElseThrow();
            assertThat(status(asking.get(path))).isEqualTo("processing");
            assertThat(status(asking.get(path))).isEqualTo("completed");
            assertThat(status(asking.get(path))).isEqualTo("completed");
            assertThat(asking.get(asking.computer(FIRST)).status()).isEqualTo(404);
            assertThat(asking.delete(FIRST).status()).isEqualTo(404);
            assertThat(boat.deletes())
                    .extracting(DeleteSeen::outcome)
                    .containsExactly(Outcome.ACCEPTED, Outcome.ABSENT);
        }
    }

    @Test
    void shows_a_computer_as_removing_to_whoever_only_looks_at_it() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking asking = Asking.main(boat);
            asking.delete(FIRST);

            Http.Answer first = asking.get(asking.computer(FIRST));
            Http.Answer second = asking.get(asking.computer(FIRST));

            assertThat(Asking.object(first, "sandbox").string("state")).contains("removing");
            assertThat(second.status()).isEqualTo(404);
            assertThat(Asking.json(second).string("code")).contains("sandbox_not_found");
        }
    }

    @Test
    void goes_on_by_time_where_it_is_told_to() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL.withStep(LONG))) {
            Asking asking = Asking.main(boat);
            JsonObject operation = Asking.object(asking.delete(FIRST), "operation");
            String path = "/deletion-operations/" + operation.string("id").orElseThrow();

            assertThat(status(asking.get(path))).isEqualTo("pending");
            assertThat(status(asking.get(path))).isEqualTo("pending");
        }
    }

    @Test
    void does_nothing_without_the_confirming_header() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking asking = Asking.main(boat);
            Map<String, String> other = Map.of("X-Ascii-Confirm-Delete", "bx_2345678a");

            Http.Answer missing = asking.send("DELETE", asking.computer(FIRST), Map.of(), "");
            Http.Answer wrong = asking.send("DELETE", asking.computer(FIRST), other, "");

            assertThat(missing.status()).isEqualTo(409);
            assertThat(Asking.json(missing).string("code"))
                    .contains("delete_confirmation_required");
            assertThat(wrong.status()).isEqualTo(409);
            assertThat(asking.get(asking.computer(FIRST)).status()).isEqualTo(200);
            assertThat(boat.deletes())
                    .extracting(DeleteSeen::outcome, DeleteSeen::confirm)
                    .containsExactly(
                            tuple(Outcome.REFUSED, ""), tuple(Outcome.REFUSED, "bx_2345678a"));
        }
    }

    @Test
    void hides_everything_from_another_account() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking mine = Asking.main(boat);
            Asking other = new Asking(boat, BoatForm.SANDBOX, FakeBoat.OTHER_TOKEN);
            JsonObject operation = Asking.object(mine.delete(FIRST), "operation");
            String path = "/deletion-operations/" + operation.string("id").orElseThrow();

            assertThat(other.get(path).status()).isEqualTo(404);
            assertThat(other.get(other.computer("bx_2345678a")).status()).isEqualTo(404);
            assertThat(other.delete("bx_2345678a").status()).isEqualTo(404);
            assertThat(ids(other.get("/sandboxes"))).isEmpty();
            assertThat(mine.get(mine.computer("bx_2345678a")).status()).isEqualTo(200);
        }
    }

    @Test
    void refuses_a_token_that_it_does_not_know() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking stranger = new Asking(boat, BoatForm.SANDBOX, "box_stranger");

            assertThat(stranger.get(stranger.computer(FIRST)).status()).isEqualTo(401);
            assertThat(stranger.delete(FIRST).status()).isEqualTo(401);
            assertThat(boat.deletes())
                    .extracting(DeleteSeen::outcome)
                    .containsExactly(Outcome.REFUSED);
        }
    }

    @Test
    void names_the_operation_under_way_to_a_second_delete() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking asking = Asking.main(boat);

            JsonObject first = Asking.object(asking.delete(FIRST), "operation");
            JsonObject second = Asking.object(asking.delete(FIRST), "operation");

            assertThat(second.string("id")).isEqualTo(first.string("id"));
            assertThat(boat.deletes())
                    .extracting(DeleteSeen::outcome)
                    .containsExactly(Outcome.ACCEPTED, Outcome.REPEATED);
        }
    }

    @Test
    void begins_a_new_operation_after_a_blocked_one() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking asking = Asking.main(boat);
            boat.fail("DELETE /sandboxes/* blocked");

            JsonObject blocked = Asking.object(asking.delete(FIRST), "operation");
            String path = "/deletion-operations/" + blocked.string("id").orElseThrow();
            String later = status(asking.get(path));
            JsonObject second = Asking.object(asking.delete(FIRST), "operation");

            assertThat(blocked.string("status")).contains("blocked");
            assertThat(later).isEqualTo("blocked");
            assertThat(second.string("id")).isNotEqualTo(blocked.string("id"));
            assertThat(second.string("status")).contains("pending");
        }
    }

    @Test
    void lists_what_was_true_a_while_ago() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL.withListLag(LONG))) {
            Asking asking = Asking.main(boat);
            asking.delete(FIRST);
            boat.add("late");

            assertThat(ids(asking.get("/sandboxes")))
                    .containsExactly(FIRST, "bx_2345678a", "bx_2345678b");
        }
    }

    @Test
    void lists_what_is_true_where_there_is_no_lag() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking asking = Asking.main(boat);
            asking.delete(FIRST);
            String late = boat.add("late").id();

            assertThat(ids(asking.get("/sandboxes")))
                    .containsExactly("bx_2345678a", "bx_2345678b", late);
        }
    }

    @Test
    void lists_page_by_page() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking asking = Asking.main(boat);

            Http.Answer first = asking.get("/sandboxes?limit=2");
            String cursor = Asking.object(first, "pageInfo").string("nextCursor").orElseThrow();
            Http.Answer last = asking.get("/sandboxes?limit=2&cursor=" + cursor);

            assertThat(ids(first)).containsExactly(FIRST, "bx_2345678a");
            assertThat(ids(last)).containsExactly("bx_2345678b");
            assertThat(Asking.object(last, "pageInfo").string("nextCursor")).isEmpty();
        }
    }

    @Test
    void creates_once_for_a_key() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking asking = Asking.main(boat);
            Map<String, String> key = Map.of("Idempotency-Key", "k1");

            Http.Answer made = asking.send("POST", "/sandboxes", key, "{\"name\":\"new\"}");
            Http.Answer again = asking.send("POST", "/sandboxes", key, "{\"name\":\"new\"}");
            Http.Answer other = asking.send("POST", "/sandboxes", key, "{\"name\":\"old\"}");
            Http.Answer keyless = asking.send("POST", "/sandboxes", Map.of(), "{}");

            assertThat(made.status()).isEqualTo(202);
            assertThat(Asking.object(again, "sandbox")).isEqualTo(Asking.object(made, "sandbox"));
            assertThat(Asking.json(other).string("code")).contains("idempotency_key_reused");
            assertThat(keyless.status()).isEqualTo(400);
            assertThat(boat.computers()).hasSize(4);
        }
    }

    @Test
    void tells_an_address_that_it_does_not_know_from_a_computer() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking asking = Asking.main(boat);

            assertThat(Asking.json(asking.get("/nothing")).string("code"))
                    .contains("route_not_found");
            assertThat(asking.elsewhere().body()).contains("<h1>");
        }
    }

    @Test
    void is_scripted_and_read_by_other_processes() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking asking = Asking.main(boat);

            asking.control("POST", "/progress", "{\"progress\":[\"pending\"]}");
            asking.control("POST", "/computers", "{\"names\":[\"added\"]}");
            Http.Answer scripted =
                    asking.control("POST", "/faults", "{\"faults\":[\"DELETE * x2 status=503\"]}");
            Http.Answer failed = asking.delete(FIRST);
            Http.Answer report = asking.control("GET", "", "");
            asking.control("DELETE", "/faults", "");
            Http.Answer accepted = asking.delete(FIRST);

            assertThat(scripted.status()).isEqualTo(200);
            assertThat(failed.status()).isEqualTo(503);
            assertThat(accepted.status()).isEqualTo(202);
            JsonObject told = Asking.json(report);
            assertThat(told.member("requests").orElseThrow())
                    .hasToString("{\"DELETE /sandboxes/bx_23456789\":1}");
            assertThat(told.member("deletes").orElseThrow().toString())
                    .contains("\"outcome\":\"lost\"", "\"confirm\":\"bx_23456789\"");
            assertThat(told.member("computers").orElseThrow().toString()).contains("added");
            assertThat(told.member("faults").orElseThrow().toString())
                    .contains("1 left of: DELETE * x2 status=503");
        }
    }

    @Test
    void refuses_a_script_that_it_does_not_understand() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking asking = Asking.main(boat);

            Http.Answer notAFault =
                    asking.control("POST", "/faults", "{\"faults\":[\"DELETE * explode\"]}");
            Http.Answer notJson = asking.control("POST", "/faults", "DELETE * status=503");
            Http.Answer notThere = asking.control("GET", "/nothing", "");

            assertThat(notAFault.status()).isEqualTo(400);
            assertThat(notAFault.body()).contains("no action is called explode");
            assertThat(notJson.status()).isEqualTo(400);
            assertThat(notThere.status()).isEqualTo(404);
            assertThat(asking.delete(FIRST).status()).isEqualTo(202);
        }
    }

    @Test
    void counts_each_request_by_method_and_path() throws IOException {
        try (FakeBoat boat = start(FakeBoatOptions.USUAL)) {
            Asking asking = Asking.main(boat);
            asking.get(asking.computer(FIRST));
            asking.get(asking.computer(FIRST));
            asking.delete(FIRST);

            assertThat(boat.requests("GET", "/sandboxes/" + FIRST)).isEqualTo(2);
            assertThat(boat.requests("DELETE", "/sandboxes/" + FIRST)).isEqualTo(1);
            assertThat(boat.requests("DELETE", "/sandboxes/bx_2345678a")).isZero();
        }
    }

    private static FakeBoat start(FakeBoatOptions options) throws IOException {
        World world = LocalWorld.create();
        return FakeBoat.start(options, world.clock(), world.waiting());
    }

    private static String status(Http.Answer answer) throws IOException {
        return Asking.object(answer, "operation").string("status").orElseThrow();
    }

    private static List<String> ids(Http.Answer list) throws IOException {
        JsonArray page = (JsonArray) Asking.json(list).member("sandboxes").orElseThrow();
        return page.elements().stream()
                .map(each -> ((JsonObject) each).string("id").orElseThrow())
                .toList();
    }
}
