package dev.belay.app.cli.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.artifact.ArtifactFormat;
import dev.belay.staging.claims.ClaimsDirectory;
import dev.belay.staging.claims.LeaseSurroundings;
import dev.belay.staging.discovery.Found;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.discovery.Page;
import dev.belay.staging.discovery.Sweep;
import dev.belay.staging.freeze.PayloadInventory;
import dev.belay.staging.life.ClaimsWord;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.manifest.ManifestFormat;
import dev.belay.staging.mirror.Limits;
import dev.belay.staging.mirror.Mirrors;
import dev.belay.staging.mirror.Retention;
import dev.belay.staging.mirror.Taken;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.Evidence;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.ReceiptFormat;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The operations of stagings. One that was made is named by its handle until the protocol ends.
final class StagingCalls implements AutoCloseable {
    private static final String LABEL = "staging";
    private static final Duration NO_AGE = Duration.ofDays(36_500);

    private final World world;
    private final Map<String, String> environment;
    private final Map<String, Call> calls = new TreeMap<>();
    private final Map<String, Made> made = new HashMap<>();
    private final Map<String, Taken> mirrors = new HashMap<>();

    /// @param environment in which a lease tool would find its claims
    StagingCalls(World world, Map<String, String> environment) {
        this.world = world;
        this.environment = environment;
        calls.put("staging.create", this::create);
        calls.put("staging.prepared", (_, arguments) -> prepared(of(arguments), arguments));
        calls.put("staging.admitted", (_, arguments) -> admitted(of(arguments), arguments));
        calls.put(
                "staging.settled",
                (_, arguments) -> done(() -> of(arguments).staging.settled(leases(arguments))));
        calls.put("staging.preserved", (_, arguments) -> preserved(of(arguments), arguments));
        calls.put(
                "staging.hold",
                (_, arguments) -> done(() -> of(arguments).staging.hold(reason(arguments))));
        calls.put("staging.dispose", (_, arguments) -> done(() -> of(arguments).staging.dispose()));
        calls.put("staging.discover", (directory, _) -> discover(directory));
        calls.put("staging.createMirror", this::createMirror);
        calls.put("staging.finish", (_, arguments) -> endMirror(arguments, Taken::finish));
        calls.put(
                "staging.discard",
                (_, arguments) -> endMirror(arguments, taken -> taken.staging().dispose()));
    }

    /// One operation.
    private interface Call {
        JsonValue on(Path directory, JsonObject arguments) throws IOException;
    }

    /// What has no result.
    private interface Act {
        void run() throws IOException;
    }

    /// How a mirror is let go of.
    private interface End {
        void of(Taken taken) throws IOException;
    }

    /// A staging with what is open for it.
    private record Made(SyncRoot root, Staging staging, Path path) {
        void close() {
            staging.close();
            root.close();
        }
    }

    List<String> operations() {
        return List.copyOf(calls.keySet());
    }

    boolean has(String operation) {
        return calls.containsKey(operation);
    }

    JsonValue call(String operation, Path directory, JsonObject arguments) throws IOException {
        Call call = calls.get(operation);
        if (call == null) {
            throw new WrongArgument("unknown operation");
        }
        return call.on(directory, arguments);
    }

    @Override
    public void close() {
        made.values().forEach(Made::close);
        made.clear();
        mirrors.values().forEach(Taken::close);
        mirrors.clear();
    }

    private static JsonValue done(Act act) throws IOException {
        act.run();
        return JsonNull.NULL;
    }

    private Made of(JsonObject arguments) throws WrongArgument {
        Made found = made.get(arguments.string("handle").orElse(""));
        if (found == null) {
            throw new WrongArgument("handle names no staging");
        }
        return found;
    }

    private JsonValue create(Path directory, JsonObject arguments) throws IOException {
        SyncRoot root = SyncRoot.open(world, directory, LABEL);
        try {
            Staging staging = Creation.create(root, origin(arguments));
            return described(root, staging).put("recorded", true).build();
        } catch (IOException failure) {
            root.close();
            throw failure;
        }
    }

    private Origin origin(JsonObject arguments) throws IOException {
        Path repository =
                Path.of(
                        arguments
                                .string("repository")
                                .orElseThrow(() -> new WrongArgument("repository is no path")));
        try (Directory top = world.disk().open(repository, "repository")) {
            return new Origin(repository.toString(), DirectoryIdentity.of(top));
        }
    }

    private JsonObject.Builder described(SyncRoot root, Staging staging) {
        Path path = root.path(staging.id());
        String handle = "s" + (made.size() + 1);
        made.put(handle, new Made(root, staging, path));
        return JsonObject.builder()
                .put("handle", handle)
                .put("root", path.toString())
                .put("payload", path.resolve("payload").toString());
    }

