/// Making sealed copies of a checkout: complete, written down, and with nobody in them yet.
///
/// Guarantees that a failure leaves no copy, and a crash one whose receipt says how far it came.
/// What then runs in a copy, and what becomes of that, does not belong here.
@NullMarked
package dev.belay.staging.seal;

import org.jspecify.annotations.NullMarked;
