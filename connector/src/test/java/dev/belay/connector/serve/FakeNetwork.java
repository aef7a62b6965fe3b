package dev.belay.connector.serve;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.Limits;
import dev.belay.connector.channel.Listener;
import dev.belay.connector.channel.OpenThread;
import dev.belay.connector.channel.Post;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.delivery.Settling.Answer;
import dev.belay.connector.engine.Question;
import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.Incoming.Trait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// A network of chats, which outlives every program that is on it: it keeps what was said, shows
/// again what nobody has taken, and knows a nonce for a while.
///
/// - **Threads:** any number.
final class FakeNetwork {
    static final String SELF = "4001";
    static final Duration WINDOW = Duration.ofSeconds(90);
    static final Duration REQUEST_MAX = Duration.ofSeconds(10);

    /// Something that was said.
    ///
    /// @param nonce empty for what people say
    /// @param replyTo empty where it answers nothing
    record Said(
            String id, String channel, String author, String nonce, String text, String replyTo) {
        Said withId(String other) {
            return new Said(other, channel, author, nonce, text, replyTo);
        }
    }

    /// What an engine was asked.
    record Asked(String turn, int attempt, Instant at) {}

    // All guarded by this.
    private final List<Said> said = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<String, Instant> nonces = new HashMap<>();
    private final List<Post> posts = new ArrayList<>();
    private final List<Asked> asked = new ArrayList<>();
    private final ArrayDeque<Function<Post, Optional<Answer>>> script = new ArrayDeque<>();
    private Optional<Listener> listener = Optional.empty();
    private Optional<Runnable> beforeHistory = Optional.empty();
    private final Map<String, String> parents = new LinkedHashMap<>();
    private Optional<Runnable> beforeThreads = Optional.empty();
    private int brokenThreads;
    private final ArrayDeque<Runnable> losses = new ArrayDeque<>();
    private volatile Consumer<String> everyHistory = _ -> {};
    private volatile Consumer<String> typing = _ -> {};
    private int broken;
    private boolean keepsNonces = true;
    private boolean knowsUs = true;
    private Duration ahead = Duration.ZERO;
    private long last;

    Limits limits() {
        return new Limits(300, 3, WINDOW, REQUEST_MAX);
    }

    /// Somebody says something.
    synchronized String say(String channel, String text, Instant at) {
        return say(new Said("", channel, "8001", "", text, ""), at);
    }

    /// We said something, of which no journal knows.
    synchronized void sayOurs(String channel, Instant at) {
        say(new Said("", channel, SELF, "other", "by hand", ""), at);
    }

    private String say(Said message, Instant at) {
        last = Math.max(last + 1, Snowflake.atOrAfter(at).value() + 1);
        String id = Long.toUnsignedString(last);
        said.add(message.withId(id));
        return id;
    }

    /// A thread of a channel begins, without a message.
    synchronized String begin(String parent, Instant at) {
        long number = Snowflake.atOrAfter(at).value() + parents.size() + 1;
        String id = Long.toUnsignedString(number);
        parents.put(id, parent);
        return id;
    }

    /// The next times that threads are wanted, nobody says which there are.
    synchronized void breakThreads(int times) {
        brokenThreads = times;
    }

    /// What happens when threads are wanted next.
    synchronized void onThreads(Runnable deed) {
        beforeThreads = Optional.of(deed);
    }

    List<OpenThread> threads() throws IOException {
        Optional<Runnable> deed = beforeThreads;
        beforeThreads = Optional.empty();
        deed.ifPresent(Runnable::run);
        return readThreads();
    }

    private synchronized List<OpenThread> readThreads() throws IOException {
        if (brokenThreads > 0) {
            brokenThreads--;
            throw new IOException("no answer");
        }
        return parents.keySet().stream().map(id -> new OpenThread(place(id), newest(id))).toList();
    }

