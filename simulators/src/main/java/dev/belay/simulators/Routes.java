package dev.belay.simulators;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.simulators.DeleteSeen.Outcome;
import dev.belay.simulators.fault.Distortion;
import dev.belay.simulators.fault.Fault;
import dev.belay.simulators.fault.FaultAction;
import dev.belay.simulators.fault.Reply;
import dev.belay.simulators.wire.Request;
import dev.belay.system.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What Boat does when nothing goes wrong, and what a fault changes in an operation.
final class Routes {
    /// The header that must name the computer once more.
    static final String CONFIRM = "x-ascii-confirm-delete";

    private static final Pattern OPERATION = Pattern.compile("/deletion-operations/([^/]+)");
    private static final int PAGE_MAX = 200;

    private final BoatState state;
    private final Ledger ledger;
    private final Clock clock;
    private final Map<String, String> accounts;

    /// @param accounts by token
    Routes(BoatState state, Ledger ledger, Clock clock, Map<String, String> accounts) {
        this.state = state;
        this.ledger = ledger;
        this.clock = clock;
        this.accounts = accounts;
    }

    /// Does what is asked, and answers truly but for what `fault` says of the operation.
    Reply answer(Request asked, BoatForm form, Optional<Fault> fault) {
        Envelope envelope = new Envelope(form);
        Optional<String> account = account(asked);
        if (account.isEmpty()) {
            note(asked, form, new BoatState.Deleted(Outcome.REFUSED, Optional.empty()));
            return envelope.error(401, "unauthorized", "Missing or invalid token");
        }
        Call call = new Call(asked, envelope, account.get(), fault, clock.now());
        Matcher operation = OPERATION.matcher(asked.path());
        if (operation.matches() && asked.method().equals("GET")) {
            return operation(call, operation.group(1));
        }
        if (asked.path().equals("/" + form.collection())) {
            return switch (asked.method()) {
                case "GET" -> list(call);
                case "POST" -> create(call);
                default -> noRoute(call);
            };
        }
        Optional<String> id = computerId(asked, form);
        return id.isEmpty() ? noRoute(call) : computer(call, id.get());
    }

    /// A DELETE that a fault keeps from doing anything is seen all the same.
    void lost(Request asked, BoatForm form) {
        note(asked, form, new BoatState.Deleted(Outcome.LOST, Optional.empty()));
    }

    private record Call(
            Request asked, Envelope envelope, String account, Optional<Fault> fault, Instant now) {}

    private Reply computer(Call call, String id) {
        return switch (call.asked().method()) {
            case "GET" ->
                    state.look(call.account(), id, call.now())
                            .map(found -> call.envelope().computer(200, "info", found))
                            .orElseGet(() -> absent(call));
            case "DELETE" -> delete(call, id);
            case "PATCH" ->
                    state.rename(call.account(), id, name(call.asked()))
                            .map(found -> call.envelope().computer(200, "info", found))
                            .orElseGet(() -> absent(call));
            default -> noRoute(call);
        };
    }

    private Reply delete(Call call, String id) {
        BoatForm form = call.envelope().form();
        if (!call.asked().header(CONFIRM).equals(id)) {
            note(call.asked(), form, new BoatState.Deleted(Outcome.REFUSED, Optional.empty()));
            return call.envelope()
                    .error(
                            409,
                            "delete_confirmation_required",
                            "X-Ascii-Confirm-Delete must name the " + form.noun());
        }
        BoatState.Deleted deleted = state.delete(call.account(), id, call.now());
        note(call.asked(), form, deleted);
        return deleted.operation()
                .map(operation -> operation(call, operation, 202))
                .orElseGet(() -> absent(call));
    }

    private Reply operation(Call call, String id) {
        return state.operation(call.account(), id, call.now())
                .map(operation -> operation(call, operation, 200))
                .orElseGet(() ->
                        call.envelope().error(404, "not_found", "Deletion operation not found"));
    }

    private Reply operation(Call call, Operation operation, int status) {
        boolean blocks = call.fault().filter(fault -> fault.has(FaultAction.BLOCKED)).isPresent();
        Operation found = blocks ? state.block(operation) : operation;
        JsonObject truth = call.envelope().json(found);
        return call.envelope()
                .operation(
                        status,
                        call.fault().map(fault -> Distortion.of(truth, fault)).orElse(truth));
    }

    private Reply list(Call call) {
        List<Computer> all = state.list(call.account(), call.now());
        int from = number(call.asked().parameter("cursor"), 0);
        int limit = Math.clamp(number(call.asked().parameter("limit"), PAGE_MAX), 1, PAGE_MAX);
        int to = Math.min(all.size(), from + limit);
        List<Computer> page = from < to ? all.subList(from, to) : List.of();
        return call.envelope().computers(page, to < all.size() ? Integer.toString(to) : "");
    }

    private Reply create(Call call) {
        String key = call.asked().header("idempotency-key");
        if (key.isEmpty()) {
            return call.envelope()
                    .error(400, "idempotency_key_required", "Idempotency-Key missing");
        }
        BoatState.Wish wish =
                new BoatState.Wish(call.account(), key, call.asked().body(), name(call.asked()));
        return state.create(wish, call.now())
                .map(made -> call.envelope().computer(202, "created", made))
                .orElseGet(() ->
                        call.envelope()
                                .error(
                                        409,
                                        "idempotency_key_reused",
                                        "This key was used for another request"));
    }

    private Optional<String> account(Request asked) {
        String authorization = asked.header("authorization");
        return authorization.startsWith("Bearer ")
                ? Optional.ofNullable(accounts.get(authorization.substring("Bearer ".length())))
                : Optional.empty();
    }

    private void note(Request asked, BoatForm form, BoatState.Deleted deleted) {
        if (asked.method().equals("DELETE")) {
            ledger.delete(
                    new DeleteSeen(
                            clock.now(),
                            computerId(asked, form).orElse(asked.path()),
                            asked.header(CONFIRM),
                            deleted.outcome(),
                            deleted.operation().map(Operation::id).orElse("")));
        }
    }

    private static Optional<String> computerId(Request asked, BoatForm form) {
        String before = "/" + form.collection() + "/";
        String rest =
                asked.path().startsWith(before) ? asked.path().substring(before.length()) : "";
        return rest.isEmpty() || rest.contains("/") ? Optional.empty() : Optional.of(rest);
    }

    private static Reply absent(Call call) {
        String noun = call.envelope().form().noun();
        return call.envelope().error(404, noun + "_not_found", "No such " + noun);
    }

    private static Reply noRoute(Call call) {
        return call.envelope().error(404, "route_not_found", "No such route");
    }

    private static String name(Request asked) {
        try {
            return JsonText.parse(asked.body(), JsonLimits.ofBytes(65_536))
                            instanceof JsonObject object
                    ? object.string("name").orElse("unnamed")
                    : "unnamed";
        } catch (JsonSyntax notJson) {
            return "unnamed";
        }
    }

    private static int number(String text, int otherwise) {
        return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : otherwise;
    }
}
