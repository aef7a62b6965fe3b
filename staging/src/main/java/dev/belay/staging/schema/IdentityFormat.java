package dev.belay.staging.schema;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.json.JsonObject;
import java.util.Set;
import java.util.regex.Pattern;

/// Which directory it is, as `{"dev":"65024","ino":"2417780"}`.
public final class IdentityFormat {
    private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]{0,19}");
    private static final Set<String> MEMBERS = Set.of("dev", "ino");

    private IdentityFormat() {}

    public static DirectoryIdentity read(Fields fields, String name) throws InvalidFormat {
        return members(fields.object(name, MEMBERS));
    }

    /// The members of an object that may have more of them.
    public static DirectoryIdentity members(Fields object) throws InvalidFormat {
        return new DirectoryIdentity(
                object.string("dev", IdentityFormat::isDecimal),
                object.string("ino", IdentityFormat::isDecimal));
    }

    public static JsonObject write(DirectoryIdentity identity) {
        return JsonObject.builder()
                .put("dev", identity.device())
                .put("ino", identity.inode())
                .build();
    }

    private static boolean isDecimal(String text) {
        return DECIMAL.matcher(text).matches();
    }
}
