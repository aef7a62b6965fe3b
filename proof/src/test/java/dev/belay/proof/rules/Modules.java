package dev.belay.proof.rules;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The modules, and for each the modules that it may know. One that is not here may know none.
final class Modules {
    private static final String ROOT = "dev.belay.";

    private static final Map<String, Set<String>> BELOW =
            Map.of(
                    "system", Set.of(),
                    "sim", Set.of("system"),
                    "core", Set.of("system"),
                    "deletion", Set.of("system", "core"),
                    "connector", Set.of("system", "core"),
                    "staging", Set.of("system", "core"),
                    "discord", Set.of("system", "core", "connector"),
                    "simulators", Set.of("system", "core"),
                    "app",
                            Set.of(
                                    "system",
                                    "core",
                                    "deletion",
                                    "connector",
                                    "discord",
                                    "simulators",
                                    "staging"));

    private Modules() {}

    /// Each dependency of `type` on a module that is not below its own, described.
    static List<String> wrongDependencies(JavaClass type) {
        String own = moduleOf(type);
        Set<String> below = BELOW.getOrDefault(own, Set.of());
        List<String> wrong = new ArrayList<>();
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            JavaClass target = dependency.getTargetClass();
            String other = moduleOf(target);
            if (isOurs(target) && !other.equals(own) && !below.contains(other)) {
                wrong.add(dependency.getDescription());
            }
        }
        return wrong;
    }

    static boolean isOurs(JavaClass type) {
        return type.getPackageName().startsWith(ROOT);
    }

    /// The first word of the package below the root; empty for a class that is not ours.
    static String moduleOf(JavaClass type) {
        if (!isOurs(type)) {
            return "";
        }
        String below = type.getPackageName().substring(ROOT.length());
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }
}
