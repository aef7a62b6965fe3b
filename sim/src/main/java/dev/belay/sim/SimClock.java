package dev.belay.sim;

import dev.belay.system.Clock;
import java.time.Duration;
import java.time.Instant;

/// A clock that stands still until it is told otherwise.
///
/// So, many changes of files have one and the same time stamp, as on file systems with coarse ones.
/// See [#tick].
public final class SimClock implements Clock {
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration SINCE_BOOT = Duration.ofMinutes(1);

    private Instant now = BEGINNING;
    private Duration elapsed = SINCE_BOOT;
    private Duration tick = Duration.ZERO;

    /// One that shows the beginning of 2026, a minute after boot.
    public SimClock() {}

    @Override
    public synchronized Instant now() {
        advance(tick);
        return now;
    }

    @Override
    public synchronized Duration elapsed() {
        return elapsed;
    }

    /// Lets time pass.
    public synchronized void advance(Duration time) {
        now = now.plus(time);
        elapsed = elapsed.plus(time);
    }

    /// Sets the wall clock, forward or back, as an operator or NTP may.
    public synchronized void set(Instant time) {
        now = time;
    }

    /// From now on, time passes by this much whenever the wall clock is read.
    public synchronized void tick(Duration each) {
        tick = each;
    }

    /// One that shows the same, and goes its own way from here.
    synchronized SimClock copy() {
        SimClock copy = new SimClock();
        copy.now = now;
        copy.elapsed = elapsed;
        copy.tick = tick;
        return copy;
    }

    /// The clock after a reboot at this moment, which counts anew.
    synchronized SimClock afterBoot() {
        SimClock next = copy();
        next.elapsed = SINCE_BOOT;
        return next;
    }
}
