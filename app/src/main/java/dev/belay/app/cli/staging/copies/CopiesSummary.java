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
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How many copies there are, and where they stand.
///
/// @param isAll false where only the first of them were looked at
/// @param mirrors the slots of those that are kept warm
public record CopiesSummary(Map<Status, Integer> counts, boolean isAll, List<Slot> mirrors) {
    /// Four seconds at most, where the disk is slow; a thousand copies otherwise.
    private static final int PAGES_MAX = 16;

    public CopiesSummary {
        counts = Map.copyOf(counts);
        mirrors = List.copyOf(mirrors);
    }

    /// Looks at them. Takes no lock, and changes nothing.
    public static CopiesSummary of(Session session) throws IOException {
        CopiesPlace place = CopiesPlace.of(session);
        Optional<Directory> found = place.look();
        Map<Status, Integer> counts = new EnumMap<>(Status.class);
        if (found.isEmpty()) {
            return new CopiesSummary(counts, true, List.of());
        }
        try (Directory copies = found.get()) {
            Sweep sweep = Sweep.start(copies, place.owners(copies), session.world().clock(), null);
            Page page = count(sweep.next(), counts);
            for (int pages = 1; pages < PAGES_MAX && page.position().isPresent(); pages++) {
                page = count(sweep.next(), counts);
            }
            return new CopiesSummary(counts, page.position().isEmpty(), Slots.look(copies));
        }
    }

    private static Page count(Page page, Map<Status, Integer> counts) {
        for (Found each : page.entries()) {
            counts.merge(each.standing().status(), 1, Integer::sum);
        }
        return page;
    }

    public boolean isEmpty() {
        return counts.isEmpty();
    }

    private int count(Status status) {
        return counts.getOrDefault(status, 0);
    }

    /// Two lines; none where there are no copies.
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
        return object.build();
    }
}
