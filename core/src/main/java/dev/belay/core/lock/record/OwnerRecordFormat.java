package dev.belay.core.lock.record;

import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The text of an owner record: `docs/formats/link-lock-v1.md`.
public final class OwnerRecordFormat {
    /// Ten times what a record takes.
    static final int BYTES_MAX = 4096;

    public static final String UUID_4 =
            "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

    private static final int VERSION = 1;
    private static final JsonLimits LIMITS = new JsonLimits(BYTES_MAX, 8);
    private static final Pattern TOKEN = Pattern.compile(UUID_4);
    private static final Pattern LEGACY_REAPER = Pattern.compile("([1-9][0-9]{0,9})\n?");

    private OwnerRecordFormat() {}

    /// One line of JSON, which the Node program reads too.
    static byte[] print(OwnerRecord owner) {
        ProcessIdentity process = owner.process();
        JsonObject.Builder text =
                JsonObject.builder()
                        .put("version", VERSION)
                        .put("pid", process.pid())
                        .put("token", owner.token())
                        .put("createdAt", owner.createdAtMillis());
        putKnown(text, "targetToken", owner.targetToken());
        if (owner.kernelLock()) {
            text.put("kernelLock", true);
        }
        putKnown(text, "start", process.start());
        putKnown(text, "boot", process.boot());
        putKnown(text, "pidNamespace", process.pidNamespace());
        return (JsonText.print(text.build()) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /// Reads the record of a lock.
    public static OwnerRecord parse(byte[] text) throws InvalidRecord {
        return parseJson(text, "");
    }

    /// Reads the record of a reaper of the lock with `targetToken`.
    public static OwnerRecord parseReaper(byte[] text, String targetToken) throws InvalidRecord {
        var legacy = LEGACY_REAPER.matcher(new String(text, StandardCharsets.ISO_8859_1));
        if (legacy.matches() && ProcessIdentity.isPid(Long.parseLong(legacy.group(1)))) {
            ProcessIdentity process = ProcessIdentity.ofPid(Long.parseLong(legacy.group(1)));
            return new OwnerRecord(process, "", 1, false, targetToken);
        }
        return parseJson(text, targetToken);
    }

    private static boolean isToken(String text) {
        return TOKEN.matcher(text).matches();
    }

    private static OwnerRecord parseJson(byte[] text, String targetToken) throws InvalidRecord {
        if (text.length == 0) {
            throw new InvalidRecord("is empty");
        }
        JsonObject owner = object(text);
        require(owner.safeInteger("version").orElse(0) == VERSION, "version");
        long pid = owner.safeInteger("pid").orElse(0);
        require(ProcessIdentity.isPid(pid), "pid");
        String token = owner.string("token").orElse("");
        require(isToken(token), "token");
        long createdAt = owner.safeInteger("createdAt").orElse(0);
        require(createdAt > 0, "createdAt");
        require(
                targetToken.isEmpty()
                        || owner.string("targetToken").filter(targetToken::equals).isPresent(),
                "targetToken");
        JsonValue kernelLock = owner.member("kernelLock").orElse(JsonBoolean.FALSE);
        require(kernelLock instanceof JsonBoolean, "kernelLock");
        ProcessIdentity process =
                new ProcessIdentity(
                        pid,
                        part(owner, "start", ProcessIdentity::isDecimal),
                        part(owner, "boot", ProcessIdentity::isBoot),
                        part(owner, "pidNamespace", ProcessIdentity::isDecimal));
        return new OwnerRecord(
                process, token, createdAt, kernelLock == JsonBoolean.TRUE, targetToken);
    }

    private static JsonObject object(byte[] text) throws InvalidRecord {
        try {
            if (JsonText.parse(text, LIMITS) instanceof JsonObject object) {
                return object;
            }
            throw new InvalidRecord("is not a JSON object");
        } catch (JsonSyntax syntax) {
            throw new InvalidRecord("is not valid JSON (" + syntax.getMessage() + ")");
        }
    }

    /// A member that may be missing, and is then empty, but may not be wrong.
    private static String part(JsonObject owner, String name, Predicate<String> isValid)
            throws InvalidRecord {
        if (!owner.has(name)) {
            return "";
        }
        boolean valid =
                owner.member(name).orElseThrow() instanceof JsonString(String text)
                        && isValid.test(text);
        require(valid, name);
        return owner.string(name).orElseThrow();
    }

    private static void putKnown(JsonObject.Builder text, String name, String value) {
        if (!value.isEmpty()) {
            text.put(name, value);
        }
    }

    private static void require(boolean valid, String member) throws InvalidRecord {
        if (!valid) {
            throw new InvalidRecord("has no valid \"" + member + "\"");
        }
    }
}
