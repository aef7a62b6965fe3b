package dev.belay.staging.claims;

import dev.belay.core.error.Refusal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/// Where the lease tool keeps its claims, and the variable that says so.
///
/// @param variable of the environment
/// @param value a whole path, so that the tool finds the same place from anywhere
/// @param directory the claims
record ClaimsPlace(String variable, String value, String directory) {
    private static final String STATE = "XDG_STATE_HOME";
    private static final String CONFIG = "XDG_CONFIG_HOME";
    private static final String HOME = "HOME";

    private static final List<String> BELOW_STATE = List.of("crabbox", "claims");
    private static final List<String> BELOW_CONFIG = List.of("crabbox", "state", "claims");
    private static final List<String> BELOW_HOME = List.of(".config", "crabbox", "state", "claims");
    private static final List<String> BELOW_MAC_HOME =
            List.of("Library", "Application Support", "crabbox", "state", "claims");

    /// The place by the tool's own rule.
    ///
    /// @param cwd in which a relative setting is read
    static ClaimsPlace of(LeaseSurroundings surroundings, String cwd) throws Refusal {
        Map<String, String> environment = surroundings.environment();
        String state = environment.getOrDefault(STATE, "");
        if (!state.isEmpty()) {
            return decided(STATE, resolve(cwd, state), BELOW_STATE);
        }
        String home = environment.getOrDefault(HOME, "");
        if (surroundings.platform().equals(LeaseSurroundings.MACOS)) {
            return decided(HOME, resolve(cwd, required(home)), BELOW_MAC_HOME);
        }
        if (!surroundings.platform().equals(LeaseSurroundings.LINUX)) {
            throw Unclear.place("where they are is not known on this system", "");
        }
        String config = environment.getOrDefault(CONFIG, "");
        if (!config.isEmpty()) {
            if (!config.startsWith("/")) {
                throw Unclear.place(
                        CONFIG + " is not a whole path, which the lease tool refuses",
                        "set it to one");
            }
            return decided(CONFIG, resolve(cwd, config), BELOW_CONFIG);
        }
        return decided(HOME, resolve(cwd, required(home)), BELOW_HOME);
    }

    private static String required(String home) throws Refusal {
        if (home.isEmpty()) {
            throw Unclear.place(
                    "without HOME and " + STATE + " nobody knows where they are", "set HOME");
        }
        return home;
    }

    private static ClaimsPlace decided(String variable, String value, List<String> below) {
        return new ClaimsPlace(variable, value, resolve(value, String.join("/", below)));
    }

    /// A path without `.`, `..`, and empty names, as Node's `path.resolve`: links do not count.
    private static String resolve(String cwd, String path) {
        Deque<String> names = new ArrayDeque<>();
        String whole = path.startsWith("/") ? path : cwd + "/" + path;
        for (String name : whole.split("/", -1)) {
            if (name.equals("..")) {
                names.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.addLast(name);
            }
        }
        return "/" + String.join("/", names);
    }
}
