package dev.belay.connector.delivery;

import dev.belay.connector.BindingName;
import dev.belay.connector.TurnId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/// The nonce of each part of an answer: the same after any crash, and different from every other of
/// the bot, so that the channel can tell a repetition from something new.
public final class Nonces {
    private static final int LENGTH = 22;

    private Nonces() {}

    /// The first 22 characters of base64url of the SHA-256 of `belay-nonce-1`, NUL, binding, NUL,
    /// turn, NUL, part.
    ///
    /// @param part from 0
    public static String of(BindingName binding, TurnId turn, int part) {
        String name =
                String.join(
                        "\0",
                        "belay-nonce-1",
                        binding.value(),
                        turn.value(),
                        Integer.toString(part));
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(name.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().encodeToString(digest).substring(0, LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
