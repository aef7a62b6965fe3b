package dev.belay.staging.git;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.FileNames;
import dev.belay.system.program.Filters;
import dev.belay.system.program.Filters.Feed;
import dev.belay.system.program.Filters.Job;
import dev.belay.system.program.Filters.Sink;
import dev.belay.system.program.Programs.End;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The program `git`, in an environment of our own making.
///
/// - **Threads:** any number.
/// - **Refuses:** whatever is not an answer: a code that was not expected, a flood, a time that is
///   over. Nothing of that ever reads as an empty answer.
public final class Git {
    /// For what reads or writes as much as a repository holds.
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /// A listing of more than a million paths; a manifest holds fewer.
    private static final int ANSWER_BYTES_MAX = 256 << 20;

    private static final String HERE = "./";

    private final Filters filters;
    private final Around around;
    private final List<String> words;
    private final Duration limit;

    /// The environment of its commands.
    ///
    /// @param usual of almost all of them
    /// @param settings of those that ask for the settings of the user and of the system
    private record Around(Map<String, String> usual, Map<String, String> settings) {
        Around with(String name, String value) {
            Map<String, String> further = new LinkedHashMap<>(usual);
            further.put(name, value);
            return new Around(further, settings);
        }
    }

    private Git(Filters filters, Around around, List<String> words, Duration limit) {
        this.filters = filters;
        this.around = around;
        this.words = words;
        this.limit = limit;
    }

    /// Git without the settings of the user and of the system, but for those that say what is
    /// ignored and whose repositories are trusted.
    ///
    /// @param caller the environment of this process
    public static Git create(Filters filters, Map<String, String> caller) throws IOException {
        Map<String, String> settings = GitEnvironment.withUserSettings(caller);
        Around open = new Around(settings, settings);
        Git reader = new Git(filters, open, GitEnvironment.words(List.of()), LIMIT);
        return new Git(
                filters,
                new Around(GitEnvironment.scrubbed(caller), settings),
                GitEnvironment.words(UserSettings.read(reader)),
                LIMIT);
    }

    /// This Git with a further variable in its environment.
    public Git with(String name, String value) {
        return new Git(filters, around.with(name, value), words, limit);
    }

    /// This Git, each of whose commands may take this long.
    public Git within(Duration other) {
        return new Git(filters, around, words, other);
    }

    /// This Git with the settings of the user and of the system, to ask what they are. Whatever
    /// could run a program of theirs is not asked in this way.
    Git withUserSettings() {
        return new Git(filters, new Around(around.settings, around.settings), words, limit);
    }

    /// What a command writes when it ends with 0.
    public byte[] ask(Path directory, String... arguments) throws IOException {
        return tell(directory, Feed.none(), arguments);
    }

    /// Like [#ask], for a command that reads.
    public byte[] tell(Path directory, Feed feed, String... arguments) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        Sink sink = (bytes, length) -> answer.write(bytes, 0, length);
        Talk talk = new Talk(feed, sink, ANSWER_BYTES_MAX);
        check(run(directory, talk, arguments), directory, arguments);
        return answer.toByteArray();
    }

    /// Like [#ask], for a question to which 1 is an answer: there is none.
    public Optional<byte[]> find(Path directory, String... arguments) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        Sink sink = (bytes, length) -> answer.write(bytes, 0, length);
        End.Exited end = run(directory, new Talk(Feed.none(), sink, ANSWER_BYTES_MAX), arguments);
        if (end.code() == 1) {
            return Optional.empty();
        }
        check(end, directory, arguments);
        return Optional.of(answer.toByteArray());
    }

    /// The code with which a command ends whose codes are its answer; what it writes is dropped.
    public int code(Path directory, String... arguments) throws IOException {
        return run(directory, new Talk(Feed.none(), (_, _) -> {}, ANSWER_BYTES_MAX), arguments)
                .code();
    }

    /// Which of these paths the ignore rules name.
    List<String> ignored(Path directory, List<String> paths) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        Feed feed =
                pipe -> {
                    for (String path : paths) {
                        // Behind it, a name that begins with a colon is no pattern.
                        pipe.write(FileNames.encodeText(HERE + path));
                        pipe.write(0);
                    }
                };
        Sink sink = (bytes, length) -> answer.write(bytes, 0, length);
        String[] arguments = {"check-ignore", "-z", "--stdin"};
        End.Exited end = run(directory, new Talk(feed, sink, ANSWER_BYTES_MAX), arguments);
        if (end.code() > 1) {
            throw Complaints.refusal(arguments[0], end, directory);
        }
        return Listing.paths(answer.toByteArray()).stream()
                .map(path -> path.substring(HERE.length()))
                .toList();
    }

    /// Hands on what a command writes, however much, when it ends with 0.
    public void stream(Path directory, Feed feed, Sink sink, String... arguments)
            throws IOException {
        Talk talk = new Talk(feed, sink, Long.MAX_VALUE >> 1);
        check(run(directory, talk, arguments), directory, arguments);
    }

    /// What a command reads, and who takes how much of what it writes.
    private record Talk(Feed feed, Sink sink, long bytesMax) {}

    private End.Exited run(Path directory, Talk talk, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(words);
        command.addAll(List.of(arguments));
        Job job = new Job(command, around.usual, directory, limit, talk.bytesMax);
        return switch (filters.run(job, talk.feed, talk.sink)) {
            case End.Exited end -> end;
            case End.Flooded _ -> throw refusal("it wrote more than Belay reads", "");
            case End.OutOfTime _ ->
                    throw refusal("it was not done after " + limit.toSeconds() + " seconds", "");
            case End.Interrupted _ -> throw refusal("it was interrupted", "run the command again");
        };
    }

    private static void check(End.Exited end, Path directory, String... arguments) throws Refusal {
        if (end.code() != 0) {
            throw Complaints.refusal(arguments[0], end, directory);
        }
    }

    static Refusal refusal(String found, String help) {
        return new Refusal(ErrorCode.GIT_FAILED, "git", found, help);
    }
}
