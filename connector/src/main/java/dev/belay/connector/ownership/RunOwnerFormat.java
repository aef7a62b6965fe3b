package dev.belay.connector.ownership;

import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;

/// The text of an owner's record: `docs/formats/run-lock-v1.md`.
final class RunOwnerFormat {
    private static final JsonLimits LIMITS = new JsonLimits(4096, 8);

    private RunOwnerFormat() {}

    /// One line of JSON, which the Node program reads too.
    static byte[] print(RunOwner owner) {
        ProcessIdentity process = owner.process();
        JsonObject.Builder text = JsonObject.builder().put("pid", process.pid());
        putKnown(text, "start", process.start());
        putKnown(text, "boot", process.boot());
        putKnown(text, "pidNamespace", process.pidNamespace());
        if (owner.kernelLock()) {
            text.put("kernelLock", true);
        }
        text.put("at", owner.at());
        return (JsonText.print(text.build()) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /// Empty for what names no process. As in the Node program, a part that has not the form of one
    /// counts as not there: nothing is ever decided in its favour.
    static Optional<RunOwner> parse(byte[] text) {
        try {
            if (!(JsonText.parse(text, LIMITS) instanceof JsonObject object)) {
                return Optional.empty();
            }
            long pid = object.safeInteger("pid").orElse(0);
            if (!ProcessIdentity.isPid(pid)) {
                return Optional.empty();
            }
            ProcessIdentity process =
                    new ProcessIdentity(
                            pid,
                            part(object, "start", ProcessIdentity::isDecimal),
                            part(object, "boot", ProcessIdentity::isBoot),
                            part(object, "pidNamespace", ProcessIdentity::isDecimal));
            boolean kernelLock =
                    object.member("kernelLock").filter(JsonBoolean.TRUE::equals).isPresent();
            return Optional.of(new RunOwner(process, object.string("at").orElse(""), kernelLock));
        } catch (JsonSyntax _) {
            return Optional.empty();
        }
    }

    private static String part(JsonObject object, String name, Predicate<String> isValid) {
        return object.string(name).filter(isValid).orElse("");
    }

    private static void putKnown(JsonObject.Builder text, String name, String value) {
        if (!value.isEmpty()) {
            text.put(name, value);
        }
    }
}
