package dev.belay.discord.rest;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonValue;
import dev.belay.discord.limit.Limits;
import dev.belay.discord.limit.Seconds;
import dev.belay.system.Http;
import dev.belay.system.World;
import java.io.IOException;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Asks Discord, each thing once, and no more often than it allows.
///
/// - **Threads:** any number.
/// - **Interrupt:** ends a request, as an `InterruptedIOException`.
public final class Rest {
    /// Discord blocks a program that does not call itself this way.
    private static final String USER_AGENT = "DiscordBot (https://belay.dev, 0.1)";

    /// How long a request waits for its turn by itself; longer, and the caller is told.
    public static final Duration TURN_MAX = Duration.ofSeconds(5);

    /// A pause that Discord asks for without saying how long.
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private static final Duration PAUSE_MAX = Duration.ofHours(1);

    /// How long a channel stays closed that was once.
    private static final Duration CLOSED = Duration.ofMinutes(1);

    private static final int CHANNELS_MAX = 10_000;

    private final Parts parts;
    private final Limits limits = new Limits();
    private final Map<String, Duration> closedChannels = new HashMap<>();
    private boolean isRefused;
    private Optional<Told> told = Optional.empty();

    /// The time that an answer carried, and when it came by our clock that never goes back.
    private record Told(Instant time, Duration at) {}

    /// What it is put together from.
    ///
    /// @param api the address that all paths are below
    /// @param token read for each request
    /// @param requestMax how long one request may take
    /// @param onRefused called once, when the token is refused
    public record Parts(
            Http http,
            World world,
            URI api,
            TokenSource token,
            Duration requestMax,
            Runnable onRefused) {}

    /// Where the token comes from.
    public interface TokenSource {
        String read() throws IOException;
    }

    public Rest(Parts parts) {
        this.parts = parts;
    }

    /// That the token was refused, where it was.
    public synchronized Optional<Refusal> refusal() {
        return isRefused
                ? Optional.of(
                        new Refusal(
                                ErrorCode.CHANNEL_REFUSED,
                                "discord",
                                "the token is not valid (status 401)",
                                "put the bot's present token where the binding says"))
                : Optional.empty();
    }

    /// What time it is at Discord, to a second or two; as our clock has it before anything was
    /// answered.
    public synchronized Instant time() {
        return told.map(it -> it.time().plus(now().minus(it.at())))
                .orElseGet(parts.world().clock()::now);
    }

    /// Whether the channel has just said that we may do nothing there.
    synchronized boolean isClosed(String channel) {
        return parts.world().clock().elapsed().compareTo(closedUntil(channel)) < 0;
    }

    /// Asks once.
    ///
    /// @throws NotNow when it may not be asked yet
    /// @throws Refusal when the token was refused, now or before
    /// @throws Http.NotSent when nothing was sent
    /// @throws IOException when no whole answer came
    Reply ask(Call call) throws IOException {
        awaitTurn(call);
        Map<String, String> headers = new HashMap<>();
        headers.put("Authorization", "Bot " + token());
        headers.put("User-Agent", USER_AGENT);
        if (!call.body().isEmpty()) {
            headers.put("Content-Type", "application/json");
        }
        Http.Request request =
                new Http.Request(
                        call.method(),
                        URI.create(parts.api() + call.path()),
                        headers,
                        call.body(),
                        parts.requestMax(),
                        call.answerMax());
        Reply reply = Reply.of(parts.http().send(request));
        if (learn(call, reply)) {
            parts.onRefused().run();
        }
        return reply;
    }

    private void awaitTurn(Call call) throws IOException {
        Duration begin = now();
        while (true) {
            Optional<Refusal> refusal = refusal();
            if (refusal.isPresent()) {
                throw refusal.get();
            }
            Duration wait = reserve(call);
            if (wait.isZero()) {
                return;
            }
            if (now().plus(wait).minus(begin).compareTo(TURN_MAX) > 0) {
                throw new NotNow(wait);
            }
            parts.world().waiting().pause(wait);
            if (Thread.currentThread().isInterrupted()) {
                throw new NotNow(wait);
            }
        }
    }

    private String token() throws IOException {
        try {
            return parts.token().read();
        } catch (Refusal refusal) {
            throw refusal;
        } catch (IOException _) {
            throw new NotNow(PAUSE); // Nothing was sent.
        }
    }

    private synchronized Duration reserve(Call call) {
        return limits.reserve(place(call), now());
    }

    /// Remembers what an answer says of what may be asked.
    ///
    /// @return whether the token was refused, and was not before
    private synchronized boolean learn(Call call, Reply reply) {
        Duration now = now();
        date(reply).ifPresent(time -> told = Optional.of(new Told(time, now)));
        Optional<Duration> reset =
                Seconds.parse(reply.header("x-ratelimit-reset-after"), PAUSE_MAX);
        String remaining = reply.header("x-ratelimit-remaining");
        if (reset.isPresent() && remaining.matches("[0-9]{1,9}")) {
            limits.said(
                    place(call),
                    new Limits.Said(
                            reply.header("x-ratelimit-bucket"),
                            Integer.parseInt(remaining),
                            reset.get()),
                    now);
        }
        boolean isNew = reply.status() == 401 && !isRefused;
        switch (reply.status()) {
            case 401 -> {
                isRefused = true;
                limits.invalid(now);
            }
            case 403 -> {
                limits.invalid(now);
                if (call.isPost()) { // Who may not read, or type, may be allowed to write.
                    close(call.channel(), now);
                }
            }
            case 429 -> tooMany(call, reply, now);
            default -> {}
        }
        return isNew;
    }

    private static Optional<Instant> date(Reply reply) {
        try {
            return Optional.of(
                    Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(reply.header("date"))));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private void tooMany(Call call, Reply reply, Duration now) {
        boolean isShared = reply.header("x-ratelimit-scope").equals("shared");
        if (!isShared) {
            limits.invalid(now);
        }
        Duration wait = wait(reply);
        if (isForAll(reply)) {
            limits.exceededByAll(wait, now);
        } else {
            limits.exceeded(place(call), wait, now);
        }
    }

    /// What does not come from Discord's API itself is about our address.
    private static boolean isForAll(Reply reply) {
        return reply.header("x-ratelimit-global").equals("true")
                || reply.header("x-ratelimit-scope").equals("global")
                || reply.object().member("global").filter(Rest::isTrue).isPresent()
                || reply.object().member("retry_after").isEmpty();
    }

    private static boolean isTrue(JsonValue value) {
        return value == JsonBoolean.TRUE;
    }

    /// How long a 429 asks to wait.
    static Duration wait(Reply reply) {
        String inBody =
                reply.object().member("retry_after").orElse(reply.object())
                                instanceof JsonNumber(String literal)
                        ? literal
                        : "";
        return Seconds.parse(inBody, PAUSE_MAX)
                .or(() -> Seconds.parse(reply.header("retry-after"), PAUSE_MAX))
                .filter(wait -> !wait.isZero())
                .orElse(PAUSE);
    }

    private void close(String channel, Duration now) {
        if (!channel.isEmpty()) {
            closedChannels.values().removeIf(until -> until.compareTo(now) <= 0);
            if (closedChannels.size() < CHANNELS_MAX) {
                closedChannels.put(channel, now.plus(CLOSED));
            }
        }
    }

    private Duration closedUntil(String channel) {
        return closedChannels.getOrDefault(channel, Duration.ZERO);
    }

    private Duration now() {
        return parts.world().clock().elapsed();
    }

    private static Limits.Place place(Call call) {
        return new Limits.Place(call.method() + " " + call.route(), call.channel());
    }
}