    private Snowflake newest(String thread) {
        return Stream.concat(
                        Stream.of(thread),
                        said.stream().filter(it -> it.channel().equals(thread)).map(Said::id))
                .map(id -> Snowflake.parse(id).orElseThrow())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private Incoming.Place place(String channel) {
        return new Incoming.Place("1", channel, parents.getOrDefault(channel, ""));
    }

    /// The same with an id of its own choice.
    synchronized void say(Said message) {
        said.add(message);
    }

    /// What waits last is shown twice from here on.
    synchronized Said waitingTwice() {
        Said last = said.getLast();
        said.add(last);
        return last;
    }

    /// Histories show no nonce from here on.
    synchronized void forgetNonces() {
        keepsNonces = false;
    }

    /// What the next post is answered; empty answers go on to what is really done.
    synchronized void next(Function<Post, Optional<Answer>> answer) {
        script.add(answer);
    }

    /// The next post is not received, and nobody knows.
    void loseNext() {
        next(_ -> Optional.of(new Answer.Unsure("timeout")));
    }

    /// The next post is received, and its answer is lost.
    void loseNextAnswer(Instant now) {
        next(post -> {
            receive(post, now);
            return Optional.of(new Answer.Unsure("timeout"));
        });
    }

    /// Lets whoever listens see a message of ours at once.
    void showOurs(String nonce) {
        try {
            listener.orElseThrow().delivered(nonce, delivered(nonce).getFirst().id());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    synchronized void hear(Listener listening) {
        listener = Optional.of(listening);
    }

    synchronized Answer post(Post post, Instant now) {
        posts.add(post);
        Function<Post, Optional<Answer>> scripted = script.poll();
        return (scripted == null ? Optional.<Answer>empty() : scripted.apply(post))
                .orElseGet(() -> receive(post, now));
    }

    /// What really happens when a post arrives.
    synchronized Answer receive(Post post, Instant now) {
        Instant before = nonces.get(post.nonce());
        if (before != null && Duration.between(before, now).compareTo(WINDOW) < 0) {
            return new Answer.Delivered(delivered(post.nonce()).getFirst().id());
        }
        nonces.put(post.nonce(), now);
        return new Answer.Delivered(
                say(
                        new Said(
                                "",
                                post.channel(),
                                SELF,
                                post.nonce(),
                                post.text(),
                                post.replyTo()),
                        now));
    }

    synchronized void ask(Question question, Instant now) {
        asked.add(new Asked(question.turn().value(), question.attempt(), now));
    }

    /// The messages that have this nonce.
    synchronized List<Said> delivered(String nonce) {
        return said.stream().filter(it -> it.nonce().equals(nonce)).toList();
    }

    /// Everything that we said.
    synchronized List<Said> ours() {
        return said.stream().filter(it -> it.author().equals(SELF)).toList();
    }

    synchronized List<Asked> asked() {
        return List.copyOf(asked);
    }

    synchronized List<Post> posts() {
        return List.copyOf(posts);
    }

    /// What people said and no program has taken, oldest first.
    synchronized List<Incoming> waiting() {
        return said.stream()
                .filter(it -> it.nonce().isEmpty() && !taken.contains(it.id()))
                .map(this::incoming)
                .toList();
    }

    synchronized void take(String id) {
        taken.add(id);
    }

    /// What a program was told that it need not be shown again.
    synchronized Set<String> taken() {
        return Set.copyOf(taken);
    }

    /// What happens when a sign of typing is shown.
    synchronized void onTyping(Consumer<String> deed) {
        typing = deed;
    }

    void showTyping(String channel) {
        typing.accept(channel);
    }

    /// Whether we are told from here on who we are.
    synchronized void knowUs(boolean isKnown) {
        knowsUs = isKnown;
    }

    synchronized void identify() throws IOException {
        if (!knowsUs) {
            throw new IOException("no answer");
        }
    }

    /// Its clock goes before, or with a time less than zero behind, the one of our machine.
    synchronized void goAhead(Duration by) {
        ahead = by;
    }

    synchronized Instant now(Instant ours) {
        return ours.plus(ahead);
    }

    /// The next times a history is wanted, it cannot be read.
    synchronized void breakHistory(int times) {
        broken = times;
    }

    /// What happens when a history is wanted next.
    synchronized void onHistory(Runnable deed) {
        beforeHistory = Optional.of(deed);
    }

    /// What happens next while the connection is lost.
    synchronized void thenReconnect(Runnable deed) {
        losses.add(deed);
    }

    synchronized Optional<Runnable> nextLoss() {
        return Optional.ofNullable(losses.poll());
    }

    /// Shows one message that waits, now.
    void showNow(String id) {
        try {
            Said one = said.stream().filter(it -> it.id().equals(id)).findFirst().orElseThrow();
            listener.orElseThrow().received(incoming(one));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Another connection begins, now.
    void connectNow() {
        try {
            listener.orElseThrow().connected(SELF, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What happens whenever a history is wanted, with its channel.
    synchronized void onEachHistory(Consumer<String> deed) {
        everyHistory = deed;
    }

    List<Seen> history(String channel, Snowflake after) throws IOException {
        everyHistory.accept(channel);
        Optional<Runnable> deed = beforeHistory;
        beforeHistory = Optional.empty();
        deed.ifPresent(Runnable::run);
        return read(channel, after);
    }

    private synchronized List<Seen> read(String channel, Snowflake after) throws IOException {
        if (broken > 0) {
            broken--;
            throw new IOException("no answer");
        }
        return said.stream()
                .filter(it -> it.channel().equals(channel))
                .filter(it -> Snowflake.parse(it.id()).orElseThrow().compareTo(after) > 0)
                .sorted(Comparator.comparing(it -> Snowflake.parse(it.id()).orElseThrow()))
                .limit(limits().pageMax())
                .map(it -> new Seen(incoming(it), keepsNonces ? it.nonce() : "", it.replyTo()))
                .toList();
    }

    private Incoming incoming(Said said) {
        EnumSet<Trait> traits = EnumSet.noneOf(Trait.class);
        if (said.author().equals(SELF)) {
            traits.add(Trait.BY_US);
        }
        return new Incoming(said.id(), place(said.channel()), said.author(), traits, said.text());
    }
}
