/// `belay config`: whether the settings are right, and which hold.
///
/// Guarantees that a secret is never shown.
@NullMarked
package dev.belay.app.cli.config;

import org.jspecify.annotations.NullMarked;
