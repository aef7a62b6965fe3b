package dev.belay.connector.serve;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.Limits;
import dev.belay.connector.channel.Post;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.delivery.Settling.Answer;
import dev.belay.connector.engine.Question;
import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.Incoming.Trait;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

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
    record Said(String id, String channel, String author, String nonce, String text) {}

    /// What an engine was asked.
    record Asked(String turn, int attempt, Instant at) {}

    // All guarded by this.
    private final List<Said> said = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<String, Instant> nonces = new HashMap<>();
    private final List<Post> posts = new ArrayList<>();
    private final List<Asked> asked = new ArrayList<>();
    private final ArrayDeque<Function<Post, Optional<Answer>>> script = new ArrayDeque<>();
    private boolean keepsNonces = true;
    private long last;

    Limits limits() {
        return new Limits(300, 3, WINDOW, REQUEST_MAX);
    }

    /// Somebody says something.
    synchronized String say(String channel, String text, Instant at) {
        return say(new Said("", channel, "8001", "", text), at);
    }

    synchronized String say(Said message, Instant at) {
        last = Math.max(last + 1, Snowflake.atOrAfter(at).value() + 1);
        String id = Long.toUnsignedString(last);
        said.add(
                new Said(id, message.channel(), message.author(), message.nonce(), message.text()));
        return id;
    }

    /// Histories show no nonce from here on.
    synchronized void forgetNonces() {
        keepsNonces = false;
    }

    /// Forgets which nonces it knows, as if their time were over.
    synchronized void closeWindows() {
        nonces.clear();
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
            deliver(post, now);
            return Optional.of(new Answer.Unsure("timeout"));
        });
    }

    synchronized Answer post(Post post, Instant now) {
        posts.add(post);
        Function<Post, Optional<Answer>> scripted = script.poll();
        return (scripted == null ? Optional.<Answer>empty() : scripted.apply(post))
                .orElseGet(() -> deliver(post, now));
    }

    private synchronized Answer deliver(Post post, Instant now) {
        Instant before = nonces.get(post.nonce());
        if (before != null && Duration.between(before, now).compareTo(WINDOW) < 0) {
            return new Answer.Delivered(delivered(post.nonce()).getFirst().id());
        }
        nonces.put(post.nonce(), now);
        return new Answer.Delivered(
                say(new Said("", post.channel(), SELF, post.nonce(), post.text()), now));
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
                .map(FakeNetwork::incoming)
                .toList();
    }

    synchronized void take(String id) {
        taken.add(id);
    }

    /// What a program was told that it need not be shown again.
    synchronized Set<String> taken() {
        return Set.copyOf(taken);
    }

    synchronized List<Seen> history(String channel, Snowflake after) {
        return said.stream()
                .filter(it -> it.channel().equals(channel))
                .filter(it -> Snowflake.parse(it.id()).orElseThrow().compareTo(after) > 0)
                .sorted(Comparator.comparing(it -> Snowflake.parse(it.id()).orElseThrow()))
                .limit(limits().pageMax())
                .map(it -> new Seen(incoming(it), keepsNonces ? it.nonce() : ""))
                .toList();
    }

    private static Incoming incoming(Said said) {
        EnumSet<Trait> traits = EnumSet.noneOf(Trait.class);
        if (said.author().equals(SELF)) {
            traits.add(Trait.BY_US);
        }
        var place = new Incoming.Place("1", said.channel());
        return new Incoming(said.id(), place, said.author(), traits, said.text());
    }
}
