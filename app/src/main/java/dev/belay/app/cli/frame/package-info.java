/// What every command is made of: a description, arguments, a session, and a way to say things.
///
/// Guarantees that what others named cannot write on an operator's terminal. What a command does
/// does not belong here.
@NullMarked
package dev.belay.app.cli.frame;

import org.jspecify.annotations.NullMarked;
