/// One exchange with a provider, and what its answer proves.
///
/// Guarantees that what is not in the provider's own form proves nothing, and that no token,
/// address, or page of a stranger gets into what is told. How a form looks does not belong here.
@NullMarked
package dev.belay.deletion.provider.wire;

import org.jspecify.annotations.NullMarked;
