package dev.belay.core.log;

import dev.belay.core.json.JsonMembers;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A line as programs write nearly all of them: an object without spaces, whose members are strings
/// of plain ASCII and natural numbers. It is looked through once, and a text is made of nothing but
/// what is asked for.
///
/// It takes nothing that [LogLine#object] refuses, and says the same of what both take. What is not
/// plain may be valid; that is then for [LogLine#object] to say.
///
/// - **Threads:** any number; the bytes must not change.
final class PlainLine implements JsonMembers {
    /// More than any line of ours has.
    private static final int MEMBERS_MAX = 16;

    /// Natural numbers of so many digits are safe integers.
    private static final int DIGITS_MAX = 15;

    /// Where a name begins and ends, then a value, a string without its quotes.
    private static final int PLACES = 4;

    private final byte[] bytes;

    /// [#PLACES] for each member.
    private int[] places = new int[6 * PLACES];

    private int count;
    private int at;

    private PlainLine(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Looks through a line, given without its line feed; null when it is not plain.
    static @Nullable PlainLine of(byte[] bytes) {
        PlainLine line = new PlainLine(bytes);
        return line.scan() ? line : null;
    }

    private boolean scan() {
        if (!take('{')) {
            return false;
        }
        do {
            if (count == MEMBERS_MAX || !member()) {
                return false;
            }
        } while (take(','));
        return take('}') && at == bytes.length;
    }

    private boolean take(char wanted) {
        if (at < bytes.length && bytes[at] == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private boolean member() {
        if ((count + 1) * PLACES > places.length) {
            places = Arrays.copyOf(places, MEMBERS_MAX * PLACES);
        }
        int name = count * PLACES;
        int value = name + 2;
        if (!take('"') || !string(name) || isNamedBefore(name) || !take(':')) {
            return false;
        }
        if (take('"') ? !string(value) : !number(value)) {
            return false;
        }
        count++;
        return true;
    }

    /// The rest of a string, and its closing quote. A byte of a longer character is negative.
    private boolean string(int place) {
        byte[] text = bytes;
        int to = at;
        while (to < text.length && text[to] >= ' ' && text[to] != '"' && text[to] != '\\') {
            to++;
        }
        places[place] = at;
        places[place + 1] = to;
        at = to;
        return take('"');
    }

    private boolean number(int place) {
        int to = at;
        while (to < bytes.length && bytes[to] >= '0' && bytes[to] <= '9') {
            to++;
        }
        int digits = to - at;
        boolean isNatural = digits > 0 && digits <= DIGITS_MAX && (digits == 1 || bytes[at] != '0');
        places[place] = at;
        places[place + 1] = to;
        at = to;
        return isNatural;
    }

    private boolean isNamedBefore(int name) {
        int from = places[name];
        int to = places[name + 1];
        for (int before = 0; before < name; before += PLACES) {
            if (places[before + 1] - places[before] == to - from
                    && Arrays.equals(bytes, places[before], places[before + 1], bytes, from, to)) {
                return true;
            }
        }
        return false;
    }

    /// Where the places of a member are; -1 when there is none.
    private int find(String name) {
        for (int member = 0; member < count * PLACES; member += PLACES) {
            int from = places[member];
            if (places[member + 1] - from == name.length() && begins(from, name)) {
                return member;
            }
        }
        return -1;
    }

    private boolean begins(int from, String name) {
        for (int i = 0; i < name.length(); i++) {
            if (bytes[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean isString(int member) {
        return bytes[places[member + 2] - 1] == '"';
    }

    private String text(int place) {
        int from = places[place];
        return new String(bytes, from, places[place + 1] - from, StandardCharsets.ISO_8859_1);
    }

    @Override
    public boolean has(String name) {
        return find(name) >= 0;
    }

    @Override
    public Optional<String> string(String name) {
        int member = find(name);
        return member >= 0 && isString(member) ? Optional.of(text(member + 2)) : Optional.empty();
    }

    @Override
    public JsonObject object() {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (int member = 0; member < count * PLACES; member += PLACES) {
            String value = text(member + 2);
            members.put(
                    text(member), isString(member) ? new JsonString(value) : new JsonNumber(value));
        }
        return JsonObject.of(members);
    }
}
