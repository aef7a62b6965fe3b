package dev.belay.connector.binding;

import java.time.Duration;

/// How long things may take.
///
/// @param answer an engine to answer
/// @param grace turns in flight to end when the program is asked to
/// @param ageMax a message to wait for its answer; an older one is not answered
/// @param retry between two attempts to send a part that may be out
public record Times(Duration answer, Duration grace, Duration ageMax, Duration retry) {}
