/// Proofs of the audit log.
@NullMarked
package dev.belay.core.audit;

import org.jspecify.annotations.NullMarked;
