package dev.belay.staging.receipt;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.staging.schema.Fields;
import dev.belay.staging.schema.InvalidFormat;
import java.util.Set;

/// Who recovers a staging: the content of `recovery.lock/owner.json`.
///
/// The Node program writes and compares no more than number and generation; it reads no owner but
/// its own, so that ours may say more.
///
/// @param process of which the Node program records only the number
/// @param generation different for each recovery
public record RecoveryOwner(ProcessIdentity process, String generation) {
    public static final String DIRECTORY = "recovery.lock";
    public static final String FILE = "owner.json";
    public static final int BYTES_MAX = 32 << 10;

    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);
    private static final int GENERATION_LENGTH_MAX = 64;
    private static final Set<String> MEMBERS =
            Set.of("pid", "generation", "start", "boot", "pidNamespace");

    /// Reads the whole of a file.
    public static RecoveryOwner read(byte[] file) throws InvalidFormat {
        Fields owner = Fields.read(file, LIMITS, MEMBERS);
        return new RecoveryOwner(
                new ProcessIdentity(
                        owner.integer("pid", 1, Integer.MAX_VALUE),
                        owner.optionalString("start", ProcessIdentity::isDecimal).orElse(""),
                        owner.optionalString("boot", ProcessIdentity::isBoot).orElse(""),
                        owner.optionalString("pidNamespace", ProcessIdentity::isDecimal)
                                .orElse("")),
                owner.string("generation", RecoveryOwner::isGeneration));
    }

    public byte[] write() {
        JsonObject.Builder object =
                JsonObject.builder().put("pid", process.pid()).put("generation", generation);
        put(object, "start", process.start());
        put(object, "boot", process.boot());
        put(object, "pidNamespace", process.pidNamespace());
        return (JsonText.print(object.build()) + "\n").getBytes(UTF_8);
    }

    private static void put(JsonObject.Builder object, String name, String value) {
        if (!value.isEmpty()) {
            object.put(name, value);
        }
    }

    private static boolean isGeneration(String text) {
        return !text.isEmpty() && text.length() <= GENERATION_LENGTH_MAX;
    }
}
