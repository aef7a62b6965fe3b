/// Providers are tried against a real server that fails in every way that is known.
@NullMarked
package dev.belay.deletion.provider;

import org.jspecify.annotations.NullMarked;
