package dev.belay.proof.rules;

import dev.belay.proof.rules.Repository.TextFile;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The limits of a file that need no syntax tree: sizes, and words that must not be in any file.
final class TextRules {
    private static final int COLUMNS_MAX = 100;
    private static final int FILE_LINES_MAX = 400;
    private static final int PACKAGE_COMMENT_LINES_MAX = 10;

    /// A pattern for one line, and what it says about the line.
    private record Word(Pattern pattern, String complaint) {
        Word(String pattern, String complaint) {
            this(Pattern.compile(pattern), complaint);
        }
    }

    private static final List<Word> WORDS =
            List.of(
                    new Word("\\b(TO[D]O|FIX[M]E|XX[X])\\b", "leaves work undone"),
                    new Word(
                            "(?<![\\w.$}])/(wor[k]|roo[t]|home/\\w+)/",
                            "names a place of one machine"),
                    new Word(
                            "(?i)\\b(repo1?[.]maven|central[.]sonatype|oss[.]sonatype|jitpack[.]io"
                                    + "|mvnrepository[.]|jcente[r]|registry[.]npmjs"
                                    + "|registry[.]yarnpkg|pypi[.]org|pythonhosted[.]|crates[.]io"
                                    + "|proxy[.]golang|rubygems[.]org|plugins[.]gradle"
                                    + "|docker[.]io|ghcr[.]io|deb[.]debian|archive[.]ubuntu)",
                            "names a host of packages"));

    private static final List<Word> JAVA_WORDS =
            List.of(
                    new Word("^\\s*/\\*\\*", "documents with something else than ///"),
                    new Word("@autho[r]\\b", "names an author"),
                    new Word(
                            "^\\s*/// (This (class|interface|record|method|enum)|Gets) ",
                            "begins without saying what the thing is"),
                    new Word("^\\s*//.*(\\);|= .*;)\\s*$", "keeps code in a comment"),
                    new Word("// Long:\\s*$", "is long without a reason"));

    private TextRules() {}

    /// What is wrong with `file`, one line each.
    static List<String> complaints(TextFile file) {
        List<String> complaints = new ArrayList<>(wordsOf(WORDS, file));
        if (file.isJava()) {
            complaints.addAll(wordsOf(JAVA_WORDS, file));
            complaints.addAll(sizesOf(file));
        }
        if (file.path().endsWith("/package-info.java")) {
            long comment = file.text().lines().filter(line -> line.startsWith("///")).count();
            long least = file.path().contains("src/test/") ? 0 : 1;
            if (comment < least || comment > PACKAGE_COMMENT_LINES_MAX) {
                complaints.add(file.path() + " says what it guarantees in " + comment + " lines");
            }
        }
        return complaints;
    }

    private static List<String> wordsOf(List<Word> words, TextFile file) {
        List<String> complaints = new ArrayList<>();
        List<String> lines = file.lines();
        for (int i = 0; i < lines.size(); i++) {
            for (Word word : words) {
                if (word.pattern.matcher(lines.get(i)).find()) {
                    complaints.add(file.path() + ":" + (i + 1) + " " + word.complaint);
                }
            }
        }
        return complaints;
    }

    private static List<String> sizesOf(TextFile file) {
        List<String> complaints = new ArrayList<>();
        List<String> lines = file.lines();
        if (lines.size() > FILE_LINES_MAX) {
            complaints.add(file.path() + " has " + lines.size() + " lines");
        }
        for (int i = 0; i < lines.size(); i++) {
            int columns = lines.get(i).codePointCount(0, lines.get(i).length());
            if (columns > COLUMNS_MAX) {
                complaints.add(file.path() + ":" + (i + 1) + " has " + columns + " columns");
            }
        }
        return complaints;
    }
}
