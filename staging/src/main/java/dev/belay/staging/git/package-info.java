/// Git, asked by its plumbing commands.
///
/// Guarantees that no program of a repository runs: no hook, filter, text conversion, file system
/// monitor, or pager; that nothing of the caller's `GIT_*` environment is obeyed; and that every
/// answer is bounded and read strictly. What is copied, and what a proof needs, does not belong
/// here.
@NullMarked
package dev.belay.staging.git;

import org.jspecify.annotations.NullMarked;
