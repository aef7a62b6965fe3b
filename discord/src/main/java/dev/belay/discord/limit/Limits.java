package dev.belay.discord.limit;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// What Discord has said of how often it may be asked.
///
/// A limit is for a bucket, which Discord names in its answers, and a channel. Until an answer has
/// named the bucket of a route, nothing is held back: no limit is known by heart.
///
/// - **Threads:** one at a time.
public final class Limits {
    /// Of Discord.
    private static final int GLOBAL_MAX = 50;

    /// A tenth of what makes Discord ban an address.
    private static final int INVALID_MAX = 1_000;

    private static final Duration INVALID_STRETCH = Duration.ofMinutes(10);

    /// No more limits are remembered; the oldest is forgotten first.
    private static final int REMEMBERED_MAX = 10_000;

    private final Window global = new Window(GLOBAL_MAX, Duration.ofSeconds(1));
    private final Window invalid = new Window(INVALID_MAX, INVALID_STRETCH);
    private final Map<String, String> buckets = new HashMap<>();
    private final Map<Place, State> states = bounded();
    private Duration closedUntil = Duration.ZERO;

    /// What a limit is for.
    ///
    /// @param route of one kind of request
    /// @param channel empty for none
    public record Place(String route, String channel) {}

    /// What an answer says of its limit.
    ///
    /// @param bucket empty where it says nothing
    public record Said(String bucket, int remaining, Duration resetAfter) {}

    private record State(int remaining, Duration resetAt) {
        static final State OVER = new State(0, Duration.ZERO);
    }

    public Limits() {}

    /// How long until a request may be sent; when it may now, it counts as sent.
    public Duration reserve(Place place, Duration now) {
        Duration wait = longest(until(closedUntil, now), global.delay(now), invalid.delay(now));
        State state = states.getOrDefault(known(place), State.OVER);
        boolean isOver = state.resetAt().compareTo(now) <= 0;
        if (!isOver && state.remaining() == 0) {
            wait = longest(wait, until(state.resetAt(), now));
        }
        if (!wait.isZero()) {
            return wait;
        }
        global.take(now);
        if (!isOver) {
            states.put(known(place), new State(state.remaining() - 1, state.resetAt()));
        }
        return Duration.ZERO;
    }

    /// An answer said how much is left.
    public void said(Place place, Said said, Duration now) {
        if (said.bucket().isEmpty()) {
            return;
        }
        if (buckets.size() < REMEMBERED_MAX) {
            buckets.put(place.route(), said.bucket());
        }
        State before = states.getOrDefault(known(place), State.OVER);
        Duration resetAt = now.plus(said.resetAfter());
        boolean isRunning = before.resetAt().compareTo(now) > 0;
        // Requests that are under way are counted by us, and not yet in an older answer.
        int remaining =
                isRunning ? Math.min(before.remaining(), said.remaining()) : said.remaining();
        states.put(known(place), new State(Math.max(0, remaining), resetAt));
    }

    /// A request was too much for its own limit.
    public void exceeded(Place place, Duration wait, Duration now) {
        states.put(known(place), new State(0, now.plus(wait)));
    }

    /// A request was too much for the bot, or for its address.
    public void exceededByAll(Duration wait, Duration now) {
        Duration until = now.plus(wait);
        closedUntil = closedUntil.compareTo(until) < 0 ? until : closedUntil;
    }

    /// A request was one of those that Discord bans an address for.
    public void invalid(Duration now) {
        invalid.take(now);
    }

    private Place known(Place place) {
        return new Place(buckets.getOrDefault(place.route(), place.route()), place.channel());
    }

    private static Duration until(Duration time, Duration now) {
        return time.compareTo(now) > 0 ? time.minus(now) : Duration.ZERO;
    }

    private static Duration longest(Duration... times) {
        Duration longest = Duration.ZERO;
        for (Duration time : times) {
            longest = time.compareTo(longest) > 0 ? time : longest;
        }
        return longest;
    }

    private static <K, V> Map<K, V> bounded() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > REMEMBERED_MAX;
            }
        };
    }
}
