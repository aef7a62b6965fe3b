package dev.belay.app.cli.custody;

import dev.belay.app.cli.connector.owner.BindingStatus;
import dev.belay.app.cli.custody.Fate.Parts;
import dev.belay.app.wiring.Bindings;
import dev.belay.connector.BindingName;
import dev.belay.connector.TurnId;
import dev.belay.connector.journal.JournalView;
import dev.belay.connector.journal.JournalView.Traces;
import dev.belay.connector.line.Delivery;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.connector.ownership.OwnerState;
import dev.belay.core.error.Refusal;
import dev.belay.core.identity.Verdict;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Everything that the files of one binding say of one message. Takes no lock and writes nothing.
///
/// @param turn its record; empty where there is none
/// @param damage why the record cannot be read; empty where it can
/// @param unsent nonces of its answer that no line of the outbox has
record MessageStory(
        BindingStatus status,
        String id,
        Traces traces,
        Optional<JsonObject> turn,
        Optional<Refusal> damage,
        List<String> unsent) {

    /// Looks for a message, or for a part of an answer to one, in each of the bindings.
    ///
    /// @param id of a message, or the nonce of a part
    static List<MessageStory> all(
            World world, Bindings bindings, Iterable<BindingName> names, String id)
            throws IOException {
        List<MessageStory> found = new ArrayList<>();
        for (BindingName name : names) {
            Optional<Directory> directory = bindings.lookAt(name);
            if (directory.isPresent()) {
                try (Directory opened = directory.get();
                        JournalView view = JournalView.open(world, bindings.pathOf(name), opened)) {
                    String message = view.turnOf(id).orElse(id);
                    Traces traces = view.traces(message);
                    if (!traces.isEmpty()) {
                        BindingStatus status = BindingStatus.of(world, bindings, name);
                        found.add(of(view, status, message, traces));
                    }
                }
            }
        }
        return found;
    }

    private static MessageStory of(JournalView view, BindingStatus status, String id, Traces traces)
            throws IOException {
        try {
            Optional<JsonObject> turn =
                    view.turns().isPresent() && TurnId.isValid(id)
                            ? view.turns().get().find(new TurnId(id))
                            : Optional.empty();
            List<String> unsent = new ArrayList<>(turn.map(MessageStory::nonces).orElse(List.of()));
            Set<String> known =
                    traces.parts().stream().map(Delivery::nonce).collect(Collectors.toSet());
            unsent.removeAll(known);
            return new MessageStory(status, id, traces, turn, Optional.empty(), unsent);
        } catch (Refusal damage) {
            return new MessageStory(
                    status, id, traces, Optional.empty(), Optional.of(damage), List.of());
        }
    }

    /// Of all parts that a record names.
    private static List<String> nonces(JsonObject turn) {
        List<String> nonces = new ArrayList<>();
        if (turn.member("parts").orElse(null) instanceof JsonArray(List<JsonValue> parts)) {
            for (JsonValue part : parts) {
                if (part instanceof JsonObject object) {
                    object.string("nonce").ifPresent(nonces::add);
                }
            }
        }
        return nonces;
    }

    Fate fate() {
        boolean isLive =
                status.owner() instanceof OwnerState.Owned(var _, Verdict verdict)
                        && verdict instanceof Verdict.Live;
        return Fate.of(
                new Fate.Facts(
                        !traces.accepted().isEmpty(),
                        !traces.drops().isEmpty(),
                        !traces.admissions().isEmpty(),
                        turn.isPresent() || damage.isPresent(),
                        isLive,
                        parts()));
    }

    private Parts parts() {
        boolean isUnknown =
                traces.parts().stream().map(Delivery::status).anyMatch(OutboxStatus::isUnresolved);
        if (isUnknown) {
            return Parts.UNKNOWN;
        }
        return unsent.isEmpty() ? Parts.SETTLED : Parts.UNSENT;
    }
}
