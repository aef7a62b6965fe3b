package dev.belay.connector.sending;

import dev.belay.connector.custody.Custody;
import dev.belay.connector.line.Delivery;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How long ago parts were first intended.
///
/// Of what this run has intended, the clock that never goes back tells. Of what another run has,
/// the wall clock tells once, and the other one from then on: no setting of the wall clock makes a
/// part younger than it was. One that is ahead makes it older, and it is not sent again.
///
/// - **Threads:** any number.
final class Ages {
    private final Custody custody;

    /// When a part was first intended, by the clock that never goes back; less than zero where that
    /// was before the machine began. Guarded by this.
    private final Map<String, Duration> since = new HashMap<>();

    /// Those of which the wall clock has told nonsense. Guarded by this.
    private final Set<String> unknown = new HashSet<>();

    Ages(Custody custody) {
        this.custody = custody;
    }

    /// A part is about to be intended for the first time.
    synchronized void begin(String nonce) {
        since.putIfAbsent(nonce, elapsed());
    }

    /// Empty where nobody can know, as behind a wall clock that was set back.
    synchronized Optional<Duration> of(Delivery part) {
        String nonce = part.nonce();
        Optional<Duration> byWall =
                part.intentAt().map(intent -> Duration.between(intent, custody.now()));
        if (byWall.isEmpty() || byWall.get().isNegative()) {
            unknown.add(nonce);
        }
        if (unknown.contains(nonce)) {
            return Optional.empty();
        }
        Duration wall = byWall.orElseThrow();
        Duration own = elapsed().minus(since.computeIfAbsent(nonce, _ -> elapsed().minus(wall)));
        return Optional.of(own.compareTo(wall) > 0 ? own : wall);
    }

    /// Nobody will ask about a part any more.
    synchronized void forget(String nonce) {
        since.remove(nonce);
        unknown.remove(nonce);
    }

    private Duration elapsed() {
        return custody.world().clock().elapsed();
    }
}
