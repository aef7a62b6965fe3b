package dev.belay.staging.git;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What a checkout holds by the word of Git.
///
/// A revision is what it was when it was first asked for, so that all of a copy is made of one
/// commit while HEAD moves.
///
/// - **Threads:** any number.
/// - **Refuses:** what is no checkout, belongs to another user, or names objects by SHA-256.
public final class Checkout {
    private static final int HEX_DIGITS = 40;

    private final Git git;
    private final Repository repository;

    /// What of the working tree is looked at; empty for all of it.
    private final List<String> patterns;

    private final Map<String, Optional<String>> commits = new ConcurrentHashMap<>();

    private Checkout(Git git, Repository repository, List<String> patterns) {
        this.git = git;
        this.repository = repository;
        this.patterns = patterns;
    }

    /// The checkout that a directory is in.
    public static Checkout around(Git git, Path directory) throws IOException {
        byte[] answer =
                git.ask(
                        directory,
                        "rev-parse",
                        "--show-object-format",
                        "--path-format=absolute",
                        "--show-toplevel",
                        "--absolute-git-dir",
                        "--git-common-dir",
                        "--git-path",
                        "info/exclude");
        return new Checkout(git, parse(answer), List.of());
    }

    /// Lines, so that a path with a line end in it cannot be told apart and is refused.
    static Repository parse(byte[] answer) throws Refusal {
        String text = new String(answer, StandardCharsets.UTF_8);
        List<String> lines = text.lines().toList();
        if (!lines.isEmpty() && !lines.getFirst().equals("sha1")) {
            throw new Refusal(
                    ErrorCode.SOURCE_UNSUPPORTED,
                    "the repository",
                    "its objects are named by " + lines.getFirst() + ", and receipts by SHA-1",
                    "");
        }
        boolean areLines = lines.size() == 5 && text.endsWith("\n") && text.indexOf('\r') < 0;
        if (!areLines || !lines.stream().skip(1).allMatch(line -> line.startsWith("/"))) {
            throw new Refusal(
                    ErrorCode.SOURCE_UNSUPPORTED,
                    "the repository",
                    "its path holds a line end",
                    "move it");
        }
        return new Repository(
                Path.of(lines.get(1)),
                Path.of(lines.get(2)),
                Path.of(lines.get(3)),
                Path.of(lines.get(4)));
    }

    /// The same without the untracked files below `directory`, which is in the working tree.
    public Checkout without(Path directory) {
        Path below = repository.top().relativize(directory.toAbsolutePath().normalize());
        if (below.toString().isEmpty() || below.startsWith("..")) {
            return this;
        }
        List<String> rest = List.of(".", ":(exclude,literal)" + below);
        return new Checkout(git, repository, rest);
    }

    public Repository repository() {
        return repository;
    }

    /// The id of the commit that a revision names; empty where there is none.
    public Optional<String> commit(String revision) throws IOException {
        Optional<String> known = commits.get(revision);
        if (known == null) {
            known = resolved(revision);
            commits.put(revision, known);
        }
        return known;
    }

    private Optional<String> resolved(String revision) throws IOException {
        return git.find(
                        repository.top(),
                        "rev-parse",
                        "--verify",
                        "--quiet",
                        "--end-of-options",
                        revision + "^{commit}")
                .map(answer -> new String(answer, StandardCharsets.US_ASCII).strip())
                .filter(id -> id.length() == HEX_DIGITS);
    }

    /// `ls-files -v --stage -z`, unread: two answers are compared byte by byte.
    public byte[] index() throws IOException {
        return git.ask(repository.top(), "ls-files", "-v", "--stage", "-z");
    }

    /// `ls-files -z` of what is neither tracked nor ignored, unread.
    public byte[] untracked() throws IOException {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "ls-files",
                                "-z",
                                "--others",
                                "--exclude-standard",
                                "--full-name",
                                "--"));
        words.addAll(patterns);
        return git.ask(repository.top(), words.toArray(String[]::new));
    }

    /// The ignored files below a path; empty where there is none.
    public List<String> ignoredBelow(String path) throws IOException {
        return Listing.paths(
                git.ask(
                        repository.top(),
                        "ls-files",
                        "-z",
                        "--others",
                        "--ignored",
                        "--exclude-standard",
                        "--full-name",
                        "--",
                        ":(literal)" + path));
    }

    /// The files of a commit.
    public List<TreeEntry> tree(String commit) throws IOException {
        return Listing.tree(
                git.ask(repository.top(), "ls-tree", "-r", "-z", "--full-tree", commit));
    }

    /// What a commit has and the index has not, unread ([Listing#removed]).
    public byte[] committedOnly(String commit) throws IOException {
        return git.ask(
                repository.top(),
                "diff-index",
                "--cached",
                "--raw",
                "--no-abbrev",
                "--no-renames",
                "--diff-filter=D",
                "-z",
                commit,
                "--");
    }

    /// Whether the mode of a file on disk counts, and not the one in the index.
    public boolean trustsModes() throws IOException {
        return git.find(repository.top(), "config", "--type=bool", "--get", "core.fileMode")
                .map(answer -> !new String(answer, StandardCharsets.US_ASCII).startsWith("false"))
                .orElse(true);
    }

    /// Hands over the contents of blobs.
    public void blobs(List<String> ids, ObjectReader.Receiver receiver) throws IOException {
        ObjectReader reader =
                new ObjectReader(ids.stream().map(GitObject::blob).toList(), receiver);
        git.stream(
                repository.top(),
                pipe -> {
                    for (String id : ids) {
                        pipe.write((id + "\n").getBytes(StandardCharsets.US_ASCII));
                    }
                },
                reader,
                "cat-file",
                "--batch",
                "--buffer");
        reader.checkComplete();
    }

    /// Which of these paths are ignored.
    public List<String> ignored(List<String> paths) throws IOException {
        if (paths.isEmpty()) {
            return List.of();
        }
        return git.ignored(repository.top(), paths);
    }
}
