/// How the parts are put together: settings become a provider, a journal, and the terms.
///
/// Guarantees that each part is made by hand, in one place. What the parts do does not belong here.
@NullMarked
package dev.belay.app.wiring;

import org.jspecify.annotations.NullMarked;
