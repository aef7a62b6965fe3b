package dev.belay.deletion.custody;

import dev.belay.deletion.custody.Pursuit.Asking;
import dev.belay.deletion.custody.Pursuit.Ended;
import dev.belay.deletion.custody.Pursuit.Resting;
import dev.belay.deletion.custody.Pursuit.Round;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Follows deletions side by side, round after round, until each ended or the time is over.
///
/// Everything on the store happens on the calling thread, one after the other; questions to the
/// provider are put side by side. One deletion that fails does not stop the others.
final class Rounds {
    /// How long after one round the next begins: soon at first, since most deletions are short.
    private static final List<Duration> DELAYS =
            List.of(
                    Duration.ofMillis(100),
                    Duration.ofMillis(250),
                    Duration.ofMillis(500),
                    Duration.ofMillis(1000),
                    Duration.ofMillis(2000));

    private static final Duration LATER = Duration.ofSeconds(5);

    private final World world;
    private final Consumer<DeletionEvent> events;

    Rounds(World world, Consumer<DeletionEvent> events) {
        this.world = world;
        this.events = events;
    }

    /// One deletion between two rounds.
    private record Resumption(Pursuit pursuit, int round, Duration due) {}

    /// Where each ended, in the order of `pursuits`. At least one round is made.
    ///
    /// @param wait how long to go on after the first round
    List<Ending> follow(List<Pursuit> pursuits, Duration wait) {
        Duration deadline = world.clock().elapsed().plus(wait);
        Map<Pursuit, Ending> endings = new LinkedHashMap<>();
        List<Resumption> open = new ArrayList<>();
        for (Pursuit pursuit : pursuits) {
            open.add(new Resumption(pursuit, 0, Duration.ZERO));
        }
        while (!open.isEmpty()) {
            Duration now = awaitDue(open);
            List<Resumption> due =
                    open.stream().filter(it -> it.due().compareTo(now) <= 0).toList();
            if (due.isEmpty()) {
                break; // Interrupted: the time is over.
            }
            open.removeAll(due);
            Map<Pursuit, Round> rounds = round(due.stream().map(Resumption::pursuit).toList());
            for (Resumption resumption : due) {
                switch (rounds.get(resumption.pursuit())) {
                    case Ended(Ending ending) -> endings.put(resumption.pursuit(), ending);
                    case Resting resting -> {
                        endings.put(resumption.pursuit(), resting.ending());
                        rest(resumption, resting, deadline, open);
                    }
                    case Asking _ -> throw new IllegalStateException("a question was left open");
                    case null -> throw new IllegalStateException("a round was left out");
                }
            }
        }
        return pursuits.stream().map(endings::get).toList();
    }

    /// Waits for whatever is due first, and says what time it is then.
    private Duration awaitDue(List<Resumption> open) {
        Duration first =
                open.stream().map(Resumption::due).min(Comparator.naturalOrder()).orElseThrow();
        Duration now = world.clock().elapsed();
        if (first.compareTo(now) <= 0) {
            return now;
        }
        world.waiting().pause(first.minus(now));
        return world.clock().elapsed();
    }

    private void rest(Resumption last, Resting resting, Duration deadline, List<Resumption> open) {
        Duration now = world.clock().elapsed();
        Duration delay = last.round() < DELAYS.size() ? DELAYS.get(last.round()) : LATER;
        Duration asked = resting.retryAfter().orElse(Duration.ZERO);
        if (now.compareTo(deadline) >= 0 || now.plus(asked).compareTo(deadline) > 0) {
            return;
        }
        Duration wanted = now.plus(asked.compareTo(delay) > 0 ? asked : delay);
        // The last look is at the deadline, however short the last wait becomes.
        Duration due = wanted.compareTo(deadline) < 0 ? wanted : deadline;
        events.accept(new DeletionEvent.Waiting(last.pursuit().id(), due.minus(now)));
        open.add(new Resumption(last.pursuit(), last.round() + 1, due));
    }

    private static Map<Pursuit, Round> round(List<Pursuit> pursuits) {
        Map<Pursuit, Round> rounds = new HashMap<>();
        for (Pursuit pursuit : pursuits) {
            pursuit.begin();
            rounds.put(pursuit, settle(pursuit));
        }
        for (List<Runnable> questions = questions(rounds);
                !questions.isEmpty();
                questions = questions(rounds)) {
            Questions.put(questions);
            rounds.replaceAll(
                    (pursuit, round) -> round instanceof Asking ? settle(pursuit) : round);
        }
        return rounds;
    }

    private static List<Runnable> questions(Map<Pursuit, Round> rounds) {
        return rounds.values().stream()
                .filter(Asking.class::isInstance)
                .map(round -> ((Asking) round).question())
                .toList();
    }

    private static Round settle(Pursuit pursuit) {
        try {
            return pursuit.settle();
        } catch (IOException failure) {
            return new Ended(new Ending.Failed(pursuit.id(), failure));
        }
    }
}
