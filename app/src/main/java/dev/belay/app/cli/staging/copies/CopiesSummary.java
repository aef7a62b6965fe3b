package dev.belay.app.cli.staging.copies;

import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Style;
import dev.belay.core.json.JsonObject;
import dev.belay.staging.discovery.Found;
import dev.belay.staging.discovery.Page;
import dev.belay.staging.discovery.Standing.Status;
import dev.belay.staging.discovery.Sweep;
import dev.belay.staging.mirror.Slot;
import dev.belay.staging.mirror.Slots;
import dev.belay.staging.removal.TreeTally;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How many copies there are, and where they stand.
///
/// @param isAll false where only the first of them were looked at
/// @param mirrors the slots of those that are kept warm
/// @param size of those that were looked at; null where nobody asked for it
public record CopiesSummary(
        Map<Status, Integer> counts, boolean isAll, List<Slot> mirrors, @Nullable TreeTally size) {
    /// Four seconds at most, where the disk is slow; a thousand copies otherwise.
    private static final int PAGES_MAX = 16;

    public CopiesSummary {
        counts = Map.copyOf(counts);
        mirrors = List.copyOf(mirrors);
    }

    /// Looks at them. Takes no lock, and changes nothing.
    ///
    /// @param isMeasured whether to say how large they are, at the cost of a look at every file
    public static CopiesSummary of(Session session, boolean isMeasured) throws IOException {
        CopiesPlace place = CopiesPlace.of(session);
        Optional<Directory> found = place.look();
        Map<Status, Integer> counts = new EnumMap<>(Status.class);
        if (found.isEmpty()) {
            return new CopiesSummary(counts, true, List.of(), isMeasured ? TreeTally.NONE : null);
        }
        try (Directory copies = found.get()) {
            Sweep sweep = Sweep.start(copies, place.owners(copies), session.world().clock(), null);
            TreeTally size = TreeTally.NONE;
            Page page;
            int pages = 0;
            do {
                page = sweep.next();
                for (Found each : page.entries()) {
                    counts.merge(each.standing().status(), 1, Integer::sum);
                    if (isMeasured) {
                        size = size.and(TreeTally.of(copies, each.directory()));
                    }
                }
            } while (++pages < PAGES_MAX && page.position().isPresent());
            boolean isAll = page.position().isEmpty();
            return new CopiesSummary(counts, isAll, Slots.look(copies), isMeasured ? size : null);
        }
    }

    public boolean isEmpty() {
        return counts.isEmpty();
    }

    private int count(Status status) {
        return counts.getOrDefault(status, 0);
    }

    /// A few lines; none where there are no copies.
    public void print(Output output) {
        if (isEmpty()) {
            return;
        }
        output.line(
                "%s%s: %d in use, %d candidates for recovery, %d protected"
                        .formatted(
                                Style.STRONG.of("Sealed copies"),
                                isAll ? "" : " (the first of them)",
                                count(Status.ACTIVE),
                                count(Status.CANDIDATE),
                                count(Status.PROTECTED)));
        if (size != null) {
            output.line(
                    "    %,d bytes, on the disk %,d (belay staging du)"
                            .formatted(size.sizeBytes(), size.diskBytes()));
        }
        output.line("    belay staging inspect says of each why it is there");
        if (!mirrors.isEmpty()) {
            output.line(
                    "    mirrors: %d, waiting for the next run: %d (belay staging mirrors)"
                            .formatted(mirrors.size(), idle()));
        }
    }

    private long idle() {
        return mirrors.stream().filter(slot -> slot.state() == Slot.State.IDLE).count();
    }

    public JsonObject json() {
        JsonObject.Builder object =
                JsonObject.builder()
                        .put("active", count(Status.ACTIVE))
                        .put("candidates", count(Status.CANDIDATE))
                        .put("protected", count(Status.PROTECTED))
                        .put("incomplete", !isAll);
        if (!mirrors.isEmpty()) {
            object.put("mirrors", mirrors.size()).put("idleMirrors", idle());
        }
        if (size != null) {
            object.put("sizeBytes", size.sizeBytes()).put("diskBytes", size.diskBytes());
        }
        return object.build();
    }
}
