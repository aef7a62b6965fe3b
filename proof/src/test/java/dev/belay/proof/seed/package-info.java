/// Belay beside the Node program whose files and lock it shares: the same answers, the same files.
///
/// Guarantees that each difference is one that `docs/formats/deletion-differences.md` explains. The
/// tests run where `BELAY_ORACLE` names a directory with `oracle.sh`, and say so where they do not.
@NullMarked
package dev.belay.proof.seed;

import org.jspecify.annotations.NullMarked;
