package dev.belay.deletion.custody;

import dev.belay.deletion.BoxId;

/// Whether a new credential sees one computer in custody.
public sealed interface Sight {
    BoxId id();

    /// It sees the operation, or the computer under the remembered name.
    record Visible(BoxId id) implements Sight {}

    /// It does not, or the answer taught nothing. Absence counts as this: it may be another
    /// account.
    record Hidden(BoxId id, String why) implements Sight {}
}
