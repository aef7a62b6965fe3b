/// What an operator does to a binding from outside: look at it, brake it, and remove what a dead
/// owner has left.
///
/// Guarantees that no command changes a binding that a live process owns, but for its brake. How a
/// binding runs does not belong here.
@NullMarked
package dev.belay.app.cli.connector.owner;

import org.jspecify.annotations.NullMarked;
