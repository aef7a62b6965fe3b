package dev.belay.proof.rules;

import dev.belay.proof.rules.Repository.TextFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Links between the documents, and from the sources to them.
final class DocumentRules {
    private static final Pattern LINK = Pattern.compile("(?<!`)\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern PAGE = Pattern.compile("\\bdocs/[\\w./-]+\\.(?:md|tla|json)\\b");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");
    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern ERROR_ID = Pattern.compile("BLY-\\d{4}");

    private final Repository repository;
    private final Map<String, Set<String>> anchors = new HashMap<>();

    DocumentRules(Repository repository) {
        this.repository = repository;
        for (TextFile file : repository.files()) {
            if (file.isMarkdown()) {
                anchors.put(file.path(), anchorsOf(file));
            }
        }
    }

    /// Each link of a page that leads nowhere, and each page that a source names in vain.
    List<String> complaints(TextFile file) {
        List<String> complaints = new ArrayList<>();
        if (file.isMarkdown()) {
            String prose = CODE_BLOCK.matcher(file.text()).replaceAll("");
            for (String link : all(LINK, prose, 1)) {
                if (!link.matches("[a-z]+:.*") && !leadsSomewhere(file.path(), link)) {
                    complaints.add(file.path() + " links to " + link);
                }
            }
        }
        if (file.path().contains("/src/test/")) {
            return complaints; // A test may name a page of its own making.
        }
        for (String page : all(PAGE, file.text(), 0)) {
            if (!page.contains("nnnn") && !repository.holds(page)) {
                complaints.add(file.path() + " names " + page);
            }
        }
        return complaints;
    }

    /// The error ids that have a page of their own, each with that id as its title.
    Set<String> errorPages() {
        Set<String> ids = new TreeSet<>();
        for (TextFile file : repository.files()) {
            if (file.path().startsWith("docs/errors/BLY-")) {
                String id = all(ERROR_ID, file.path(), 0).getFirst();
                ids.add(file.text().startsWith("# " + id + ": ") ? id : file.path());
            }
        }
        return ids;
    }

    private boolean leadsSomewhere(String from, String link) {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        String target =
                path.isEmpty() ? from : Path.of(from).resolveSibling(path).normalize().toString();
        if (hash < 0) {
            return repository.holds(target);
        }
        return anchors.getOrDefault(target, Set.of()).contains(link.substring(hash + 1));
    }

    /// The names under which a page's headings can be linked.
    private static Set<String> anchorsOf(TextFile page) {
        Set<String> names = new TreeSet<>();
        String prose = CODE_BLOCK.matcher(page.text()).replaceAll("");
        for (String heading : all(HEADING, prose, 1)) {
            String name = heading.strip().toLowerCase(Locale.ROOT);
            names.add(name.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
        }
        return names;
    }

    private static List<String> all(Pattern pattern, String text, int group) {
        return pattern.matcher(text).results().map((MatchResult m) -> m.group(group)).toList();
    }
}
