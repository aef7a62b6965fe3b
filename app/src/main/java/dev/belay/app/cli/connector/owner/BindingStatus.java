package dev.belay.app.cli.connector.owner;

import dev.belay.app.config.BindingKeys;
import dev.belay.app.wiring.Bindings;
import dev.belay.connector.BindingName;
import dev.belay.connector.Snowflake;
import dev.belay.connector.journal.JournalView;
import dev.belay.connector.line.Delivery;
import dev.belay.connector.line.Times;
import dev.belay.connector.ownership.BindingStop;
import dev.belay.connector.ownership.OwnerState;
import dev.belay.connector.ownership.RunLock;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is known of a binding from outside. Takes no lock and writes nothing.
///
/// @param work empty where the journal cannot be read, for the reason in `damage`, and where there
///   is none yet
public record BindingStatus(
        BindingName name,
        OwnerState owner,
        BrakeView brake,
        Optional<Work> work,
        Optional<Refusal> damage) {

    /// What the journal says.
    ///
    /// @param admitted turns of this UTC day
    /// @param ceiling how many there may be; empty where no file of settings says so
    /// @param waiting accepted messages that are not settled
    /// @param lag how long the oldest of those has waited
    public record Work(
            long accepted,
            long admitted,
            Optional<Long> ceiling,
            List<String> inFlight,
            List<Delivery> unresolved,
            int waiting,
            Optional<Duration> lag,
            Optional<JsonObject> lastGap,
            Optional<JsonObject> lastReload) {}

    /// Looks at every binding.
    public static List<BindingStatus> all(World world, Bindings bindings) throws IOException {
        List<BindingStatus> all = new ArrayList<>();
        for (BindingName name : bindings.names()) {
            all.add(of(world, bindings, name));
        }
        return all;
    }

    /// Looks at a binding.
    public static BindingStatus of(World world, Bindings bindings, BindingName name)
            throws IOException {
        Optional<Directory> opened = bindings.lookAt(name);
        if (opened.isEmpty()) {
            bindings.requireKnown(name);
            return new BindingStatus(
                    name,
                    new OwnerState.Free(),
                    new BrakeView(false, List.of()),
                    Optional.empty(),
                    Optional.empty());
        }
        try (Directory directory = opened.get()) {
            OwnerState owner = new RunLock(world, directory, Duration.ZERO).inspect();
            BrakeView brake = BrakeView.of(new BindingStop(world, directory));
            try (JournalView view = JournalView.open(world, bindings.pathOf(name), directory)) {
                Work work = work(view, world.clock().now(), ceiling(bindings, name));
                return new BindingStatus(name, owner, brake, Optional.of(work), Optional.empty());
            } catch (Refusal damage) {
                return new BindingStatus(name, owner, brake, Optional.empty(), Optional.of(damage));
            }
        }
    }

    /// Settings that are wrong hide nothing else: `belay config check` tells what is.
    private static Optional<Long> ceiling(Bindings bindings, BindingName name) {
        try {
            return bindings.settingsOf(name).flatMap(it -> it.count(BindingKeys.DAILY));
        } catch (Refusal _) {
            return Optional.empty();
        }
    }

    private static Work work(JournalView view, Instant now, Optional<Long> ceiling)
            throws IOException {
        List<String> waiting = view.waiting();
        Optional<Duration> lag =
                waiting.stream()
                        .flatMap(id -> Snowflake.parse(id).stream())
                        .min(Snowflake::compareTo)
                        .map(oldest -> Duration.between(oldest.time(), now));
        return new Work(
                view.accepted(),
                view.admittedOn(Times.date(now)),
                ceiling,
                view.inFlight(),
                view.unresolved(),
                waiting.size(),
                lag.map(time -> time.isNegative() ? Duration.ZERO : time),
                view.lastGap(),
                view.lastReload());
    }
}
