/// Programs of others: started, fed, listened to, and ended with everything that they started.
///
/// Guarantees that nothing of a call is left running once it returns. What a program is asked, and
/// what its answer means, does not belong here.
@NullMarked
package dev.belay.system.program;

import org.jspecify.annotations.NullMarked;
