package dev.belay.staging.recovery;

import dev.belay.staging.custody.Custody;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.discovery.Found;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.discovery.Page;
import dev.belay.staging.discovery.Position;
import dev.belay.staging.discovery.Standing;
import dev.belay.staging.discovery.Sweep;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.StagingId;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Recovers what nobody asks for: at most one copy at a time, found in one bounded page.
public final class CleanUp {
    private final SyncRoot root;
    private final Owners owners;
    private final Recovery recovery;

    /// What became of the one copy.
    ///
    /// @param refusal why it is kept; null when it is gone
    public record Attempt(StagingId id, @Nullable IOException refusal) {
        public boolean isRemoved() {
            return refusal == null;
        }
    }

    public CleanUp(SyncRoot root, Owners owners, Recovery recovery) {
        this.root = root;
        this.owners = owners;
        this.recovery = recovery;
    }

    /// Takes the next copy that may go, and keeps where to go on; empty when the page had none.
    ///
    /// What a recovery was cut off looking at comes first: nobody finds it in its place. The
    /// position is a hint: where it cannot be read the look begins at the front, and where it
    /// cannot be kept the copy is recovered all the same.
    public Optional<Attempt> one() throws IOException {
        Optional<StagingId> moved = firstMoved();
        if (moved.isPresent()) {
            return Optional.of(attempt(moved.get()));
        }
        String after = position();
        Page page = Sweep.start(root.directory(), owners, root.world().clock(), after).next();
        Optional<Found> candidate = Optional.empty();
        for (Found found : page.entries()) {
            if (candidate.isEmpty() && mayGo(found)) {
                candidate = Optional.of(found);
            }
        }
        keep(candidate.map(Found::directory).orElse(page.position().orElse(null)), after);
        return candidate
                .flatMap(found -> StagingId.ofDirectory(found.directory()))
                .map(this::attempt);
    }

    private Optional<StagingId> firstMoved() throws IOException {
        List<String> names = root.proving().walk(Stream::toList);
        return names.stream().filter(StagingId::isId).sorted().map(StagingId::new).findFirst();
    }

    private boolean mayGo(Found found) throws IOException {
        Optional<StagingId> id = StagingId.ofDirectory(found.directory());
        if (id.isEmpty() || found.readable().isEmpty()) {
            return false;
        }
        return found.standing() == Standing.RECOVERED_BY_ANOTHER
                ? Custody.isLeftOver(root, id.get())
                : found.standing().status() == Standing.Status.CANDIDATE;
    }

    private Attempt attempt(StagingId id) {
        try {
            recovery.recover(id, Demand.NONE);
            return new Attempt(id, null);
        } catch (IOException refusal) {
            return new Attempt(id, refusal);
        }
    }

    private @Nullable String position() {
        try {
            return Position.read(root).orElse(null);
        } catch (IOException _) {
            return null;
        }
    }

    private void keep(@Nullable String next, @Nullable String before) {
        if (Objects.equals(next, before)) {
            return;
        }
        try {
            Position.write(root, next);
        } catch (IOException _) {
            // What is not a position of ours stays as it is.
        }
    }
}
