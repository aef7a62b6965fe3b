/// The records of deletions in one file that many processes share.
///
/// Guarantees that each change is whole, durable, and by the rules, and that the file is never
/// other than its format says. What a deletion is, and who carries it out, does not belong here.
@NullMarked
package dev.belay.deletion.journal;

import org.jspecify.annotations.NullMarked;
