/// What a program needs to be a service: signals that ask it for something, and a supervisor that
/// is told how it is.
///
/// Guarantees that nothing here can fail a program. What a signal means does not belong here.
@NullMarked
package dev.belay.system.service;

import org.jspecify.annotations.NullMarked;
