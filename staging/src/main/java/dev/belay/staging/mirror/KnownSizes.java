package dev.belay.staging.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Fields;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.DiskFault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How large each mirror was when it was measured last, so that a run measures only its own.
///
/// A mirror that waits for its next run changes no more until that has it, and then it was used at
/// another time. One that is used again and again is measured every [#MEASURED_FOR] only. What is
/// known is a hint: where it is missing or damaged, all is measured again.
///
/// - **Threads:** one; the caller has the lock of all slots.
final class KnownSizes {
    /// A look at every file would be a good part of a short run.
    static final Duration MEASURED_FOR = Duration.ofMinutes(10);

    private static final int BYTES_MAX = 1 << 16;
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);
    private static final Set<String> MEMBERS = Set.of("version", "sizes");
    private static final Set<String> ENTRY = Set.of("id", "lastUsed", "measured", "sizeBytes");

    private final SyncRoot root;
    private final Map<StagingId, Size> known;

    /// What was in a mirror that was used last at a time, when it was measured at another; both in
    /// milliseconds since 1970.
    private record Size(long lastUsed, long measured, long bytes) {}

    private KnownSizes(SyncRoot root, Map<StagingId, Size> known) {
        this.root = root;
        this.known = known;
    }

    static KnownSizes of(SyncRoot root) {
        try {
            return new KnownSizes(root, read(root));
        } catch (InvalidFormat | Refusal _) {
            return new KnownSizes(root, Map.of());
        }
    }

    private static Map<StagingId, Size> read(SyncRoot root) throws InvalidFormat, Refusal {
        Map<StagingId, Size> sizes = new HashMap<>();
        BoundedFile file = root.readMirrorSizes(BYTES_MAX).orElse(null);
        if (file == null) {
            return sizes;
        }
        Fields fields = Fields.read(file.bytes(), LIMITS, MEMBERS);
        fields.integer("version", 1, 1);
        for (JsonValue each : fields.array("sizes")) {
            Fields entry = Fields.of(each, "sizes", ENTRY);
            sizes.put(
                    new StagingId(entry.string("id", StagingId::isId)),
                    new Size(
                            entry.integer("lastUsed", 0, Long.MAX_VALUE),
                            entry.integer("measured", 0, Long.MAX_VALUE),
                            entry.integer("sizeBytes", 0, Long.MAX_VALUE)));
        }
        return sizes;
    }

    /// The size of each. One that a run has counts as large as it was before.
    Map<Slot, Long> measured(List<Slot> slots) throws IOException {
        Map<Slot, Long> sizes = new HashMap<>();
        Map<StagingId, Size> now = new HashMap<>();
        for (Slot slot : slots) {
            if (slot.named().isPresent() && slot.known().isPresent()) {
                Size size = size(slot, slot.named().get());
                now.put(slot.named().get(), size);
                sizes.put(slot, size.bytes());
            }
        }
        if (!now.equals(known)) {
            keep(now);
        }
        return sizes;
    }

    private Size size(Slot slot, StagingId id) throws DiskFault {
        long used = slot.lastUsed().toEpochMilli();
        Size before = known.get(id);
        long now = root.world().clock().now().toEpochMilli();
        if (before != null
                && (before.lastUsed() == used
                        || slot.state() != Slot.State.IDLE
                        || isRecent(before, now))) {
            return before;
        }
        return new Size(used, now, Retention.sizeBytes(root.directory(), slot));
    }

    private static boolean isRecent(Size size, long now) {
        return now >= size.measured() && now - size.measured() < MEASURED_FOR.toMillis();
    }

    private void keep(Map<StagingId, Size> sizes) {
        List<JsonValue> entries = new ArrayList<>();
        sizes.forEach((id, size) ->
                entries.add(
                        JsonObject.builder()
                                .put("id", id.value())
                                .put("lastUsed", size.lastUsed())
                                .put("measured", size.measured())
                                .put("sizeBytes", size.bytes())
                                .build()));
        JsonObject file =
                JsonObject.builder().put("version", 1).put("sizes", new JsonArray(entries)).build();
        try {
            root.mirrorSizes().replace((JsonText.print(file) + "\n").getBytes(UTF_8), () -> {});
        } catch (IOException _) {
            // They are measured again next time.
        }
    }
}
