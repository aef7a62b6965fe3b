package dev.belay.discord.address;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which addresses may be given the bot's token.
public final class Addresses {
    private static final Set<String> LOOPBACK =
            Set.of("127.0.0.1", "localhost", "[::1]", "0:0:0:0:0:0:0:1", "[0:0:0:0:0:0:0:1]");

    private Addresses() {}

    /// Returns when what is sent there is encrypted, or never leaves this machine.
    ///
    /// @throws IllegalArgumentException naming `what`, and not the address
    public static void requireSafe(String what, URI address, String encrypted, String plain) {
        String scheme = text(address.getScheme());
        String host = text(address.getHost());
        boolean isSafe =
                scheme.equals(encrypted) || (scheme.equals(plain) && LOOPBACK.contains(host));
        if (!isSafe || host.isEmpty() || address.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    what
                            + " is to begin with "
                            + encrypted
                            + "://, or with "
                            + plain
                            + ":// on this machine, and without a user");
        }
    }

    private static String text(@Nullable String part) {
        return part == null ? "" : part.toLowerCase(Locale.ROOT);
    }
}
