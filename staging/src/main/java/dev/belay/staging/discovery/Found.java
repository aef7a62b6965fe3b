package dev.belay.staging.discovery;

import dev.belay.staging.receipt.Receipt;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One staging that was looked at.
///
/// @param directory its name
/// @param receipt null when there is none that counts
public record Found(String directory, Standing standing, @Nullable Receipt receipt) {
    public Optional<Receipt> readable() {
        return Optional.ofNullable(receipt);
    }
}
