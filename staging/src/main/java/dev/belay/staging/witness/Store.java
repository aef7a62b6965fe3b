package dev.belay.staging.witness;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.staging.git.Git;
import dev.belay.staging.git.GitObject;
import dev.belay.staging.git.Listing;
import dev.belay.staging.git.ObjectReader;
import dev.belay.staging.git.TreeEntry;
import dev.belay.system.program.Filters.Feed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What Git says of the objects and refs of one Git directory, whatever the current directory, the
/// owner of the files, and the working tree are.
///
/// Packs are found by their own indexes: a common index of packs may name others.
final class Store implements ObjectSource {
    private static final String NOWHERE = "/dev/null";
    private static final int CANNOT_TELL = 126;

    /// From this one on a check of objects also looks at how refs are stored, unless told not to.
    private static final GitVersion CHECKS_REFS = new GitVersion(2, 50);

    private static final Pattern REF = Pattern.compile("([0-9a-f]{40}) ([0-9a-f]{40})? ?(.*)\n");
    private static final Pattern SIZE = Pattern.compile("([0-9a-f]{40}) (\\w+) ?(\\d{0,18})");

    private final Git git;
    private final Path directory;
    private final Budget budget;

    Store(Git git, Path directory, Budget budget) {
        this.git =
                git.with("GIT_DIR", directory.toString())
                        .with("GIT_CONFIG_COUNT", "1")
                        .with("GIT_CONFIG_KEY_0", "core.multiPackIndex")
                        .with("GIT_CONFIG_VALUE_0", "false");
        this.directory = directory;
        this.budget = budget;
    }

    /// What a ref names.
    ///
    /// @param isSymbolic whether it is only the name of another ref
    record Ref(String commit, boolean isSymbolic) {}

    private Git git() throws IOException {
        return git.within(budget.left());
    }

    /// The settings of one file, by key in lower case, without what it includes.
    Map<String, String> settings(String file) throws IOException {
        byte[] answer =
                git().with("GIT_DIR", NOWHERE)
                        .ask(
                                Path.of("/"),
                                "config",
                                "--file",
                                directory.resolve(file).toString(),
                                "--no-includes",
                                "--null",
                                "--list");
        Map<String, String> settings = new TreeMap<>();
        for (String entry : new String(answer, UTF_8).split("\0", -1)) {
            int end = entry.indexOf('\n');
            if (!entry.isEmpty()) {
                settings.put(
                        end < 0 ? entry : entry.substring(0, end),
                        end < 0 ? "true" : entry.substring(end + 1));
            }
        }
        return settings;
    }

    /// The commit that a ref names; empty where there is no such ref, or it names something else.
    Optional<Ref> ref(String name) throws IOException {
        byte[] answer =
                git().ask(
                                directory,
                                "for-each-ref",
                                "--format=%(objectname) %(*objectname) %(symref)",
                                name);
        Matcher line = REF.matcher(new String(answer, UTF_8));
        if (!line.matches()) {
            return Optional.empty();
        }
        String commit = line.group(2) == null ? line.group(1) : line.group(2);
        return Optional.of(new Ref(commit, !line.group(3).isEmpty()));
    }

    boolean isAncestor(String commit, String tip) throws IOException {
        return commit.equals(tip)
                || git().find(directory, "merge-base", "--is-ancestor", commit, tip).isPresent();
    }

    /// The trees below that of a commit.
    List<TreeEntry> trees(String commit) throws IOException {
        return Listing.tree(
                git().ask(directory, "ls-tree", "-r", "-d", "-z", "--full-tree", commit));
    }

    /// How many bytes these blobs have.
    long sizeBytes(List<GitObject> blobs) throws IOException {
        byte[] answer =
                git().tell(directory, names(blobs), "cat-file", "--batch-check", "--buffer");
        long sum = 0;
        int number = 0;
        for (String line : new String(answer, US_ASCII).lines().toList()) {
            Matcher size = SIZE.matcher(line);
            if (!size.matches() || number == blobs.size()) {
                throw Unproved.refusal("Git does not say how large its objects are");
            }
            if (!size.group(2).equals("blob") || !size.group(1).equals(blobs.get(number).id())) {
                throw Unproved.refusal("it does not hold the blob " + blobs.get(number).id());
            }
            sum += Long.parseLong(size.group(3));
            number++;
        }
        if (number != blobs.size()) {
            throw Unproved.refusal("Git does not say how large its objects are");
        }
        return sum;
    }

    /// Hands over the bytes of objects, as Git finds them.
    @Override
    public void read(List<GitObject> objects, ObjectReader.Receiver receiver) throws IOException {
        ObjectReader reader = new ObjectReader(objects, receiver);
        git().stream(directory, names(objects), reader, "cat-file", "--batch", "--buffer");
        reader.checkComplete();
    }

    private static Feed names(List<GitObject> objects) {
        return pipe -> {
            for (GitObject object : objects) {
                pipe.write((object.id() + "\n").getBytes(US_ASCII));
            }
        };
    }

    /// Lets Git look at every object that a commit needs, its whole history.
    ///
    /// @return the code of `git fsck`, whose bits say what was found
    int check(String commit) throws IOException {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "fsck",
                                "--connectivity-only",
                                "--no-dangling",
                                "--no-reflogs",
                                "--no-progress"));
        if (GitVersion.of(git()).compareTo(CHECKS_REFS) >= 0) {
            words.add("--no-references");
        }
        words.add(commit);
        int code = git().code(directory, words.toArray(String[]::new));
        if (code >= CANNOT_TELL) {
            throw Unproved.refusal(
                    "`git fsck` ended with code " + code, "run git fsck in that repository");
        }
        return code;
    }
}
