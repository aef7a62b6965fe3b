/// Ways through a tree of many files.
///
/// Guarantees that no link is followed, and that results come in the order of the work. What is
/// done with the files does not belong here.
@NullMarked
package dev.belay.staging.tree;

import org.jspecify.annotations.NullMarked;
