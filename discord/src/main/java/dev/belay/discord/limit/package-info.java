/// How often something may be done: values and counters, without a clock.
@NullMarked
package dev.belay.discord.limit;

import org.jspecify.annotations.NullMarked;
