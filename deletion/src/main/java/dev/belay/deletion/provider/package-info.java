/// The providers that are reached over HTTP, behind [dev.belay.deletion.ComputerProvider].
///
/// Guarantees that a receipt or a name is only taken where the provider's form says it stands, and
/// that it is bound to the computer that was asked about. Retrying does not belong here.
@NullMarked
package dev.belay.deletion.provider;

import org.jspecify.annotations.NullMarked;
