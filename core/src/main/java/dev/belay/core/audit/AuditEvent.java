package dev.belay.core.audit;

import dev.belay.core.json.JsonObject;
import java.util.regex.Pattern;

/// A release of custody that is about to begin.
///
/// @param event what is released and how, for example `deletion.retire`
/// @param subject the id of what is released, by which `belay explain` finds it
/// @param details the proof that the release rests on, and what helps to understand it; never a
///   secret or the text of a message
public record AuditEvent(String event, String subject, JsonObject details) {
    private static final int SUBJECT_LENGTH_MAX = 200;
    private static final Pattern EVENT = Pattern.compile("[a-z][a-z0-9.-]{0,79}");

    public AuditEvent {
        if (!EVENT.matcher(event).matches()) {
            throw new IllegalArgumentException("not the name of an event");
        }
        if (subject.isEmpty() || subject.length() > SUBJECT_LENGTH_MAX) {
            throw new IllegalArgumentException("a subject has 1 to 200 characters");
        }
    }
}
