package dev.belay.deletion.custody;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.DeletionStore;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.Witness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Whether a new credential sees what is in custody.
///
/// Absence proves nothing here: another account answers 404 for every computer of ours, and to
/// believe it would release all fences at once.
final class CredentialCheck {
    private final DeletionStore store;
    private final Witness witness;

    CredentialCheck(DeletionStore store, Witness witness) {
        this.store = store;
        this.witness = witness;
    }

    List<Sight> sights() throws IOException {
        List<DeletionRecord> records = store.snapshot();
        Map<BoxId, Sight> sights = new ConcurrentHashMap<>();
        Questions.put(
                records.stream()
                        .<Runnable>map(record -> () -> sights.put(record.id(), sight(record)))
                        .toList());
        List<Sight> inOrder = new ArrayList<>();
        for (DeletionRecord record : records) {
            inOrder.add(sights.getOrDefault(record.id(), new Sight.Hidden(record.id(), "")));
        }
        return List.copyOf(inOrder);
    }

    private Sight sight(DeletionRecord record) {
        BoxId id = record.id();
        Optional<OperationId> operation = record.operation();
        if (operation.isPresent()
                && witness.operation(operation.get(), id) instanceof Witness.Bound) {
            return new Sight.Visible(id);
        }
        return switch (witness.read(id)) {
            case Witness.Alive(String name) ->
                    name.equals(record.target().name())
                            ? new Sight.Visible(id)
                            : new Sight.Hidden(id, "it lives under another name");
            case Witness.Gone _ -> new Sight.Hidden(id, "it is absent, or of another account");
            case Witness.Unclear unclear -> new Sight.Hidden(id, unclear.why());
        };
    }
}
