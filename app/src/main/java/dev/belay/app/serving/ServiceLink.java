package dev.belay.app.serving;

import dev.belay.core.error.Refusal;
import dev.belay.system.World;
import dev.belay.system.service.Supervisor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What systemd is told: that a run is ready, reads its settings, ends, and is alive.
///
/// - **Threads:** any number.
public final class ServiceLink {
    private static final int MICROS_DIGITS_MAX = 18;

    private final World world;
    private final Supervisor supervisor;
    private final Optional<Duration> watchdog;
    private volatile boolean isStopping;

    /// @param environment says whether and how often a sign of life is wanted
    public ServiceLink(World world, Supervisor supervisor, Map<String, String> environment) {
        this.world = world;
        this.supervisor = supervisor;
        String pid = environment.getOrDefault("WATCHDOG_PID", "");
        boolean isForUs = pid.isEmpty() || pid.equals(Long.toString(world.processes().ownPid()));
        this.watchdog =
                Optional.ofNullable(environment.get("WATCHDOG_USEC"))
                        .filter(text -> isForUs)
                        .filter(text -> text.matches("[1-9][0-9]*"))
                        .filter(text -> text.length() <= MICROS_DIGITS_MAX)
                        .map(text -> Duration.ofNanos(Long.parseLong(text) * 1000));
    }

    /// The binding is ours, its journal is read, and messages are taken. Whether the network is
    /// there is another matter, which a supervisor cannot mend.
    public void ready() {
        supervisor.tell("READY=1");
    }

    public void reloading() {
        long micros = world.clock().elapsed().toNanos() / 1000;
        supervisor.tell("RELOADING=1\nMONOTONIC_USEC=" + micros);
    }

    /// Said once, however often it is called.
    public void stopping() {
        if (!isStopping) {
            isStopping = true;
            supervisor.tell("STOPPING=1");
        }
    }

    /// Gives signs of life for as long as the run takes its own locks and the disk answers. A run
    /// that hangs gives none, and is started again.
    public void watch(Serving serving) {
        if (watchdog.isPresent()) {
            Duration pause = watchdog.get().dividedBy(3);
            Thread.ofPlatform().daemon().name("watchdog").start(() -> watch(serving, pause));
        }
    }

    private void watch(Serving serving, Duration pause) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                Connectedness.of(serving);
                supervisor.tell("WATCHDOG=1");
            } catch (Refusal | IllegalStateException _) {
                return; // It is no longer ours, or over: the run ends by itself.
            }
            world.waiting().pause(pause);
        }
    }

    /// What shows that a run is alive.
    private record Connectedness(int inFlight, boolean isBraked) {
        static Connectedness of(Serving serving) throws Refusal {
            return new Connectedness(serving.load().inFlight(), serving.isBraked());
        }
    }
}
