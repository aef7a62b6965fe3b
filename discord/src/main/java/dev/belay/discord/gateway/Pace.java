package dev.belay.discord.gateway;

import java.time.Duration;

/// How long the steps of a connection may take.
///
/// @param connectMax to connect, and to send
/// @param greetingMax until the server says hello
/// @param answerMax until it answers to identifying or resuming
/// @param lasting a connection that was good for so long did not fail
public record Pace(
        Duration connectMax,
        Duration greetingMax,
        Duration answerMax,
        Duration lasting,
        Waits waits) {
    /// How long is waited before connections.
    ///
    /// @param least before the second attempt
    /// @param most before any
    /// @param anewLeast before a new session that Discord asks to wait for
    /// @param anewMost at most before such a one
    public record Waits(Duration least, Duration most, Duration anewLeast, Duration anewMost) {}

    /// As Discord asks for.
    public static final Pace USUAL =
            new Pace(
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(60),
                    new Waits(
                            Duration.ofSeconds(1),
                            Duration.ofSeconds(60),
                            Duration.ofSeconds(1),
                            Duration.ofSeconds(5)));
}
