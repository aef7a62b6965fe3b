package dev.belay.discord.gateway;

import java.time.Duration;

/// Decides what is done on one connection to the gateway.
final class Linking {
    /// A server that names a longer interval would never be found dead.
    private static final Duration INTERVAL_MAX = Duration.ofMinutes(2);

    /// How much of an interval an answer to a sign of life may be late.
    private static final int GRACE_PART = 4;

    private Linking() {}

    /// What a connection has come to.
    ///
    /// @param until when the stage has to be over; without meaning once it is `CONNECTED`
    record Link(Stage stage, Duration until, Beats beats) {
        static Link opened(Duration until) {
            return new Link(Stage.GREETING, until, Beats.NONE);
        }

        /// The next sign of life is given later.
        Link postponed(Duration next) {
            return new Link(stage, until, new Beats(beats.interval(), next, true));
        }
    }

    /// Where a connection stands.
    enum Stage {
        /// The server has not said hello.
        GREETING,
        IDENTIFYING,
        RESUMING,
        CONNECTED
    }

    /// Signs of life.
    ///
    /// @param next when the next is due
    /// @param isAnswered whether the last was answered, or none was given
    record Beats(Duration interval, Duration next, boolean isAnswered) {
        static final Beats NONE = new Beats(Duration.ZERO, Duration.ZERO, true);

        private Duration graceEnd() {
            return next.plus(interval.dividedBy(GRACE_PART));
        }
    }

    /// What happened.
    sealed interface Event {
        record Hello(Duration interval) implements Event {}

        /// The server wants a sign of life at once.
        record BeatAsked() implements Event {}

        record BeatAnswered() implements Event {}

        /// A session has begun.
        record Ready() implements Event {}

        /// A session goes on.
        record Resumed() implements Event {}

        /// An event for us.
        record Dispatched() implements Event {}

        record ReconnectAsked() implements Event {}

        record SessionInvalid(boolean isResumable) implements Event {}

        /// Something that means nothing to us.
        record Unknown() implements Event {}

        /// Something that cannot be read.
        record Unreadable() implements Event {}

        /// An event could not be taken.
        record NotTaken() implements Event {}

        /// A session could not be counted, and so was not begun.
        record NotCounted() implements Event {}

        record Closed(int code) implements Event {}

        /// The connection ended without a close.
        record Broken() implements Event {}

        /// Time has passed.
        record Passed() implements Event {}
    }

    /// What is known beside the event.
    ///
    /// @param chance from 0 to less than 1
    /// @param hasSession whether there is one to go on with
    /// @param answerMax how long identifying or resuming may take
    record Facts(Duration now, double chance, boolean hasSession, Duration answerMax) {}

    /// What is done next.
    sealed interface Step {
        record Nothing() implements Step {}

        record Identify() implements Step {}

        record Resume() implements Step {}

        /// A sign of life is given.
        record Beat() implements Step {}

        /// The listener learns that we are connected.
        record Welcome(boolean isContinued) implements Step {}

        /// The event is shown to the listener.
        record Show() implements Step {}

        record Leave(After after) implements Step {}
    }

    /// How it goes on after a connection.
    sealed interface After {
        /// With the same session, where there is one.
        record Again() implements After {}

        /// With a new session.
        record Anew() implements After {}

        /// With a new session, after a wait that Discord asks for.
        record AnewLater() implements After {}

        /// Not at all.
        ///
        /// @param code of the close
        record Never(int code) implements After {}
    }

    /// What becomes of a connection, and what is done.
    record Decision(Link link, Step step) {}

