/// A staging in the hands of the process that made it.
///
/// Guarantees that its receipt is durable before what it speaks of begins, and that it goes only
/// when nobody can need it. What a later process may do with it does not belong here.
@NullMarked
package dev.belay.staging.life;

import org.jspecify.annotations.NullMarked;
