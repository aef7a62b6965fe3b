/// The examination of a data root: what is wrong, what helps, and the repairs that are proved safe.
@NullMarked
package dev.belay.app.cli.doctor;

import org.jspecify.annotations.NullMarked;
