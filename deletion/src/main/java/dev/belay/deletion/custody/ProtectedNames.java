package dev.belay.deletion.custody;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Names of computers that nobody deletes through Belay, each exact or with `*` for any text.
public final class ProtectedNames {
    public static final ProtectedNames NONE = new ProtectedNames(List.of());

    private record Rule(String text, Pattern form) {}

    private final List<Rule> rules;

    public ProtectedNames(List<String> texts) {
        this.rules = texts.stream().map(text -> new Rule(text, form(text))).toList();
    }

    boolean isEmpty() {
        return rules.isEmpty();
    }

    /// The first entry that covers `name`.
    public Optional<String> covering(String name) {
        return rules.stream()
                .filter(rule -> rule.form().matcher(name).matches())
                .map(Rule::text)
                .findFirst();
    }

    private static Pattern form(String text) {
        return Pattern.compile(Pattern.quote(text).replace("*", "\\E.*\\Q"), Pattern.DOTALL);
    }
}
