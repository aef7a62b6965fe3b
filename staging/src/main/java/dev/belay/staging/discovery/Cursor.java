package dev.belay.staging.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Fields;
import dev.belay.staging.schema.IdentityFormat;
import dev.belay.staging.schema.InvalidFormat;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where the next page begins: a hint for fairness, and never a reason to remove anything.
///
/// @param root the directory of the stagings
/// @param own the directory of the cursor
/// @param after the name of the last directory that was looked at; null at the beginning
public record Cursor(DirectoryIdentity root, DirectoryIdentity own, @Nullable String after) {
    /// The directory of the cursor. Its name begins like a staging's, and it is none.
    public static final String DIRECTORY = StagingId.PREFIX + "discovery";

    public static final String FILE = "position.json";
    public static final int BYTES_MAX = 32 << 10;

    private static final int AFTER_LENGTH_MAX = 256;
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);

    public Cursor {
        if (after != null && !isName(after)) {
            throw new IllegalArgumentException("not the name of a staging's directory");
        }
    }

    public Optional<String> position() {
        return Optional.ofNullable(after);
    }

    /// Reads the whole of a file.
    public static Cursor read(byte[] file) throws InvalidFormat {
        Fields cursor =
                Fields.read(
                        file, LIMITS, Set.of("version", "rootIdentity", "cursorIdentity", "after"));
        cursor.integer("version", 1, 1);
        return new Cursor(
                IdentityFormat.read(cursor, "rootIdentity"),
                IdentityFormat.read(cursor, "cursorIdentity"),
                cursor.optionalString("after", Cursor::isName).orElse(null));
    }

    public byte[] write() {
        JsonObject.Builder object =
                JsonObject.builder()
                        .put("version", 1)
                        .put("rootIdentity", IdentityFormat.write(root))
                        .put("cursorIdentity", IdentityFormat.write(own));
        if (after != null) {
            object.put("after", after);
        }
        return (JsonText.print(object.build()) + "\n").getBytes(UTF_8);
    }

    private static boolean isName(String text) {
        return text.startsWith(StagingId.PREFIX)
                && text.length() <= AFTER_LENGTH_MAX
                && text.indexOf('/') < 0;
    }
}
