/// Files of lines that are appended to and never rewritten, and the turns that writers take.
///
/// Guarantees that a line is durable when its append returns, that one crash costs at most the
/// lines that were not acknowledged, and that the writers of all processes take turns. What a line
/// says does not belong here.
@NullMarked
package dev.belay.core.log;

import org.jspecify.annotations.NullMarked;
