package dev.belay.connector.custody;

import dev.belay.connector.channel.Channel;
import dev.belay.connector.engine.Engine;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.ownership.Ownership;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.World;
import java.time.Instant;

/// All that the run of a binding acts on. Whoever made these closes them, after the run.
///
/// @param journal open
/// @param ownership of the binding of the journal
public record Custody(
        World world,
        ConnectorJournal journal,
        Ownership ownership,
        Channel channel,
        Engine engine,
        Observer observer) {

    /// The same with another engine.
    public Custody with(Engine other) {
        return new Custody(world, journal, ownership, channel, other, observer);
    }

    /// The same with another observer.
    public Custody with(Observer other) {
        return new Custody(world, journal, ownership, channel, engine, other);
    }

    /// By the wall clock.
    public Instant now() {
        return world.clock().now();
    }

    /// Looks afresh whether the brake is set.
    ///
    /// @throws Refusal `OWNERSHIP_LOST`
    public boolean isBraked() throws Refusal {
        try {
            ownership.requireMayBegin();
            return false;
        } catch (Refusal refusal) {
            if (refusal.code() == ErrorCode.BRAKED) {
                return true;
            }
            throw refusal;
        }
    }
}
