package dev.belay.deletion.provider.wire;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// What a provider says in its own error form.
///
/// @param code empty when it gives none
/// @param message empty when it gives none
public record Complaint(String code, String message) {
    /// A 404 that speaks of one of these says that we may not see the computer, or that we asked in
    /// the wrong place. The computer may be there.
    private static final Set<String> NOT_ABSENCE =
            Set.of(
                    "access",
                    "allowed",
                    "authenticated",
                    "authentication",
                    "authorization",
                    "authorized",
                    "credential",
                    "credentials",
                    "denied",
                    "endpoint",
                    "forbidden",
                    "permission",
                    "permissions",
                    "permitted",
                    "route",
                    "token",
                    "unauthenticated",
                    "unauthorized",
                    "url",
                    "visible");

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^a-z]+");

    /// Whether this, said with 404 or 410, leaves open that the computer exists.
    boolean leavesExistenceOpen() {
        String words = (code + " " + message).toLowerCase(Locale.ROOT);
        return Arrays.stream(BETWEEN_WORDS.split(words)).anyMatch(NOT_ABSENCE::contains);
    }
}
