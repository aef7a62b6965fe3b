package dev.belay.app.wiring;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.ComputerProvider;
import dev.belay.deletion.OperationId;
import java.util.Optional;

/// Stands where nobody is to be asked: it teaches nothing.
public final class NoProvider implements ComputerProvider {
    private static final Unknown SILENCE = new Unknown("nobody was asked", Optional.empty());

    @Override
    public DeleteAnswer delete(BoxId id) {
        return SILENCE;
    }

    @Override
    public OperationAnswer operation(OperationId operation, BoxId id) {
        return SILENCE;
    }

    @Override
    public ComputerAnswer read(BoxId id) {
        return SILENCE;
    }
}
