/// Mirrors: copies that are kept warm between runs, one for each repository.
///
/// Guarantees that one process uses a mirror at a time, that a mirror is taken only as its last
/// owner handed it over, and that nothing goes but what nobody can need. What a mirror holds does
/// not belong here.
@NullMarked
package dev.belay.staging.mirror;

import org.jspecify.annotations.NullMarked;
