/// `belay connector`: runs a binding, and makes what it takes to run one.
///
/// What an operator does to a binding from outside is in `owner`.
@NullMarked
package dev.belay.app.cli.connector;

import org.jspecify.annotations.NullMarked;
