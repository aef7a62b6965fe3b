package dev.belay.staging.manifest;

import java.util.Optional;

/// What Git keeps of the mode of a file.
public enum FileMode {
    REGULAR("100644"),
    /// Its owner may execute it.
    EXECUTABLE("100755"),
    /// A symbolic link, whose content is its text.
    LINK("120000");

    private static final int OWNER_EXECUTES = 0100;

    private final String octal;

    FileMode(String octal) {
        this.octal = octal;
    }

    /// The mode that is spelled `octal`; empty for one that no file of ours has.
    public static Optional<FileMode> of(String octal) {
        for (FileMode mode : values()) {
            if (mode.octal.equals(octal)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }

    /// The mode of a regular file with these permissions.
    public static FileMode ofRegular(int permissions) {
        return (permissions & OWNER_EXECUTES) != 0 ? EXECUTABLE : REGULAR;
    }

    /// Six octal digits.
    public String octal() {
        return octal;
    }

    @Override
    public String toString() {
        return octal;
    }
}
