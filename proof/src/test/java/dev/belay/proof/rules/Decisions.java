package dev.belay.proof.rules;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/// The classes that decide. They are functions of their arguments: they know the language, its
/// collections, and values of ours that know no more than that.
final class Decisions {
    static final Set<String> NAMES =
            Set.of(
                    "dev.belay.connector.delivery.Leftover",
                    "dev.belay.connector.delivery.Reconciling",
                    "dev.belay.connector.delivery.Settling",
                    "dev.belay.connector.turn.Admitting",
                    "dev.belay.connector.turn.CatchingUp",
                    "dev.belay.connector.turn.Matching",
                    "dev.belay.connector.turn.Resuming",
                    "dev.belay.connector.turn.TurnState",
                    "dev.belay.deletion.Transitions",
                    "dev.belay.deletion.custody.Following",
                    "dev.belay.discord.gateway.Linking",
                    "dev.belay.discord.gateway.Reconnecting",
                    "dev.belay.discord.gateway.Starting",
                    "dev.belay.discord.rest.Answering",
                    "dev.belay.staging.discovery.Classification",
                    "dev.belay.staging.life.Lifecycle");

    private static final Set<String> PURE_PACKAGES =
            Set.of(
                    "java.lang",
                    "java.lang.annotation",
                    "java.lang.invoke",
                    "java.lang.runtime",
                    "java.time",
                    "java.time.temporal",
                    "java.util",
                    "java.util.function",
                    "java.util.regex",
                    "java.util.stream",
                    "org.jspecify.annotations");

    private static final Set<String> IMPURE_TYPES =
            Set.of("java.lang.Runtime", "java.lang.Thread", "java.time.Clock");

    private Decisions() {}

    /// Every dependency, at any distance, that is neither the language nor a value of ours.
    static Set<String> impurities(JavaClass decision) {
        Set<String> found = new TreeSet<>();
        Set<JavaClass> seen = new HashSet<>(Set.of(decision));
        ArrayDeque<JavaClass> toVisit = new ArrayDeque<>(seen);
        while (!toVisit.isEmpty()) {
            for (Dependency dependency : toVisit.remove().getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (!Modules.isOurs(target) && !isPure(target)) {
                    found.add(dependency.getDescription());
                } else if (Modules.isOurs(target) && seen.add(target)) {
                    toVisit.add(target);
                }
            }
        }
        return found;
    }

    private static boolean isPure(JavaClass type) {
        return type.isPrimitive()
                || (PURE_PACKAGES.contains(type.getPackageName())
                        && !IMPURE_TYPES.contains(type.getName()));
    }
}
