package dev.belay.deletion.provider;

/// The secret by which a provider knows us. It never prints.
public final class Token {
    private static final int LENGTH_MAX = 4_096;

    private final String secret;

    /// Checks that the secret is fit for a header.
    ///
    /// @throws IllegalArgumentException when `secret` could not stand in a header: it is empty, has
    ///   more than 4,096 characters, or one that is not visible ASCII. The message does not hold
    ///   it.
    public Token(String secret) {
        if (secret.isEmpty()
                || secret.length() > LENGTH_MAX
                || secret.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new IllegalArgumentException(
                    "not a token: 1 to 4096 visible ASCII characters are expected");
        }
        this.secret = secret;
    }

    /// The secret itself, for a header and for nothing else.
    String secret() {
        return secret;
    }

    @Override
    public String toString() {
        return "token";
    }
}
