package dev.belay.staging.mirror;

import dev.belay.staging.life.Staging;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.removal.TreeRemoval;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import java.io.IOException;
import java.util.Optional;

/// A mirror in the hands of one run.
///
/// - **Crash:** leaves it handed over, or a copy whose receipt says how far it came.
/// - **Threads:** one.
public final class Taken implements Mirrors.Answer, AutoCloseable {
    private static final String SOURCE = "source";
    private static final String OUTPUTS = ".crabbox";

    private final HeldSlot slot;
    private final Staging staging;
    private final boolean isWarm;
    private final Optional<StagingId> left;

    Taken(HeldSlot slot, Staging staging, boolean isWarm, Optional<StagingId> left) {
        this.slot = slot;
        this.staging = staging;
        this.isWarm = isWarm;
        this.left = left;
    }

    public Staging staging() {
        return staging;
    }

    /// Whether it holds what an earlier run has left, which the copy of now can be made of.
    public boolean isWarm() {
        return isWarm;
    }

    /// The copy of an earlier run that was in its place, that nobody handed over, and that stays.
    public Optional<StagingId> left() {
        return left;
    }

    /// What became of a mirror.
    ///
    /// @param why it is no mirror any more, as the middle of a sentence; empty when it is one
    /// @param isRemoved whether the copy went with it
    public record Outcome(String why, boolean isRemoved) {
        static final Outcome HANDED_OVER = new Outcome("", false);

        /// Whether the next run finds it warm.
        public boolean isHandedOver() {
            return why.isEmpty();
        }
    }

    /// Hands it over to the next run, if all that was done in it is over and in safety; says else
    /// why not.
    public Outcome finish() throws IOException {
        Receipt receipt = staging.receipt();
        Optional<String> reason = keeps(receipt.progress());
        if (reason.isPresent()) {
            return new Outcome(reason.get(), false);
        }
        slot.requireOwned();
        if (!receipt.isDurable()) {
            staging.dispose();
            return new Outcome("it may not survive a power cut on this file system", true);
        }
        staging.handedOver();
        removeOutputs();
        return Outcome.HANDED_OVER;
    }

    /// Leaves it to the next run as far as it was brought up to date: what its index vouches for is
    /// there, whatever else is.
    public void putBack() throws IOException {
        slot.requireOwned();
        staging.putBack();
    }

    /// Why it cannot be handed over; empty when it can.
    private static Optional<String> keeps(Progress progress) {
        Hold hold = progress.hold();
        if (hold != null && hold != Hold.REGISTRATION) {
            return Optional.of(
                    switch (hold) {
                        case ARTIFACTS -> "its copy was asked to stay, or its outputs are in it";
                        case CLAIMS -> "a lease may refer to its copy";
                        case WRITERS, REGISTRATION -> "something may still write to its copy";
                    });
        }
        boolean isUnused = progress.users() == Users.NONE && progress.state() == State.PREPARED;
        boolean isUsed = progress.users() == Users.SETTLED && progress.state() == State.PRESERVED;
        return isUnused || isUsed
                ? Optional.empty()
                : Optional.of("what was done in its copy is not known to be over");
    }

    /// They are in the repository by now, and are no part of the next copy. What cannot be removed
    /// here goes when that is made, with whatever else lies in it.
    private void removeOutputs() {
        try (Directory source = staging.payload().openDirectory(SOURCE)) {
            if (source.status(OUTPUTS).isPresent()) {
                try (Directory outputs = source.openDirectory(OUTPUTS)) {
                    TreeRemoval.remove(outputs, "captures");
                    TreeRemoval.remove(outputs, "runs");
                }
            }
        } catch (DiskFault _) {
            // As said.
        }
    }

    /// Lets others have it. Where it was not handed over, the next run takes its slot back.
    @Override
    public void close() {
        staging.close();
        slot.close();
        slot.slots().close();
    }
}
