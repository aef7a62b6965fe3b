package dev.belay.staging.schema;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The members of one JSON object, none of which may be unknown.
///
/// An optional member may be missing; where it is there, `null` is as wrong as any other kind.
public final class Fields {
    private final JsonObject object;
    private final String where;

    private Fields(JsonObject object, String where) {
        this.object = object;
        this.where = where;
    }

    /// Reads a text that is one object with members of `known` only.
    public static Fields read(byte[] text, JsonLimits limits, Set<String> known)
            throws InvalidFormat {
        return read(text, limits, known, Map.of());
    }

    /// Like the other, but the elements of some arrays are handed over as they are read, and the
    /// arrays are empty here.
    ///
    /// @param takers by the names that lead to the array, for example `source.files`
    public static Fields read(
            byte[] text,
            JsonLimits limits,
            Set<String> known,
            Map<String, Consumer<JsonValue>> takers)
            throws InvalidFormat {
        try {
            return of(JsonText.parse(text, limits, takers), "", known);
        } catch (JsonSyntax syntax) {
            InvalidFormat invalid = new InvalidFormat(String.valueOf(syntax.getMessage()));
            invalid.initCause(syntax);
            throw invalid;
        }
    }

    /// An object with members of `known` only.
    ///
    /// @param where what messages call it; empty for the whole of a file
    public static Fields of(JsonValue value, String where, Set<String> known) throws InvalidFormat {
        if (!(value instanceof JsonObject object)) {
            throw new InvalidFormat(
                    where.isEmpty() ? "not an object" : "`%s` is not an object".formatted(where));
        }
        Fields fields = new Fields(object, where);
        for (String name : object.members().keySet()) {
            if (!known.contains(name)) {
                throw fields.wrong("unknown member");
            }
        }
        return fields;
    }

    public boolean has(String name) {
        return object.has(name);
    }

    public String string(String name) throws InvalidFormat {
        return object.string(name).orElseThrow(() -> invalid(name, "not a string"));
    }

    /// A string that has the form `form`.
    public String string(String name, Predicate<String> form) throws InvalidFormat {
        String value = string(name);
        if (!form.test(value)) {
            throw invalid(name, "not of its form");
        }
        return value;
    }

    /// Like [#string], where the member is there.
    public Optional<String> optionalString(String name, Predicate<String> form)
            throws InvalidFormat {
        return has(name) ? Optional.of(string(name, form)) : Optional.empty();
    }

    /// An integer from `from` to `to`.
    public long integer(String name, long from, long to) throws InvalidFormat {
        OptionalLong value = object.safeInteger(name);
        if (value.isEmpty() || value.getAsLong() < from || value.getAsLong() > to) {
            throw invalid(name, "not an integer in its range");
        }
        return value.getAsLong();
    }

    public boolean flag(String name) throws InvalidFormat {
        if (object.member(name).orElse(null) instanceof JsonBoolean flag) {
            return flag == JsonBoolean.TRUE;
        }
        throw invalid(name, "neither true nor false");
    }

    /// An object that is a member.
    public Fields object(String name, Set<String> known) throws InvalidFormat {
        JsonValue value = object.member(name).orElseThrow(() -> invalid(name, "missing"));
        return of(value, path(name), known);
    }

    public List<JsonValue> array(String name) throws InvalidFormat {
        if (object.member(name).orElse(null) instanceof JsonArray array) {
            return array.elements();
        }
        throw invalid(name, "not an array");
    }

    /// The strings of an array.
    public List<String> strings(String name) throws InvalidFormat {
        List<JsonValue> elements = array(name);
        for (JsonValue element : elements) {
            if (!(element instanceof JsonString)) {
                throw invalid(name, "not an array of strings");
            }
        }
        return elements.stream().map(element -> ((JsonString) element).value()).toList();
    }

    /// A member that is wrong, for a check of the caller's own.
    ///
    /// @param what in a few words, for example `not a path`
    public InvalidFormat invalid(String name, String what) {
        return new InvalidFormat("`%s` is %s".formatted(path(name), what));
    }

    private InvalidFormat wrong(String what) {
        return new InvalidFormat(where.isEmpty() ? what : "%s in `%s`".formatted(what, where));
    }

    private String path(String name) {
        return where.isEmpty() ? name : where + "." + name;
    }
}
