package dev.belay.app.cli.staging.copies;

import dev.belay.app.cli.deletion.RecordView;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Style;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.discovery.Found;
import dev.belay.staging.life.SideRecords;
import dev.belay.staging.receipt.MirrorUse;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.SideRecord;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.removal.TreeTally;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is told of one copy.
///
/// @param side null where nothing is known beside its receipt
/// @param size null where nobody asked for it
public record CopyView(Found found, @Nullable SideRecord side, @Nullable TreeTally size) {
    /// What is known of a copy that was found.
    ///
    /// @param copies the directory of all of them
    public static CopyView of(Found found, Directory copies) {
        try {
            Optional<StagingId> id = StagingId.ofDirectory(found.directory());
            return new CopyView(
                    found,
                    id.isEmpty() ? null : SideRecords.read(copies, id.get()).orElse(null),
                    null);
        } catch (IOException _) {
            return new CopyView(found, null, null); // No more than a time and a path are missing.
        }
    }

    /// The same with its size, which costs a look at every file.
    public static CopyView measured(Found found, Directory copies) throws DiskFault {
        CopyView view = of(found, copies);
        return new CopyView(found, view.side(), TreeTally.of(copies, found.directory()));
    }

    /// Its id; of what is no staging of ours, its name.
    public String id() {
        return StagingId.ofDirectory(found.directory())
                .map(StagingId::value)
                .orElse(found.directory());
    }

    public String status() {
        return found.standing().status().name().toLowerCase(Locale.ROOT);
    }

    private Optional<String> repository() {
        return found.readable()
                .map(receipt -> receipt.repository().path())
                .or(() -> Optional.ofNullable(side).map(SideRecord::repository));
    }

    public static JsonArray json(List<CopyView> copies) {
        return new JsonArray(copies.stream().<JsonValue>map(CopyView::json).toList());
    }

    private JsonObject json() {
        JsonObject.Builder object =
                JsonObject.builder()
                        .put("id", id())
                        .put("directory", found.directory())
                        .put("status", status())
                        .put("standing", found.standing().name().toLowerCase(Locale.ROOT))
                        .put("reason", found.standing().reason())
                        .put("remedy", found.standing().remedy());
        repository().ifPresent(path -> object.put("repository", path));
        found.readable()
                .map(Receipt::owner)
                .ifPresent(owner -> object.put("ownerPid", owner.pid()));
        found.readable()
                .flatMap(Receipt::knownMirror)
                .ifPresent(use -> object.put("mirror", json(use)));
        if (side != null) {
            object.put("made", side.made().toString());
        }
        if (size != null) {
            object.put("sizeBytes", size.sizeBytes()).put("diskBytes", size.diskBytes());
        }
        return object.build();
    }

    private static JsonObject json(MirrorUse use) {
        return JsonObject.builder()
                .put("key", use.key().hex())
                .put("idle", use.isIdle())
                .put("lastUsed", use.lastUsed().toString())
                .build();
    }

    /// Two lines: what it is, and why it is there.
    public void print(Output output, Instant now) {
        String age = side == null ? "-" : RecordView.age(side.made(), now);
        String bytes = size == null ? "" : "%,d bytes  ".formatted(size.sizeBytes());
        String where = bytes + repository().orElse("-");
        output.line("%s  %s  %s  %s".formatted(Style.STRONG.of(id()), status(), age, where));
        output.line("    %s".formatted(found.standing().reason()));
        output.line("    %s".formatted(found.standing().remedy()));
    }
}