    /// Total.
    // Long: one line for each event, which are to be read beside one another.
    static Decision next(Link link, Event event, Facts facts) {
        return switch (event) {
            case Event.Hello(Duration interval) -> hello(link, interval, facts);
            case Event.BeatAsked _ ->
                    stay(
                            link,
                            link.stage() == Stage.GREETING ? new Step.Nothing() : new Step.Beat());
            case Event.BeatAnswered _ ->
                    stay(
                            withBeats(
                                    link,
                                    new Beats(link.beats().interval(), link.beats().next(), true)),
                            new Step.Nothing());
            case Event.Ready _ ->
                    link.stage() == Stage.IDENTIFYING
                            ? connected(link, false)
                            : leave(link, new After.Anew());
            case Event.Resumed _ ->
                    switch (link.stage()) {
                        case RESUMING -> connected(link, true);
                        // It was kept like any other event, and shown again.
                        case CONNECTED -> stay(link, new Step.Show());
                        case GREETING, IDENTIFYING -> leave(link, new After.Anew());
                    };
            case Event.Dispatched _ ->
                    switch (link.stage()) {
                        // What was missed comes before the word that the session goes on.
                        case RESUMING, CONNECTED -> stay(link, new Step.Show());
                        // A server that shows events of no session has lost its mind.
                        case GREETING, IDENTIFYING -> leave(link, new After.Anew());
                    };
            case Event.SessionInvalid(boolean isResumable) ->
                    leave(
                            link,
                            isResumable && link.stage() != Stage.IDENTIFYING
                                    ? new After.Again()
                                    : new After.AnewLater());
            case Event.Unknown _ -> stay(link, new Step.Nothing());
            case Event.NotCounted _ -> leave(link, new After.Anew());
            case Event.ReconnectAsked _, Event.Unreadable _, Event.NotTaken _, Event.Broken _ ->
                    leave(link, new After.Again());
            case Event.Closed(int code) -> leave(link, after(code));
            case Event.Passed _ -> passed(link, facts);
        };
    }

    private static Decision hello(Link link, Duration interval, Facts facts) {
        if (link.stage() != Stage.GREETING) {
            return stay(link, new Step.Nothing());
        }
        if (interval.isZero() || interval.isNegative()) {
            return leave(link, new After.Again());
        }
        Duration bounded = interval.compareTo(INTERVAL_MAX) < 0 ? interval : INTERVAL_MAX;
        // Spread, so that not all bots of the world beat at once after an outage.
        long first = (long) (bounded.toMillis() * facts.chance());
        Link greeted =
                new Link(
                        facts.hasSession() ? Stage.RESUMING : Stage.IDENTIFYING,
                        facts.now().plus(facts.answerMax()),
                        new Beats(bounded, facts.now().plusMillis(first), true));
        return stay(greeted, facts.hasSession() ? new Step.Resume() : new Step.Identify());
    }

    private static Decision connected(Link link, boolean isContinued) {
        return stay(
                new Link(Stage.CONNECTED, link.until(), link.beats()),
                new Step.Welcome(isContinued));
    }

    /// What each code of a close means is in `docs/protocols/discord.md`.
    private static After after(int code) {
        return switch (code) {
            case 4004, 4010, 4011, 4012, 4013, 4014 -> new After.Never(code);
            case 4007, 4009 -> new After.Anew();
            default -> new After.Again();
        };
    }

    private static Decision passed(Link link, Facts facts) {
        boolean isLate = facts.now().compareTo(link.until()) >= 0;
        if (link.stage() != Stage.CONNECTED && isLate) {
            return leave(link, new After.Again());
        }
        Beats beats = link.beats();
        if (link.stage() == Stage.GREETING || facts.now().compareTo(beats.next()) < 0) {
            return stay(link, new Step.Nothing());
        }
        if (beats.isAnswered()) {
            Duration following = facts.now().plus(beats.interval());
            return stay(
                    withBeats(link, new Beats(beats.interval(), following, false)),
                    new Step.Beat());
        }
        return facts.now().compareTo(beats.graceEnd()) >= 0
                ? leave(link, new After.Again())
                : stay(link, new Step.Nothing());
    }

    /// When something is to be decided at the latest.
    static Duration deadline(Link link) {
        if (link.stage() == Stage.GREETING) {
            return link.until();
        }
        Duration beat = link.beats().isAnswered() ? link.beats().next() : link.beats().graceEnd();
        return link.stage() == Stage.CONNECTED || beat.compareTo(link.until()) < 0
                ? beat
                : link.until();
    }

    private static Link withBeats(Link link, Beats beats) {
        return new Link(link.stage(), link.until(), beats);
    }

    private static Decision stay(Link link, Step step) {
        return new Decision(link, step);
    }

    private static Decision leave(Link link, After after) {
        return new Decision(link, new Step.Leave(after));
    }
}
