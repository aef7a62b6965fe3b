/// JSON as Belay stores it: read strictly, printed as `JSON.stringify` prints it.
///
/// Guarantees that a text is accepted by one reading only: no duplicate keys, no byte-order mark,
/// no byte that is not UTF-8, nothing behind the value, nothing deeper or longer than its limits.
/// What the members mean belongs to the formats that use this, not here.
@NullMarked
package dev.belay.core.json;

import org.jspecify.annotations.NullMarked;
