package dev.belay.core.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A JSON object, whose members keep their order.
///
/// Two objects are equal when they have equal members, in whatever order, and wherever they stood.
public final class JsonObject implements JsonValue, JsonMembers {
    private static final int NO_SOURCE = -1;

    private final Map<String, JsonValue> members;
    private final int sourceFrom;
    private final int sourceTo;

    private JsonObject(Map<String, JsonValue> members, int sourceFrom, int sourceTo) {
        this.members = Collections.unmodifiableMap(members);
        this.sourceFrom = sourceFrom;
        this.sourceTo = sourceTo;
    }

    /// An object with the members of `members`, in the order of its iteration.
    public static JsonObject of(Map<String, ? extends JsonValue> members) {
        return new JsonObject(new LinkedHashMap<>(members), NO_SOURCE, NO_SOURCE);
    }

    /// Takes `members` over; the caller never touches it again.
    static JsonObject read(Map<String, JsonValue> members, SourceRange source) {
        return new JsonObject(members, source.from(), source.to());
    }

    public static Builder builder() {
        return new Builder();
    }

    /// All members, in order; cannot be changed.
    public Map<String, JsonValue> members() {
        return members;
    }

    @Override
    public boolean has(String name) {
        return members.containsKey(name);
    }

    public Optional<JsonValue> member(String name) {
        return Optional.ofNullable(members.get(name));
    }

    @Override
    public Optional<String> string(String name) {
        return members.get(name) instanceof JsonString(String value)
                ? Optional.of(value)
                : Optional.empty();
    }

    @Override
    public JsonObject object() {
        return this;
    }

    /// The member when it is there and a safe integer.
    public OptionalLong safeInteger(String name) {
        return members.get(name) instanceof JsonNumber number
                ? number.safeInteger()
                : OptionalLong.empty();
    }

    /// Where the object stood in the bytes that it was read from; empty for one that was built.
    public Optional<SourceRange> source() {
        return sourceFrom == NO_SOURCE
                ? Optional.empty()
                : Optional.of(new SourceRange(sourceFrom, sourceTo));
    }

    /// This object with one more member, or another value of one.
    public JsonObject with(String name, String value) {
        Map<String, JsonValue> more = new LinkedHashMap<>(members);
        more.put(name, new JsonString(value));
        return of(more);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonObject object && members.equals(object.members);
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }

    @Override
    public String toString() {
        return JsonText.print(this);
    }

    /// Collects members; a name may be put once.
    public static final class Builder {
        private final Map<String, JsonValue> members = new LinkedHashMap<>();

        private Builder() {}

        public Builder put(String name, JsonValue value) {
            if (members.putIfAbsent(name, value) != null) {
                throw new IllegalArgumentException("a member is put twice");
            }
            return this;
        }

        public Builder put(String name, String value) {
            return put(name, new JsonString(value));
        }

        public Builder put(String name, long value) {
            return put(name, JsonNumber.of(value));
        }

        public Builder put(String name, boolean value) {
            return put(name, JsonBoolean.of(value));
        }

        public JsonObject build() {
            return of(members);
        }
    }
}
