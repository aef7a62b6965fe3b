/// What an operator has decided about one binding, checked and complete.
@NullMarked
package dev.belay.connector.binding;

import org.jspecify.annotations.NullMarked;
