package dev.belay.staging.receipt;

import dev.belay.staging.schema.Digest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The process that made a staging, or took it over.
///
/// @param pid 1 to 2³¹−1; 1 is the usual number in a container
/// @param domain the boot and PID namespace in which the number means it; null when unknown
public record Owner(long pid, @Nullable Digest domain) {
    static final long PID_MAX = Integer.MAX_VALUE;

    public Owner {
        if (pid < 1 || pid > PID_MAX) {
            throw new IllegalArgumentException("not the number of a process");
        }
    }

    /// The domain, when it is known.
    public Optional<Digest> knownDomain() {
        return Optional.ofNullable(domain);
    }
}
