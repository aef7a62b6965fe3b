package dev.belay.simulators.discord;

import dev.belay.simulators.fault.Fault;
import java.time.Duration;
import java.util.List;

/// How a [FakeDiscord] begins.
///
/// @param port of the REST; 0 for any that is free
/// @param gatewayPort of the gateway; 0 for any that is free
/// @param heartbeat how often a client is to give a sign of life
/// @param nonceWindow how long a nonce is remembered
/// @param bucket how many messages a channel takes in `bucketReset`; 0 for any number
/// @param bucketReset see `bucket`
/// @param sessionStarts how many sessions may begin
/// @param faults what goes wrong from the start
public record FakeDiscordOptions(
        int port,
        int gatewayPort,
        Duration heartbeat,
        Duration nonceWindow,
        int bucket,
        Duration bucketReset,
        int sessionStarts,
        List<Fault> faults) {
    /// Any free ports, the times of Discord itself, its usual five messages in five seconds, and no
    /// fault.
    public static final FakeDiscordOptions USUAL =
            new FakeDiscordOptions(
                    0,
                    0,
                    Duration.ofMillis(41_250),
                    Duration.ofMinutes(3),
                    5,
                    Duration.ofSeconds(5),
                    1_000,
                    List.of());

    private static final int PORT_MAX = 65_535;

    public FakeDiscordOptions {
        faults = List.copyOf(faults);
        if (Math.min(port, gatewayPort) < 0 || Math.max(port, gatewayPort) > PORT_MAX) {
            throw new IllegalArgumentException("a port is 0 to 65535");
        }
        if (nonceWindow.isNegative() || bucketReset.isNegative()) {
            throw new IllegalArgumentException("no time is negative");
        }
        if (bucket < 0 || sessionStarts < 0) {
            throw new IllegalArgumentException("no count is negative");
        }
    }

    public FakeDiscordOptions withPorts(int rest, int gateway) {
        return new FakeDiscordOptions(
                rest, gateway, heartbeat, nonceWindow, bucket, bucketReset, sessionStarts, faults);
    }

    public FakeDiscordOptions withHeartbeat(Duration value) {
        return new FakeDiscordOptions(
                port, gatewayPort, value, nonceWindow, bucket, bucketReset, sessionStarts, faults);
    }

    public FakeDiscordOptions withNonceWindow(Duration value) {
        return new FakeDiscordOptions(
                port, gatewayPort, heartbeat, value, bucket, bucketReset, sessionStarts, faults);
    }

    public FakeDiscordOptions withBucket(int size, Duration reset) {
        return new FakeDiscordOptions(
                port, gatewayPort, heartbeat, nonceWindow, size, reset, sessionStarts, faults);
    }

    public FakeDiscordOptions withSessionStarts(int value) {
        return new FakeDiscordOptions(
                port, gatewayPort, heartbeat, nonceWindow, bucket, bucketReset, value, faults);
    }

    public FakeDiscordOptions withFaults(List<Fault> value) {
        return new FakeDiscordOptions(
                port,
                gatewayPort,
                heartbeat,
                nonceWindow,
                bucket,
                bucketReset,
                sessionStarts,
                value);
    }
}
