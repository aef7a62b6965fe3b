package dev.belay.app.cli.staging.mirrors;

import dev.belay.app.cli.deletion.RecordView;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Style;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.discovery.OwnerState;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.mirror.Mirrors;
import dev.belay.staging.mirror.Retention;
import dev.belay.staging.mirror.Slot;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// What is told of one mirror.
record MirrorView(Slot slot, Use use, long sizeBytes) {
    /// Who has it.
    enum Use {
        IDLE("waits for the next run"),
        IN_USE("a run has it, or nobody can tell that none has"),
        PUT_BACK("the last run could not copy its source; the next one goes on with it"),
        LEFT("the run that had it is gone; the next one makes it anew"),
        EMPTY("holds nothing; the next run fills it"),
        UNKNOWN("holds something that is not known here; look at it");

        private final String meaning;

        Use(String meaning) {
            this.meaning = meaning;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    static MirrorView of(Slot slot, Directory copies, Owners owners) throws DiskFault {
        Use use =
                switch (slot.state()) {
                    case FREE -> Use.EMPTY;
                    case IDLE -> Use.IDLE;
                    case UNKNOWN -> Use.UNKNOWN;
                    case TAKEN -> ofTaken(slot, copies, owners);
                };
        return new MirrorView(slot, use, Retention.sizeBytes(copies, slot));
    }

    private static Use ofTaken(Slot slot, Directory copies, Owners owners) {
        boolean isGone =
                slot.known()
                        .filter(it -> owners.judge(it, copies) == OwnerState.ABSENT)
                        .isPresent();
        if (!isGone) {
            return Use.IN_USE;
        }
        return Mirrors.isPutBack(copies, slot) ? Use.PUT_BACK : Use.LEFT;
    }

    private String program() {
        return slot.isOfBelay() ? "belay" : slot.isOfNode() ? "node" : "unknown";
    }

    static JsonArray json(List<MirrorView> mirrors) {
        return new JsonArray(mirrors.stream().<JsonValue>map(MirrorView::json).toList());
    }

    private JsonObject json() {
        JsonObject.Builder object =
                JsonObject.builder()
                        .put("key", slot.key().hex())
                        .put("use", use.word())
                        .put("program", program())
                        .put("sizeBytes", sizeBytes);
        slot.repository().ifPresent(path -> object.put("repository", path));
        slot.named().map(StagingId::value).ifPresent(id -> object.put("id", id));
        if (slot.known().isPresent()) {
            object.put("lastUsed", slot.lastUsed().toString());
        }
        return object.build();
    }

    /// Two lines: what it is, and what becomes of it.
    void print(Output output, Instant now) {
        String age = slot.known().isEmpty() ? "-" : RecordView.age(slot.lastUsed(), now);
        output.line(
                "%s  %s  %s  %,d bytes  %s"
                        .formatted(
                                Style.STRONG.of(slot.key().hex()),
                                use.word(),
                                age,
                                sizeBytes,
                                slot.repository().orElse("-")));
        output.line("    of %s; %s".formatted(program(), use.meaning));
    }
}
