package dev.belay.deletion.provider;

import java.time.Duration;

/// How much of a provider we put up with.
///
/// @param exchange how long one request and its whole answer may take
/// @param bodyBytesMax a longer answer is not read to its end, and proves nothing
public record Limits(Duration exchange, int bodyBytesMax) {
    /// 20 s, and 256 KiB: an operation or a computer takes about one.
    public static final Limits USUAL = new Limits(Duration.ofSeconds(20), 256 * 1024);

    public Limits {
        if (!exchange.isPositive() || bodyBytesMax < 1) {
            throw new IllegalArgumentException("a limit must be positive");
        }
    }
}
