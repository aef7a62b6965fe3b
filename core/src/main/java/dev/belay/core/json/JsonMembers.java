package dev.belay.core.json;

import java.util.Optional;

/// What an object says of some of its members, for which not all of it need have been read.
public interface JsonMembers {
    boolean has(String name);

    /// The member when it is there and a string.
    Optional<String> string(String name);

    /// All of the object.
    JsonObject object();
}
