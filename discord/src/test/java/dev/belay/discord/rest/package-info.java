@NullMarked
package dev.belay.discord.rest;

import org.jspecify.annotations.NullMarked;
