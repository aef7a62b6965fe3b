package dev.belay.deletion.journal;

import dev.belay.core.file.OwnershipCheck;
import dev.belay.core.json.JsonObject;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.Budget;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// When deletions were asked for, over all processes, for as long as a budget may ask.
///
/// Written only where there is a budget: it counts from when it was set. A request is counted
/// before its record is written, so that a crash between the two can only make the budget smaller.
///
/// - **Threads:** one at a time, which holds the lock of the journal.
final class Requests {
    static final String FILE = ".requests.jsonl";

    private final SideLog<Request> log;
    private final List<Request> unwritten = new ArrayList<>();
    private boolean loaded;

    /// Of the lock, for as long as the present group is decided.
    private OwnershipCheck owner = () -> {};

    Requests(World world, Directory directory) {
        this.log = log(world, directory);
    }

    /// The file alone, for its repair.
    static SideLog<Request> log(World world, Directory directory) {
        return new SideLog<>(world, directory, FILE, new Line());
    }

    record Request(BoxId id, Instant at) {}

    private static final class Line implements SideLog.Codec<Request> {
        @Override
        public Optional<Request> parse(JsonObject line) {
            Optional<String> id = line.string("boxId").filter(BoxId::isValid);
            OptionalLong at = line.safeInteger("at");
            return id.isPresent() && at.isPresent()
                    ? Optional.of(
                            new Request(new BoxId(id.get()), Instant.ofEpochMilli(at.getAsLong())))
                    : Optional.empty();
        }

        @Override
        public JsonObject print(Request request) {
            return JsonObject.builder()
                    .put("at", request.at().toEpochMilli())
                    .put("boxId", request.id().value())
                    .build();
        }
    }

    void removeLeftovers() throws DiskFault {
        log.removeLeftovers();
    }

    /// Forgets what was noted and not written, and what the file held.
    void begin(OwnershipCheck current) {
        owner = current;
        unwritten.clear();
        loaded = false;
    }

    /// Why the budget does not allow one more, as the middle of a sentence.
    Optional<String> excess(Budget budget, Instant now) throws IOException {
        if (budget.isUnlimited()) {
            return Optional.empty();
        }
        if (!loaded) {
            log.load(owner);
            loaded = true;
        }
        return budget.excess(
                Stream.concat(log.lines().stream(), unwritten.stream()).map(Request::at).toList(),
                now);
    }

    /// Notes a request, to be written by [#write].
    void note(BoxId id, Instant now) {
        unwritten.add(new Request(id, now));
    }

    /// Makes what was noted durable.
    void write(Instant now, OwnershipCheck owner) throws IOException {
        Instant dayAgo = now.minus(Budget.DAY);
        log.append(List.copyOf(unwritten), request -> request.at().isAfter(dayAgo), owner);
        unwritten.clear();
    }
}
