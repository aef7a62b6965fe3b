/// Proofs of the script `belay`, which finds a JDK, builds, and starts the program.
///
/// Maven and the JDK are stand-ins here, so that each start takes milliseconds; what they are told
/// is what is proved.
@NullMarked
package dev.belay.proof.launcher;

import org.jspecify.annotations.NullMarked;
