package dev.belay.deletion.provider;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

/// Which addresses a token may be sent to.
final class Addresses {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private Addresses() {}

    /// Refuses what would put a token on the wire in clear, or is no address of a server.
    static URI checked(URI address) {
        String scheme = address.getScheme();
        String host = address.getHost();
        if (scheme == null || host == null || address.getRawUserInfo() != null) {
            throw new IllegalArgumentException("an address has a scheme, a host, and no user");
        }
        boolean clear = scheme.toLowerCase(Locale.ROOT).equals("http");
        boolean secret = scheme.toLowerCase(Locale.ROOT).equals("https");
        if (!secret && !(clear && LOOPBACK.contains(host.toLowerCase(Locale.ROOT)))) {
            throw new IllegalArgumentException(
                    "an address is https, or http on a loopback address, so that no token travels"
                            + " in clear");
        }
        if (address.getRawFragment() != null) {
            throw new IllegalArgumentException("an address has no fragment");
        }
        return address;
    }

    /// The same for what paths are appended to; a slash at its end is dropped.
    static URI checkedBase(URI base) {
        checked(base);
        if (base.getRawQuery() != null) {
            throw new IllegalArgumentException("a base address has no query");
        }
        String text = base.toString();
        return text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : base;
    }
}
