package dev.belay.deletion.custody;

import java.io.IOException;

/// The operator's STOP, as the code before an effect meets it.
@FunctionalInterface
public interface Brake {
    /// Returns where nothing stops a new deletion.
    ///
    /// @throws IOException a `Refusal` with `BRAKED` where a STOP stands, or whatever keeps us from
    ///   knowing that none does
    void check() throws IOException;
}
