package dev.belay.staging.custody;

import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.ReceiptFormat;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import java.util.Optional;

/// Reads receipts where they count.
public final class Receipts {
    private Receipts() {}

    /// The receipt of the staging `id`, whose directory is open; empty when there is none, when it
    /// cannot be read, or when it is of another staging.
    public static Optional<Receipt> read(Directory staging, StagingId id) throws DiskFault {
        try {
            Optional<BoundedFile> file =
                    BoundedFile.read(staging, ReceiptFormat.FILE, ReceiptFormat.BYTES_MAX);
            if (file.isEmpty()) {
                return Optional.empty();
            }
            DirectoryIdentity here = DirectoryIdentity.of(staging);
            return Optional.of(ReceiptFormat.read(file.get().bytes()))
                    .filter(receipt -> receipt.id().equals(id))
                    .filter(receipt -> receipt.place().root().equals(here));
        } catch (Refusal | InvalidFormat _) {
            return Optional.empty();
        }
    }
}
