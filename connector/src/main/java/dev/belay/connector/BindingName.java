package dev.belay.connector;

import java.util.regex.Pattern;

/// The name of a binding, which ties one bot to a set of channels and one engine.
///
/// It is the name of a directory and a file, and a part of each nonce, and so never changes.
public record BindingName(String value) {
    private static final Pattern VALID = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

    public BindingName {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not the name of a binding");
        }
    }

    /// 1 to 64 of `a-z0-9-`, not beginning with a hyphen.
    public static boolean isValid(String value) {
        return VALID.matcher(value).matches();
    }

    /// What messages call the binding's directory.
    public String label() {
        return "discord/" + value;
    }

    /// Shown to people.
    @Override
    public String toString() {
        return value;
    }
}
