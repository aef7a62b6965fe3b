/// Who owns a binding, and its brake.
///
/// Guarantees that one process at a time answers for a binding, that a brake which was confirmed
/// stands until a person removes it, and that a crash leaves nothing that [Recovery] cannot undo.
/// What an owner does, and how it ends, does not belong here.
@NullMarked
package dev.belay.connector.ownership;

import org.jspecify.annotations.NullMarked;
