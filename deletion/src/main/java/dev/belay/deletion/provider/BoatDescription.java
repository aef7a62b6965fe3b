package dev.belay.deletion.provider;

import java.net.URI;

/// Where Boat is, and which of its two forms it speaks there.
public record BoatDescription(URI base, Generation generation, Limits limits) {
    /// Checks that the address may be told a token.
    ///
    /// @throws IllegalArgumentException unless `base` is an absolute https address (or http on a
    ///   loopback address) of scheme, host, port, and path alone
    public BoatDescription {
        base = Addresses.checkedBase(base);
    }

    /// With the usual limits.
    ///
    /// @param base an empty text for the generation's usual one
    public static BoatDescription of(String base, Generation generation) {
        String address = base.isEmpty() ? generation.usualBase() : base;
        return new BoatDescription(URI.create(address), generation, Limits.USUAL);
    }
}
