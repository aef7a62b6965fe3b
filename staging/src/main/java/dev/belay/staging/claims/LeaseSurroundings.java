package dev.belay.staging.claims;

import java.util.Map;

/// What a lease tool would be started with, as far as it decides where its claims are.
///
/// @param platform as Node calls it
/// @param environment of this process, or of the command whose claims they are
public record LeaseSurroundings(String platform, Map<String, String> environment) {
    static final String LINUX = "linux";
    static final String MACOS = "darwin";

    public LeaseSurroundings {
        environment = Map.copyOf(environment);
    }

    /// Of this machine.
    ///
    /// @param system what Java calls it, for example `Linux`
    public static LeaseSurroundings of(String system, Map<String, String> environment) {
        String platform =
                switch (system) {
                    case "Linux" -> LINUX;
                    case "Mac OS X" -> MACOS;
                    default -> "";
                };
        return new LeaseSurroundings(platform, environment);
    }

    /// Without the environment, which may be secret.
    @Override
    public String toString() {
        return platform;
    }
}
