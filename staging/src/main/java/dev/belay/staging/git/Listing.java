package dev.belay.staging.git;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.FileNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Answers of Git in records that end with NUL, read strictly: what is not as documented is
/// refused, and nothing is skipped.
public final class Listing {
    private static final Pattern INDEX_LINE =
            Pattern.compile("([A-Za-z?]) ([0-7]{6}) ([0-9a-f]{40}) ([0-3])");

    /// The mode of an entry and its kind say the same.
    private static final Pattern TREE_LINE =
            Pattern.compile(
                    "(040000(?= tree )|160000(?= commit )|(?!040000|160000)[0-7]{6}(?= blob ))"
                            + " [a-z]+ ([0-9a-f]{40})");

    private static final Pattern REMOVED_LINE =
            Pattern.compile(":([0-7]{6}) 000000 ([0-9a-f]{40}) 0{40} D");

    private Listing() {}

    /// How many records an answer has.
    public static int count(byte[] answer) {
        int count = 0;
        for (byte octet : answer) {
            if (octet == 0) {
                count++;
            }
        }
        return count;
    }

    /// The paths of `ls-files -z --others`; one that ends with `/` is another repository.
    public static List<String> paths(byte[] answer) throws Refusal {
        List<String> paths = new ArrayList<>();
        for (int start = 0, end; start < answer.length; start = end + 1) {
            end = endOf(answer, start);
            paths.add(text(answer, start, end));
        }
        return paths;
    }

    /// The entries of `ls-files -v --stage -z`, in the order of the index.
    public static List<IndexEntry> index(byte[] answer) throws Refusal {
        List<IndexEntry> entries = new ArrayList<>();
        for (int start = 0, end; start < answer.length; start = end + 1) {
            end = endOf(answer, start);
            int tab = tabOf(answer, start, end);
            Matcher line = matched(INDEX_LINE, answer, start, tab);
            entries.add(
                    new IndexEntry(
                            text(answer, tab + 1, end),
                            line.group(2),
                            line.group(3),
                            Integer.parseInt(line.group(4)),
                            // In lower case where the entry is also assumed to be unchanged.
                            line.group(1).equalsIgnoreCase("S")));
        }
        return entries;
    }

    /// The entries of `ls-tree -r -z`, with or without `-t` or `-d`.
    public static List<TreeEntry> tree(byte[] answer) throws Refusal {
        List<TreeEntry> entries = new ArrayList<>();
        for (int start = 0, end; start < answer.length; start = end + 1) {
            end = endOf(answer, start);
            int tab = tabOf(answer, start, end);
            Matcher line = matched(TREE_LINE, answer, start, tab);
            entries.add(new TreeEntry(text(answer, tab + 1, end), line.group(1), line.group(2)));
        }
        return entries;
    }

    /// What `diff-index --cached --raw -z --no-abbrev --diff-filter=D` found: pairs of records.
    public static List<TreeEntry> removed(byte[] answer) throws Refusal {
        List<TreeEntry> entries = new ArrayList<>();
        for (int start = 0, end; start < answer.length; start = end + 1) {
            int middle = endOf(answer, start);
            Matcher line = matched(REMOVED_LINE, answer, start, middle);
            end = endOf(answer, middle + 1);
            String path = text(answer, middle + 1, end);
            entries.add(new TreeEntry(path, line.group(1), line.group(2)));
        }
        return entries;
    }

    /// Where the record ends. One that is cut off is no record.
    private static int endOf(byte[] answer, int start) throws Refusal {
        int end = start;
        while (end < answer.length && answer[end] != 0) {
            end++;
        }
        if (end == answer.length || end == start) {
            throw unexpected();
        }
        return end;
    }

    private static int tabOf(byte[] answer, int start, int end) throws Refusal {
        int tab = start;
        while (tab < end && answer[tab] != '\t') {
            tab++;
        }
        if (tab + 1 >= end) {
            throw unexpected();
        }
        return tab;
    }

    private static Matcher matched(Pattern pattern, byte[] answer, int start, int end)
            throws Refusal {
        String line = new String(answer, start, end - start, StandardCharsets.ISO_8859_1);
        Matcher matcher = pattern.matcher(line);
        if (!matcher.matches()) {
            throw unexpected();
        }
        return matcher;
    }

    private static String text(byte[] answer, int start, int end) {
        return FileNames.decode(answer, start, end - start);
    }

    private static Refusal unexpected() {
        return new Refusal(
                ErrorCode.GIT_FAILED,
                "git",
                "it answered in a form that is not the documented one",
                "check which git is first in PATH");
    }
}
