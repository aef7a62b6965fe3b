package dev.belay.staging.life;

import dev.belay.core.file.BoundedFile;
import dev.belay.staging.receipt.SideRecord;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.Optional;

/// What is kept beside stagings, for who only looks.
public final class SideRecords {
    private SideRecords() {}

    /// What is kept beside a staging of `root`; empty where nothing is.
    public static Optional<SideRecord> read(Directory root, StagingId id) throws IOException {
        if (root.status(SyncRoot.OWN).isEmpty()) {
            return Optional.empty();
        }
        try (Directory own = root.openDirectory(SyncRoot.OWN)) {
            String name = SideRecord.fileName(id);
            Optional<BoundedFile> file = BoundedFile.read(own, name, SideRecord.BYTES_MAX);
            if (file.isEmpty()) {
                return Optional.empty();
            }
            SideRecord record = SideRecord.read(file.get().bytes());
            return Optional.of(record).filter(found -> found.id().equals(id));
        } catch (InvalidFormat invalid) {
            throw invalid.in(root.label(SyncRoot.OWN));
        }
    }
}
