package dev.belay.app.cli.hostile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The words of the commands that touch the binding `demo`, by a short name, in an order in which
/// each has something to do.
final class BindingCommands {
    private static final String GENERATION = "3f0c1ad2-8a52-4bb1-9d5e-0e5d4f4c1b2a";

    private BindingCommands() {}

    /// @param message that one asks about
    static Map<String, List<String>> of(String message) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("status", List.of("connector", "status", "demo"));
        all.put("history", List.of("connector", "history", "demo"));
        all.put("all", List.of("status"));
        all.put("explain", List.of("explain", message));
        all.put("doctor", List.of("doctor"));
        all.put("unit", List.of("connector", "unit", "demo", "--user", "belay"));
        all.put("recover", List.of("connector", "recover", "demo"));
        all.put("hold", List.of("connector", "hold", "demo", "--generation", GENERATION));
        all.put("unhold", List.of("connector", "unhold", "demo", "--generation", GENERATION));
        all.put("stop", List.of("connector", "stop", "demo", "--reason", "look"));
        all.put("clear", List.of("connector", "clear", "demo", "--yes"));
        all.put("resolve", List.of("connector", "resolve", "demo", "n-open", "refused"));
        all.put("reconcile", List.of("connector", "reconcile", "demo"));
        all.put("run", List.of("connector", "run", "demo"));
        all.put("unlock", List.of("connector", "unlock", "demo"));
        return all;
    }
}
