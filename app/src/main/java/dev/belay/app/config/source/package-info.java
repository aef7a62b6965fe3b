/// Where settings and secrets are read from: a YAML file, the environment, files of the operator.
///
/// Guarantees that a refusal names where a setting was written and never holds a secret. Which
/// settings exist does not belong here.
@NullMarked
package dev.belay.app.config.source;

import org.jspecify.annotations.NullMarked;
