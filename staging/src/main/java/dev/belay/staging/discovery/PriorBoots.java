package dev.belay.staging.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DurableFile;
import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.schema.Fields;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.Directory;
import dev.belay.system.Processes;
import dev.belay.system.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The boots of this machine under which Belay has run, in a directory that no other machine has.
///
/// A process of an earlier one is gone. Kept because a receipt names only a digest of the boot,
/// from which nobody can tell an earlier boot of this machine from another machine.
///
/// - **Durable:** once [#note] returns.
/// - **Crash:** leaves the file before or after.
public final class PriorBoots {
    public static final String FILE = "boots.json";

    /// The oldest go first: nobody looks for what was left so many starts ago.
    static final int BOOTS_MAX = 256;

    private static final int BYTES_MAX = 32 << 10;
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);

    private PriorBoots() {}

    /// Writes down the boot that this is, when it is not yet.
    ///
    /// @param host a directory of this machine alone
    /// @return where numbers of processes of earlier boots had their meaning
    public static Set<Digest> note(World world, Directory host) throws IOException {
        List<String> boots = new ArrayList<>(read(host));
        Optional<String> own = world.processes().bootId().filter(ProcessIdentity::isBoot);
        if (own.isEmpty()) {
            return Set.of(); // Then nobody knows which of them are earlier ones.
        }
        if (!boots.contains(own.get())) {
            boots.add(own.get());
            List<String> last = boots.subList(Math.max(0, boots.size() - BOOTS_MAX), boots.size());
            new DurableFile(host, FILE, world.randomness()).replace(write(last), () -> {});
        }
        Set<Digest> domains = new HashSet<>();
        for (String boot : boots) {
            if (!boot.equals(own.get())) {
                domains.add(initialDomain(boot));
            }
        }
        return domains;
    }

    /// Where the numbers of a boot's initial PID namespace mean something, as a receipt names it.
    private static Digest initialDomain(String boot) {
        String text = "linux:%s:pid:[%s]".formatted(boot, Processes.INITIAL_NAMESPACE);
        return Digest.of(text.getBytes(UTF_8));
    }

    private static List<String> read(Directory host) throws Refusal {
        Optional<BoundedFile> file = BoundedFile.read(host, FILE, BYTES_MAX);
        if (file.isEmpty()) {
            return List.of();
        }
        try {
            Fields fields = Fields.read(file.get().bytes(), LIMITS, Set.of("version", "boots"));
            fields.integer("version", 1, 1);
            List<String> boots = fields.strings("boots");
            if (!boots.stream().allMatch(ProcessIdentity::isBoot)) {
                throw fields.invalid("boots", "not a list of boot ids");
            }
            return boots;
        } catch (InvalidFormat invalid) {
            throw invalid.in(host.label(FILE));
        }
    }

    private static byte[] write(List<String> boots) {
        JsonObject object =
                JsonObject.builder()
                        .put("version", 1)
                        .put(
                                "boots",
                                new JsonArray(
                                        boots.stream().<JsonValue>map(JsonString::new).toList()))
                        .build();
        return (JsonText.print(object) + "\n").getBytes(UTF_8);
    }
}
