package dev.belay.simulators;

import dev.belay.simulators.DeleteSeen.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The computers of a [FakeBoat] and what becomes of them, without sockets and without a clock.
///
/// - A deletion is accepted at once and goes on behind: the computer is `removing` until its
///   operation is completed, and gone from then on.
/// - An id is never given twice.
/// - What is another account's is as if it were not there.
///
/// - **Threads:** any number.
final class BoatState {
    private static final int COMPUTERS_MAX = 200_000;

    private final FakeBoatOptions options;
    private final Map<String, Computer> computers = new LinkedHashMap<>();
    private final Map<String, Operation> operations = new LinkedHashMap<>();
    private final Map<String, String> operationOfComputer = new LinkedHashMap<>();
    private final Map<String, Created> created = new LinkedHashMap<>();
    private List<String> progress;

    /// What a DELETE did, and the operation that its answer names.
    record Deleted(Outcome outcome, Optional<Operation> operation) {}

    /// What somebody wants created.
    record Wish(String account, String key, String body, String name) {}

    private record Created(String body, String id) {}

    BoatState(FakeBoatOptions options) {
        this.options = options;
        this.progress = options.progress();
    }

    synchronized Computer add(String name, String account, Instant now) {
        if (computers.size() == COMPUTERS_MAX) {
            throw new IllegalStateException("more than 200000 computers");
        }
        String id = Ids.computer(computers.size());
        Computer computer = new Computer(id, name, account, Computer.RUNNING, now);
        computers.put(id, computer);
        return computer;
    }

    /// The computer of this wish, made now or earlier; empty when its key was used for another.
    synchronized Optional<Computer> create(Wish wish, Instant now) {
        String key = wish.account() + " " + wish.key();
        Created earlier = created.get(key);
        if (earlier == null) {
            Computer computer = add(wish.name(), wish.account(), now);
            created.put(key, new Created(wish.body(), computer.id()));
            return Optional.of(computer);
        }
        return earlier.body().equals(wish.body())
                ? Optional.ofNullable(computers.get(earlier.id()))
                : Optional.empty();
    }

    /// What `account` sees at `id`; a look also takes its deletion a step further.
    synchronized Optional<Computer> look(String account, String id, Instant now) {
        Optional<Computer> seen = mine(account, id);
        Optional<Operation> behind = current(id);
        if (seen.isPresent() && behind.isPresent()) {
            advance(behind.get(), now);
        }
        return mine(account, id);
    }

    synchronized Optional<Operation> operation(String account, String id, Instant now) {
        Operation found = operations.get(id);
        return found == null || !found.account().equals(account)
                ? Optional.empty()
                : Optional.of(advance(found, now));
    }

    synchronized Deleted delete(String account, String id, Instant now) {
        Optional<Computer> computer = mine(account, id);
        if (computer.isEmpty()) {
            return new Deleted(Outcome.ABSENT, Optional.empty());
        }
        Optional<Operation> behind = current(id).filter(operation -> !operation.isOver());
        if (behind.isPresent()) {
            return new Deleted(Outcome.REPEATED, behind);
        }
        String operationId = Ids.operation(operations.size());
        Operation operation = new Operation(operationId, id, account, now, progress, 0);
        operationOfComputer.put(id, operationId);
        computers.put(id, computer.get().in(Computer.REMOVING, now));
        return new Deleted(Outcome.ACCEPTED, Optional.of(keep(operation)));
    }

    /// The operation comes to a stop that only another DELETE ends.
    synchronized Operation block(Operation operation) {
        return keep(operation.blocked());
    }

    synchronized Optional<Computer> rename(String account, String id, String name) {
        Optional<Computer> renamed = mine(account, id).map(computer -> computer.called(name));
        renamed.ifPresent(computer -> computers.put(id, computer));
        return renamed;
    }

    /// What the list shows to `account`, which may be behind the truth.
    synchronized List<Computer> list(String account, Instant now) {
        return computers.values().stream()
                .filter(computer -> computer.account().equals(account))
                .filter(computer -> computer.isListed(now, options.listLag()))
                .toList();
    }

    /// The words that deletions from now on go through.
    synchronized void progress(List<String> words) {
        progress = List.copyOf(words);
    }

    synchronized List<Computer> computers() {
        return new ArrayList<>(computers.values());
    }

    synchronized List<Operation> operations() {
        return new ArrayList<>(operations.values());
    }

    private Optional<Computer> mine(String account, String id) {
        return Optional.ofNullable(computers.get(id))
                .filter(computer -> computer.account().equals(account) && !computer.isGone());
    }

    private Optional<Operation> current(String computer) {
        return Optional.ofNullable(operationOfComputer.get(computer)).map(operations::get);
    }

    private Operation advance(Operation operation, Instant now) {
        return keep(operation.lookedAt(now, options.step()));
    }

    private Operation keep(Operation operation) {
        operations.put(operation.id(), operation);
        if (operation.status().equals(Operation.COMPLETED)) {
            computers.computeIfPresent(
                    operation.target(),
                    (_, computer) -> computer.in(Computer.CANCELLED, computer.since()));
        }
        return operation;
    }
}
