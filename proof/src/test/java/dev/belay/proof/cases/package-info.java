/// What went wrong in programs of this kind, as their users reported it, tried on this one.
@NullMarked
package dev.belay.proof.cases;

import org.jspecify.annotations.NullMarked;
