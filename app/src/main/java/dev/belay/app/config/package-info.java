/// Settings: one table of keys, a YAML file, and the environment.
///
/// Guarantees that an unknown key or a wrong type refuses and says where, and that a secret is only
/// ever named. What a setting does belongs to the subsystem that it is for.
@NullMarked
package dev.belay.app.config;

import org.jspecify.annotations.NullMarked;
