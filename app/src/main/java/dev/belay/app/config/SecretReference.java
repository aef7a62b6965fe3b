package dev.belay.app.config;

import java.util.Optional;

/// Where a secret is, which is all that a setting ever says of it.
public sealed interface SecretReference {
    /// In a file that only its owner may read.
    record InFile(String path) implements SecretReference {}

    /// In an environment variable.
    record InVariable(String name) implements SecretReference {}

    /// In a credential that systemd passes to a service (`LoadCredential=`).
    record InCredential(String name) implements SecretReference {}

    /// The reference that `{word: name}` means; empty where it means none.
    static Optional<SecretReference> of(String word, String name) {
        if (name.isEmpty()) {
            return Optional.empty();
        }
        return switch (word) {
            case "file" -> Optional.of(new InFile(name));
            case "env" -> Optional.of(new InVariable(name));
            case "credential" -> Optional.of(new InCredential(name));
            default -> Optional.empty();
        };
    }

    /// As it would be written in the file.
    default String written() {
        return switch (this) {
            case InFile(String path) -> "{file: " + path + "}";
            case InVariable(String name) -> "{env: " + name + "}";
            case InCredential(String name) -> "{credential: " + name + "}";
        };
    }
}
