package dev.belay.staging.git;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What Git is told beside a question: the environment and the settings that hold whatever a
/// repository, a user, or the caller of this program has set.
final class GitEnvironment {
    private static final Map<String, String> FIXED =
            Map.ofEntries(
                    Map.entry("LC_ALL", "C"),
                    Map.entry("GIT_OPTIONAL_LOCKS", "0"),
                    Map.entry("GIT_TERMINAL_PROMPT", "0"),
                    Map.entry("GIT_NO_LAZY_FETCH", "1"),
                    Map.entry("GIT_NO_REPLACE_OBJECTS", "1"),
                    Map.entry("GIT_ATTR_NOSYSTEM", "1"),
                    Map.entry("GIT_PAGER", "cat"));

    /// The user's own settings and the system's are read for two keys only; see [UserSettings].
    private static final Map<String, String> WITHOUT_SETTINGS =
            Map.of("GIT_CONFIG_NOSYSTEM", "1", "GIT_CONFIG_GLOBAL", "/dev/null");

    private static final List<String> SETTINGS =
            List.of(
                    "core.fsmonitor=false",
                    "core.untrackedCache=false",
                    "core.hooksPath=/dev/null",
                    "core.attributesFile=/dev/null",
                    "core.pager=cat",
                    "core.commitGraph=false",
                    "gc.auto=0",
                    "maintenance.auto=false",
                    "submodule.recurse=false",
                    "protocol.allow=never");

    private GitEnvironment() {}

    /// The caller's environment without anything that aims Git elsewhere, and with our own words.
    static Map<String, String> scrubbed(Map<String, String> caller) {
        Map<String, String> environment = new LinkedHashMap<>(withUserSettings(caller));
        environment.putAll(WITHOUT_SETTINGS);
        return environment;
    }

    /// Like [#scrubbed], but Git reads the settings of the user and of the system.
    static Map<String, String> withUserSettings(Map<String, String> caller) {
        Map<String, String> environment = new LinkedHashMap<>();
        caller.forEach((name, value) -> {
            if (!name.startsWith("GIT_")) {
                environment.put(name, value);
            }
        });
        environment.putAll(FIXED);
        return environment;
    }

    /// The words before a subcommand.
    static List<String> words(List<String> userSettings) {
        List<String> words = new ArrayList<>(List.of("git", "--no-pager"));
        for (String setting : SETTINGS) {
            words.addAll(List.of("-c", setting));
        }
        for (String setting : userSettings) {
            words.addAll(List.of("-c", setting));
        }
        return words;
    }
}
