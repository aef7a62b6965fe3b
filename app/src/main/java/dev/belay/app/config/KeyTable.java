package dev.belay.app.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The settings that one kind of file may hold, in the order of their documentation.
public final class KeyTable {
    private final Map<String, Key> keys = new LinkedHashMap<>();

    KeyTable() {}

    Key add(Key key) {
        keys.put(key.name(), key);
        return key;
    }

    /// Adds a key that needs no words.
    Key add(String name, Kind kind, String usual, String text) {
        return add(new Key(name, kind, usual, List.of(), text));
    }

    /// Adds a key that holds one of these words.
    Key word(String name, String usual, List<String> words, String text) {
        return add(new Key(name, Kind.WORD, usual, words, text));
    }

    /// Every key.
    public List<Key> all() {
        return new ArrayList<>(keys.values());
    }

    /// The key with this name.
    public Optional<Key> named(String name) {
        return Optional.ofNullable(keys.get(name));
    }
}
