package dev.belay.deletion.provider;

import dev.belay.deletion.ComputerProvider;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.provider.HttpDescription.Call;
import dev.belay.deletion.provider.HttpDescription.ComputerForm;
import dev.belay.deletion.provider.HttpDescription.ErrorForm;
import dev.belay.deletion.provider.HttpDescription.Match;
import dev.belay.deletion.provider.HttpDescription.ReceiptForm;
import dev.belay.simulators.BoatForm;
import dev.belay.simulators.FakeBoat;
import dev.belay.system.Http;
import dev.belay.system.local.JdkHttp;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A provider that is tried against [FakeBoat]: Boat's own one, and the described one with Boat's
/// API for its description, each in both generations.
enum Subject {
    BOAT_SANDBOX(Generation.SANDBOX, BoatForm.SANDBOX),
    BOAT_BOX(Generation.BOX, BoatForm.BOX),
    DESCRIBED_SANDBOX(Generation.SANDBOX, BoatForm.SANDBOX),
    DESCRIBED_BOX(Generation.BOX, BoatForm.BOX);

    private static final Http HTTP = new JdkHttp();

    private final Generation generation;
    private final BoatForm form;

    Subject(Generation generation, BoatForm form) {
        this.generation = generation;
        this.form = form;
    }

    BoatForm form() {
        return form;
    }

    ComputerProvider at(FakeBoat boat, Limits limits) {
        return at(boat.base(form), FakeBoat.TOKEN, limits);
    }

    ComputerProvider at(URI base, String token, Limits limits) {
        return switch (this) {
            case BOAT_SANDBOX, BOAT_BOX ->
                    new BoatProvider(
                            HTTP, new BoatDescription(base, generation, limits), new Token(token));
            case DESCRIBED_SANDBOX, DESCRIBED_BOX ->
                    new HttpProvider(HTTP, description(base, limits), new Token(token));
        };
    }

    /// The path of a computer, below the base address.
    String computer(String id) {
        return "/" + form.collection() + "/" + id;
    }

    private HttpDescription description(URI base, Limits limits) {
        Template computer = new Template(base + "/" + form.collection() + "/{id}");
        Template authorization = new Template("Bearer {token}");
        Map<String, Template> headers = Map.of("Authorization", authorization);
        Map<String, Template> confirming =
                Map.of(
                        "Authorization",
                        authorization,
                        "X-Ascii-Confirm-Delete",
                        new Template("{id}"));
        Template operation = new Template(base + "/deletion-operations/{operation}");
        Template empty = new Template("");
        String noun = "/" + generation.kind();
        return new HttpDescription(
                new Call("DELETE", computer, confirming, empty),
                new Call("GET", operation, headers, empty),
                new Call("GET", computer, headers, empty),
                Map.of(new JsonPath("/ok"), "true"),
                receipt(),
                new ComputerForm(
                        new Match(new JsonPath(noun + "/id"), new Template("{id}")),
                        new JsonPath(noun + "/name")),
                new ErrorForm(
                        Set.of(404, 410),
                        new JsonPath("/error/code"),
                        Set.of(),
                        new JsonPath("/error/message")),
                limits);
    }

    private ReceiptForm receipt() {
        return new ReceiptForm(
                new JsonPath("/operation/id"),
                new Match(new JsonPath("/operation/targetId"), new Template("{id}")),
                Map.of(new JsonPath("/operation/kind"), generation.kind()),
                new JsonPath("/operation/status"),
                Arrays.stream(OperationStatus.values())
                        .collect(Collectors.toMap(OperationStatus::word, Function.identity())));
    }
}
