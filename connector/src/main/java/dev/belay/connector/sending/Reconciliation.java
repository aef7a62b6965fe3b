package dev.belay.connector.sending;

import dev.belay.connector.Snowflake;
import dev.belay.connector.TurnId;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.delivery.Leftover;
import dev.belay.connector.delivery.Nonces;
import dev.belay.connector.delivery.Reconciling;
import dev.belay.connector.delivery.Reconciling.Search;
import dev.belay.connector.delivery.Reconciling.Step;
import dev.belay.connector.delivery.Reconciling.Window;
import dev.belay.connector.line.Delivery;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.core.error.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What is done about parts that a crash, or a channel that did not answer, has left.
///
/// - **Threads:** any number; a part that somebody has in hand is left alone.
/// - **Refuses:** to send anything while the brake is set.
public final class Reconciliation {
    private static final String PAST_WINDOW = "window";

    private final Custody custody;
    private final Outgoing outgoing;
    private final HistorySearch search;

    /// What was brought to be done and is not begun.
    private final Set<Due> waiting = ConcurrentHashMap.newKeySet();

    /// Before that a channel cannot tell which messages are ours, and that none is would be
    /// believed.
    private volatile boolean isSearchable;

    public Reconciliation(Custody custody, Outgoing outgoing) {
        this.custody = custody;
        this.outgoing = outgoing;
        this.search = new HistorySearch(custody);
    }

    /// Begins to count how old parts are that another run has left, before any clock is set.
    public void load() throws IOException {
        custody.journal().outbox().unresolved().forEach(outgoing.ages()::of);
    }

    /// The channel knows which messages are ours, and may be searched from here on.
    public void searchable() {
        isSearchable = true;
    }

    /// Whether it may be.
    public boolean isSearchable() {
        return isSearchable;
    }

    /// Something to be done about one channel, after what came before it.
    ///
    /// @param channel empty where nobody knows it
    public record Work(String channel, Action action) {}

    /// How it is done.
    @FunctionalInterface
    public interface Action {
        void run() throws IOException;
    }

    /// Which parts are gone after.
    public enum Scope {
        /// Those of which something may still be learned.
        OPEN,
        /// Those too that were looked for in vain.
        ALL
    }

    /// All that is to be done now: parts that may be out, then parts that were never sent.
    public List<Work> due(Binding binding, Scope scope) throws IOException {
        List<Work> all = new ArrayList<>();
        for (Delivery delivery : custody.journal().outbox().unresolved()) {
            if (scope == Scope.ALL || !isLeft(delivery)) {
                Due due = new Due("may be out", delivery.nonce());
                String channel = delivery.channel().orElse("");
                work(due, channel, () -> reconcile(delivery, binding)).ifPresent(all::add);
            }
        }
        for (Part part : keptParts()) {
            Due due = new Due("is kept", part.nonce());
            work(due, part.post().channel(), () -> leftover(part, binding)).ifPresent(all::add);
        }
        return all;
    }

    /// Something that is to be done about a part.
    private record Due(String why, String nonce) {}

    /// Empty where the same waits from before.
    private Optional<Work> work(Due due, String channel, Action action) {
        return waiting.add(due)
                ? Optional.of(new Work(channel, () -> begin(due, action)))
                : Optional.empty();
    }

    private void begin(Due due, Action action) throws IOException {
        waiting.remove(due);
        if (outgoing.hold(due.nonce())) {
            try {
                action.run();
            } finally {
                outgoing.letGo(due.nonce());
            }
        }
    }

    private List<Part> keptParts() throws IOException {
        List<Part> parts = new ArrayList<>();
        for (String nonce : custody.journal().parts().names()) {
            part(nonce).ifPresent(parts::add);
        }
        parts.sort(
                Comparator.comparing(Part::turn, TurnId.OLDEST_FIRST)
                        .thenComparingInt(Part::number));
        return parts;
    }

    /// A damaged file keeps nobody from starting; it is named.
    private Optional<Part> part(String nonce) throws IOException {
        try {
            return custody.journal().parts().find(nonce).flatMap(json -> Part.of(nonce, json));
        } catch (Refusal refusal) {
            custody.observer().saw(new Event.Trouble(refusal.where(), refusal.found()));
            return Optional.empty();
        }
    }

    private void reconcile(Delivery found, Binding binding) throws IOException {
        String nonce = found.nonce();
        Optional<OutboxStatus> status = custody.journal().outbox().status(nonce);
        Optional<Part> part = part(nonce);
        boolean isSettled = status.filter(OutboxStatus::isUnresolved).isEmpty();
        if (!isSettled && !(part.isPresent() && isCutOff(found))) {
            decide(found, part, binding);
        }
    }

