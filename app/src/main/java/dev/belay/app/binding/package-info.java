/// The file of a binding, checked and complete: what it listens to, what answers, how, and how
/// long.
///
/// Guarantees that what is wrong is told with file and line before anything runs. What the settings
/// bring about does not belong here.
@NullMarked
package dev.belay.app.binding;

import org.jspecify.annotations.NullMarked;