    /// Null where there is none to be had.
    private JsonValue createMirror(Path directory, JsonObject arguments) throws IOException {
        SyncRoot root = SyncRoot.open(world, directory, LABEL);
        Owners owners = new Owners(world, Set.of());
        Limits limits = new Limits(Long.MAX_VALUE, NO_AGE);
        Retention retention = new Retention(root, owners, limits, _ -> {});
        Mirrors.Answer answer = new Mirrors(root, owners, retention).take(origin(arguments));
        if (!(answer instanceof Taken taken)) {
            root.close();
            return JsonNull.NULL;
        }
        String mirror = "m" + (mirrors.size() + 1);
        mirrors.put(mirror, taken);
        return described(root, taken.staging())
                .put("mirror", mirror)
                .put("reused", taken.isWarm())
                .put("recorded", true)
                .build();
    }

    /// Once; after that the name means nothing more.
    private JsonValue endMirror(JsonObject arguments, End end) throws IOException {
        Taken taken = mirrors.get(arguments.string("mirror").orElse(""));
        if (taken == null) {
            throw new WrongArgument("mirror names none");
        }
        end.of(taken);
        taken.close();
        return JsonNull.NULL;
    }

    private JsonValue prepared(Made one, JsonObject arguments) throws IOException {
        FrozenSource source = source(arguments);
        Manifest manifest =
                new Manifest(source, PayloadInventory.of(one.staging.payload(), source.files()));
        one.staging.payload().syncFileSystem();
        one.staging.prepared(
                manifest,
                Durability.DURABLE,
                evidence(one, "witness", arguments).knownWitness().orElse(null),
                namespace(one.path.resolve("payload/source")));
        return JsonNull.NULL;
    }

    private static JsonValue admitted(Made one, JsonObject arguments) throws IOException {
        one.staging.admitted(word(one, arguments), leases(arguments));
        return JsonNull.NULL;
    }

    private static ClaimsWord word(Made one, JsonObject arguments) throws IOException {
        Optional<JsonValue> claims = arguments.member("claims");
        if (claims.isEmpty()) {
            return new ClaimsWord.NotGiven();
        }
        return claims.get() instanceof JsonObject
                ? new ClaimsWord.Known(
                        evidence(one, "claims", arguments).knownClaims().orElseThrow())
                : new ClaimsWord.Unknown();
    }

    private static JsonValue preserved(Made one, JsonObject arguments) throws IOException {
        JsonValue artifacts = arguments.member("artifacts").orElse(JsonNull.NULL);
        one.staging.preserved(ArtifactFormat.read(JsonText.print(artifacts).getBytes(UTF_8)));
        return JsonNull.NULL;
    }

    private JsonValue discover(Path directory) throws IOException {
        try (Directory copies = world.disk().open(directory, LABEL)) {
            Owners owners = new Owners(world, Set.of());
            Page page = Sweep.start(copies, owners, world.clock(), null).next();
            List<JsonValue> entries = new ArrayList<>();
            for (Found found : page.entries()) {
                entries.add(
                        JsonObject.builder()
                                .put("directory", directory.resolve(found.directory()).toString())
                                .put("status", word(found.standing().status()))
                                .put("reason", found.standing().reason())
                                .build());
            }
            return JsonObject.builder()
                    .put("entries", new JsonArray(entries))
                    .put("incomplete", page.position().isPresent())
                    .build();
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private @Nullable ClaimNamespace namespace(Path source) {
        try {
            LeaseSurroundings surroundings =
                    LeaseSurroundings.of(System.getProperty("os.name", ""), environment);
            return new ClaimsDirectory(world.disk(), surroundings).capture(source.toString());
        } catch (IOException _) {
            return null; // As at the end of a freeze.
        }
    }

    /// What a receipt would hold that had this member of the arguments.
    private static Evidence evidence(Made one, String name, JsonObject arguments)
            throws IOException {
        byte[] file = ReceiptFormat.write(one.staging.receipt());
        Map<String, JsonValue> members =
                new HashMap<>(((JsonObject) JsonText.parse(file, Driver.LIMITS)).members());
        arguments
                .member(name)
                .filter(value -> value instanceof JsonObject)
                .ifPresent(value -> members.put(name, value));
        return ReceiptFormat.read(JsonText.print(JsonObject.of(members)).getBytes(UTF_8))
                .evidence();
    }

    private static FrozenSource source(JsonObject arguments) throws IOException {
        JsonObject manifest =
                JsonObject.builder()
                        .put("source", arguments.member("source").orElse(JsonNull.NULL))
                        .put("entries", new JsonArray(List.of()))
                        .build();
        return ManifestFormat.read(JsonText.print(manifest).getBytes(UTF_8)).source();
    }

    private static List<String> leases(JsonObject arguments) throws WrongArgument {
        List<String> leases = new ArrayList<>();
        if (arguments.member("leases").orElse(JsonNull.NULL)
                instanceof JsonArray(List<JsonValue> elements)) {
            for (JsonValue element : elements) {
                if (!(element instanceof JsonString(String text))) {
                    throw new WrongArgument("leases holds something else");
                }
                leases.add(text);
            }
        }
        return leases;
    }

    private static Hold reason(JsonObject arguments) throws WrongArgument {
        String word = arguments.string("reason").orElse("");
        for (Hold hold : Hold.values()) {
            if (word(hold).equals(word)) {
                return hold;
            }
        }
        throw new WrongArgument("there is no such reason");
    }
}