    private void decide(Delivery found, Optional<Part> part, Binding binding) throws IOException {
        String nonce = found.nonce();
        var text = part.isPresent() ? Reconciling.Text.KNOWN : Reconciling.Text.GONE;
        Search seen = new Search.NotYet();
        while (true) {
            boolean isBraked = custody.isBraked();
            Optional<Duration> age = outgoing.ages().of(found);
            Window window = isBraked ? Window.PAST : window(age);
            switch (Reconciling.next(new Reconciling.Facts(window, text, seen))) {
                case Step.PostAgain _ -> {
                    outgoing.sendAgain(part.orElseThrow(), age.orElseThrow(), binding);
                    return;
                }
                case Step.LookForIt _ -> {
                    Optional<Search> result =
                            isSearchable ? search.look(found, part) : Optional.empty();
                    if (result.isEmpty()) {
                        return; // Another time.
                    }
                    seen = result.get();
                }
                case Step.Confirm(String messageId) -> {
                    outgoing.settlements()
                            .settle(OutboxLine.confirmed(nonce, custody.now(), messageId));
                    return;
                }
                case Step.LeaveUnknown _ -> {
                    if (!isBraked) {
                        leaveUnknown(found);
                    }
                    return;
                }
            }
        }
    }

    private Window window(Optional<Duration> age) {
        var limits = custody.channel().limits();
        return Reconciling.window(
                age, new Reconciling.Limits(limits.nonceWindow(), limits.requestMax()));
    }

    /// Whether it was looked for in vain before, and only an operator can decide.
    private static boolean isLeft(Delivery found) {
        return found.status() == OutboxStatus.UNKNOWN
                && found.json().string("reason").filter(PAST_WINDOW::equals).isPresent();
    }

    /// One line says so, not one for each start.
    private void leaveUnknown(Delivery found) throws IOException {
        if (!isLeft(found)) {
            outgoing.settlements()
                    .note(OutboxLine.unknown(found.nonce(), custody.now(), PAST_WINDOW));
        }
        custody.observer().saw(new Event.Sent(found.nonce(), OutboxStatus.UNKNOWN, PAST_WINDOW));
    }

    private void leftover(Part part, Binding binding) throws IOException {
        var journal = custody.journal();
        var turn = journal.turns().has(part.turn()) ? Leftover.Turn.OVER : Leftover.Turn.OPEN;
        Optional<OutboxStatus> status = journal.outbox().status(part.nonce());
        Leftover.Sent sent =
                status.isEmpty() || isCutOff(part.nonce())
                        ? Leftover.Sent.NEVER
                        : status.get().isUnresolved()
                                ? Leftover.Sent.UNRESOLVED
                                : Leftover.Sent.SETTLED;
        switch (Leftover.next(
                new Leftover.Facts(turn, sent, before(part, binding), age(part, binding)))) {
            case FORGET -> {
                if (sent == Leftover.Sent.NEVER && status.isPresent()) {
                    outgoing.giveUp(part.nonce(), "never-sent");
                }
                journal.parts().remove(part.nonce());
            }
            case GIVE_UP -> outgoing.giveUp(part.nonce(), "too-old");
            case GIVE_UP_TOO -> outgoing.giveUp(part.nonce(), Outgoing.PART_BEFORE);
            case SEND -> {
                if (!custody.isBraked()) {
                    outgoing.sendFirst(part, binding);
                }
            }
            case RECONCILE -> {} // It is among the unresolved.
        }
    }

    /// Whether the only line of a part is an intent that a power cut has torn. Where the text was
    /// kept, the intent was ours, and nothing is sent before its intent is durable.
    private static boolean isCutOff(Delivery found) {
        return found.status() == OutboxStatus.UNKNOWN
                && found.json().has("torn")
                && !found.json().has("reason");
    }

    private boolean isCutOff(String nonce) throws IOException {
        return custody.journal().outbox().unresolved().stream()
                .anyMatch(found -> found.nonce().equals(nonce) && isCutOff(found));
    }

    /// A crash may have come between the refusal of a part and that of those behind it.
    private Leftover.Before before(Part part, Binding binding) {
        for (int number = 0; number < part.number(); number++) {
            String nonce = Nonces.of(binding.name(), part.turn(), number);
            Optional<OutboxStatus> status = custody.journal().outbox().status(nonce);
            if (status.equals(Optional.of(OutboxStatus.REFUSED))) {
                return Leftover.Before.REFUSED;
            }
        }
        return Leftover.Before.SENT;
    }

    private Leftover.Age age(Part part, Binding binding) {
        Duration age =
                Snowflake.parse(part.turn().value())
                        .map(id -> Duration.between(id.time(), custody.channel().now()))
                        .orElse(Duration.ZERO);
        return age.compareTo(binding.times().ageMax()) > 0
                ? Leftover.Age.TOO_OLD
                : Leftover.Age.FRESH;
    }
}
