package dev.belay.proof.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// One way to run a model: a `.cfg` file that says in its first lines what is to come of it.
///
/// @param broken the property that the model breaks; empty when it keeps all
/// @param checked the properties that are looked at
/// @param isDeep whether it is for the deep budget alone
record Configuration(String name, String broken, List<String> checked, boolean isDeep) {
    private static final Pattern EXPECTED =
            Pattern.compile("(?m)^\\\\\\* Expected: (?:holds|breaks (\\w+))$");
    private static final Pattern BUDGET = Pattern.compile("(?m)^\\\\\\* Budget: (quick|deep)$");
    private static final Pattern CHECKED = Pattern.compile("(?m)^(?:INVARIANT|PROPERTY) (\\w+)$");

    /// The ones that lie in a directory, in the order of their names.
    static List<Configuration> in(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Configuration> all = new ArrayList<>();
            for (Path file : files.filter(f -> f.toString().endsWith(".cfg")).sorted().toList()) {
                String name = file.getFileName().toString().replace(".cfg", "");
                all.add(of(name, Files.readString(file)));
            }
            return all;
        }
    }

    private static Configuration of(String name, String text) {
        Matcher expected = EXPECTED.matcher(text);
        Matcher budget = BUDGET.matcher(text);
        if (!expected.find() || !budget.find()) {
            throw new IllegalStateException(name + ".cfg does not say what is expected of it");
        }
        String broken = expected.group(1) == null ? "" : expected.group(1);
        List<String> checked = CHECKED.matcher(text).results().map(m -> m.group(1)).toList();
        if (checked.isEmpty() || (!broken.isEmpty() && !checked.contains(broken))) {
            throw new IllegalStateException(name + ".cfg does not look at what it is for");
        }
        return new Configuration(name, broken, checked, budget.group(1).equals("deep"));
    }

    @Override
    public String toString() {
        return name;
    }
}
