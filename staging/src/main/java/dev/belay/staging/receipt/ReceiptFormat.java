package dev.belay.staging.receipt;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt.Kind;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.schema.Fields;
import dev.belay.staging.schema.IdentityFormat;
import dev.belay.staging.schema.InvalidFormat;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The codec of `staging.json`, docs/formats/staging.md. What is written is read back first.
public final class ReceiptFormat {
    public static final String FILE = "staging.json";

    /// A longer receipt is neither written nor read.
    public static final int BYTES_MAX = 32 << 10;

    private static final long VERSION = 2;
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);
    private static final Set<String> MEMBERS =
            Set.of(
                    "version",
                    "id",
                    "ownerPid",
                    "ownerDomain",
                    "repository",
                    "repositoryIdentity",
                    "claims",
                    "leases",
                    "kind",
                    "rootIdentity",
                    "payloadIdentity",
                    "durable",
                    "users",
                    "state",
                    "manifest",
                    "witness",
                    "artifactManifest",
                    "mirror",
                    "hold");
    private static final Set<String> CLAIMS =
            Set.of("version", "platform", "cwd", "directory", "anchor");
    private static final Set<String> MIRROR =
            Set.of("key", "slotIdentity", "idle", "lastUsed", "database");

    private ReceiptFormat() {}

    /// Reads the whole of a file.
    public static Receipt read(byte[] file) throws InvalidFormat {
        Fields receipt = Fields.read(file, LIMITS, MEMBERS);
        receipt.integer("version", VERSION, VERSION);
        return new Receipt(
                new StagingId(receipt.string("id", StagingId::isId)),
                new Owner(
                        receipt.integer("ownerPid", 1, Owner.PID_MAX),
                        digest(receipt, "ownerDomain")),
                new Origin(receipt.string("repository"), identity(receipt, "repositoryIdentity")),
                constant(receipt, "kind", Kind.class),
                new Place(
                        IdentityFormat.read(receipt, "rootIdentity"),
                        IdentityFormat.read(receipt, "payloadIdentity")),
                receipt.flag("durable"),
                new Progress(
                        constant(receipt, "users", Users.class),
                        constant(receipt, "state", State.class),
                        receipt.has("hold") ? constant(receipt, "hold", Hold.class) : null),
                evidence(receipt),
                mirror(receipt));
    }

    /// The bytes of `receipt`.
    ///
    /// @throws InvalidFormat when no reader would take them
    public static byte[] write(Receipt receipt) throws InvalidFormat {
        byte[] file = (JsonText.print(object(receipt)) + "\n").getBytes(UTF_8);
        if (!read(file).equals(receipt)) {
            throw new InvalidFormat("a receipt to be written that reads as another");
        }
        return file;
    }

    private static Evidence evidence(Fields receipt) throws InvalidFormat {
        List<String> leases = receipt.has("leases") ? receipt.strings("leases") : List.of();
        if (leases.size() > Evidence.LEASES_MAX || !leases.stream().allMatch(Evidence::isLease)) {
            throw receipt.invalid("leases", "more or longer than allowed");
        }
        return new Evidence(
                claims(receipt),
                digest(receipt, "manifest"),
                witness(receipt),
                leases,
                digest(receipt, "artifactManifest"));
    }

    private static @Nullable ClaimNamespace claims(Fields receipt) throws InvalidFormat {
        if (!receipt.has("claims")) {
            return null;
        }
        Fields claims = receipt.object("claims", CLAIMS);
        claims.integer("version", 1, 1);
        Fields anchor = claims.object("anchor", Set.of("path", "dev", "ino"));
        return new ClaimNamespace(
                claims.string("platform"),
                claims.string("cwd"),
                claims.string("directory"),
                new ClaimNamespace.Anchor(anchor.string("path"), IdentityFormat.members(anchor)));
    }

    private static @Nullable SourceWitness witness(Fields receipt) throws InvalidFormat {
        if (!receipt.has("witness")) {
            return null;
        }
        Fields witness = receipt.object("witness", Set.of("gitDir", "ref", "commit"));
        return new SourceWitness(
                witness.string("gitDir"),
                witness.string("ref"),
                witness.string("commit", SourceWitness::isCommit));
    }

    private static @Nullable MirrorUse mirror(Fields receipt) throws InvalidFormat {
        if (!receipt.has("mirror")) {
            return null;
        }
        Fields mirror = receipt.object("mirror", MIRROR);
        return new MirrorUse(
                new Digest(mirror.string("key", Digest::isDigest)),
                IdentityFormat.read(mirror, "slotIdentity"),
                mirror.flag("idle"),
                Instant.ofEpochMilli(mirror.integer("lastUsed", 0, JsonNumber.SAFE_INTEGER_MAX)),
                digest(mirror, "database"));
    }

    private static @Nullable Digest digest(Fields fields, String name) throws InvalidFormat {
        return fields.has(name) ? new Digest(fields.string(name, Digest::isDigest)) : null;
    }

    private static @Nullable DirectoryIdentity identity(Fields fields, String name)
            throws InvalidFormat {
        return fields.has(name) ? IdentityFormat.read(fields, name) : null;
    }

    private static <E extends Enum<E>> E constant(Fields fields, String name, Class<E> type)
            throws InvalidFormat {
        String word = fields.string(name);
        for (E constant : type.getEnumConstants()) {
            if (Progress.word(constant).equals(word)) {
                return constant;
            }
        }
        throw fields.invalid(name, "none of its words");
    }

    /// The members in the order in which a staging that is used gets them.
    private static JsonObject object(Receipt receipt) {
        Progress progress = receipt.progress();
        Evidence evidence = receipt.evidence();
        JsonObject.Builder object =
                JsonObject.builder()
                        .put("version", VERSION)
                        .put("id", receipt.id().value())
                        .put("ownerPid", receipt.owner().pid());
        put(object, "ownerDomain", receipt.owner().domain());
        object.put("repository", receipt.repository().path());
        receipt.repository()
                .knownIdentity()
                .ifPresent(known -> object.put("repositoryIdentity", IdentityFormat.write(known)));
        object.put("kind", Progress.word(receipt.kind()))
                .put("rootIdentity", IdentityFormat.write(receipt.place().root()))
                .put("payloadIdentity", IdentityFormat.write(receipt.place().payload()))
                .put("durable", receipt.isDurable())
                .put("users", Progress.word(progress.users()))
                .put("state", Progress.word(progress.state()));
        evidence.knownClaims().ifPresent(claims -> object.put("claims", object(claims)));
        put(object, "manifest", evidence.manifest());
        evidence.knownWitness().ifPresent(witness -> object.put("witness", object(witness)));
        if (!evidence.leases().isEmpty()) {
            object.put(
                    "leases",
                    new JsonArray(
                            evidence.leases().stream().<JsonValue>map(JsonString::new).toList()));
        }
        put(object, "artifactManifest", evidence.artifacts());
        receipt.knownMirror().ifPresent(mirror -> object.put("mirror", object(mirror)));
        progress.holding().ifPresent(hold -> object.put("hold", Progress.word(hold)));
        return object.build();
    }

    private static JsonObject object(ClaimNamespace claims) {
        DirectoryIdentity anchor = claims.anchor().identity();
        return JsonObject.builder()
                .put("version", 1)
                .put("platform", claims.platform())
                .put("cwd", claims.cwd())
                .put("directory", claims.directory())
                .put(
                        "anchor",
                        JsonObject.builder()
                                .put("path", claims.anchor().path())
                                .put("dev", anchor.device())
                                .put("ino", anchor.inode())
                                .build())
                .build();
    }

    private static JsonObject object(SourceWitness witness) {
        return JsonObject.builder()
                .put("gitDir", witness.gitDir())
                .put("ref", witness.ref())
                .put("commit", witness.commit())
                .build();
    }

    private static JsonObject object(MirrorUse mirror) {
        JsonObject.Builder object =
                JsonObject.builder()
                        .put("key", mirror.key().hex())
                        .put("slotIdentity", IdentityFormat.write(mirror.slot()))
                        .put("idle", mirror.isIdle())
                        .put("lastUsed", mirror.lastUsed().toEpochMilli());
        put(object, "database", mirror.database());
        return object.build();
    }

    private static void put(JsonObject.Builder object, String name, @Nullable Digest digest) {
        if (digest != null) {
            object.put(name, digest.hex());
        }
    }
}
