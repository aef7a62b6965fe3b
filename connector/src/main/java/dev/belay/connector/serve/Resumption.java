package dev.belay.connector.serve;

import dev.belay.connector.TurnId;
import dev.belay.connector.asking.Accepted;
import dev.belay.connector.asking.Interrupted;
import dev.belay.connector.asking.MessageWay;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.journal.MessageRecord;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.turn.DropReason;
import dev.belay.connector.turn.Resuming;
import dev.belay.connector.turn.Resuming.Age;
import dev.belay.connector.turn.Resuming.Step;
import dev.belay.connector.turn.Resuming.Text;
import dev.belay.connector.turn.Resuming.Way;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Goes on with what the last owner left unfinished.
///
/// - **Threads:** one, before any message is taken in.
final class Resumption {
    /// How many messages without a text are written down as lost in one step; a binding that comes
    /// from the Node program may have very many.
    private static final int LOST_AT_ONCE = 10_000;

    private final Custody custody;
    private final Course course;
    private final MessageWay way;
    private Map<String, AdmissionLine> admissions = Map.of();

    Resumption(Course course, MessageWay way) {
        this.custody = course.custody();
        this.course = course;
        this.way = way;
    }

    /// What is to be done about the messages that were left, oldest first.
    List<Due> due() throws IOException {
        lose();
        admissions = admissions();
        List<Due> due = new ArrayList<>();
        for (Accepted message : unfinished()) {
            next(message).ifPresent(task -> due.add(Due.of(message, task)));
        }
        due.sort(Due.OLDEST_FIRST);
        return due;
    }

    /// Writes down every accepted message of which nothing was decided and nothing is kept.
    private void lose() throws IOException {
        ConnectorJournal journal = custody.journal();
        Set<String> kept = Set.copyOf(journal.pending().names());
        while (true) {
            List<String> lost = new ArrayList<>(journal.undecided(kept.size() + LOST_AT_ONCE));
            lost.removeIf(kept::contains);
            if (lost.isEmpty()) {
                return;
            }
            Instant now = custody.now();
            String reason = DropReason.LOST.word();
            journal.drop(lost.stream().map(id -> DropLine.of(id, now, reason)).toList());
            lost.forEach(id -> custody.observer().saw(new Event.Dropped(id, DropReason.LOST)));
        }
    }

    /// The last admission of each turn that was interrupted.
    private Map<String, AdmissionLine> admissions() throws IOException {
        Set<String> ids = Set.copyOf(custody.journal().interrupted());
        Map<String, AdmissionLine> last = new HashMap<>();
        if (!ids.isEmpty()) {
            custody.journal()
                    .admissions()
                    .read(line ->
                            AdmissionLine.of(line)
                                    .filter(admission -> ids.contains(admission.id()))
                                    .ifPresent(admission -> last.put(admission.id(), admission)));
        }
        return last;
    }

    private Optional<Lanes.Task> next(Accepted message) throws IOException {
        String id = message.id().value();
        Way reached = way(id);
        Step step =
                Resuming.next(
                        new Resuming.Facts(
                                reached,
                                message.text().isEmpty() ? Text.GONE : Text.KNOWN,
                                age(message),
                                course.binding().interrupted()));
        return switch (step) {
            case Step.Forget _ -> {
                custody.journal().pending().remove(id);
                yield Optional.empty();
            }
            case Step.Drop(DropReason reason) -> Optional.of(() -> way.drop(message, reason));
            case Step.GoOn _ -> Optional.of(() -> way.go(message, course.binding()));
            case Step.AskAgain _ ->
                    Optional.of(() -> way.goAgain(interrupted(message), course.binding()));
            case Step.RecordInterrupted(boolean isTold) ->
                    Optional.of(() ->
                            way.recordInterrupted(interrupted(message), course.binding(), isTold));
        };
    }

    /// A time that cannot be read counts as now.
    private Interrupted interrupted(Accepted message) {
        String id = message.id().value();
        Instant admittedAt =
                Optional.ofNullable(admissions.get(id))
                        .flatMap(AdmissionLine::at)
                        .orElseGet(custody::now);
        return new Interrupted(message, custody.journal().message(id).attempts(), admittedAt);
    }

    private Way way(String id) {
        MessageRecord record = custody.journal().message(id);
        if (record.isOver()) {
            return Way.OVER;
        } else if (record.attempts() > 0) {
            return record.attempts() > 1 ? Way.ADMITTED_AGAIN : Way.ADMITTED;
        } else if (!record.isAccepted()) {
            return Way.NOT_ACCEPTED;
        }
        return custody.journal().isDropped(id) ? Way.DROPPED : Way.ACCEPTED;
    }

    private Age age(Accepted message) {
        Duration age = message.age(custody.channel().now());
        return age.compareTo(course.binding().times().ageMax()) > 0 ? Age.TOO_OLD : Age.FRESH;
    }

    /// All that is kept, and all that should be and is not.
    private List<Accepted> unfinished() throws IOException {
        ConnectorJournal journal = custody.journal();
        Duration now = custody.world().clock().elapsed();
        List<Accepted> all = new ArrayList<>();
        Set<String> others = new HashSet<>(journal.interrupted());
        for (String id : journal.pending().names()) {
            Optional<JsonObject> document = document(id);
            if (TurnId.isValid(id) && document.isPresent()) {
                others.remove(id);
                all.add(Accepted.of(new TurnId(id), document.get(), now));
            } else if (journal.message(id).isAccepted()) {
                others.add(id);
            }
        }
        Map<String, JsonObject> lines = lines(others);
        for (String id : others) {
            if (TurnId.isValid(id)) {
                JsonObject line = lines.getOrDefault(id, JsonObject.builder().build());
                all.add(Accepted.of(new TurnId(id), line, now));
            }
        }
        return all;
    }

    /// A damaged file is named, and its message counts as one whose text is gone.
    private Optional<JsonObject> document(String id) throws IOException {
        try {
            return custody.journal().pending().find(id);
        } catch (Refusal refusal) {
            custody.observer().saw(new Event.Trouble(refusal.where(), refusal.found()));
            return Optional.empty();
        }
    }

    private Map<String, JsonObject> lines(Set<String> ids) throws IOException {
        Map<String, JsonObject> lines = new HashMap<>();
        if (!ids.isEmpty()) {
            custody.journal()
                    .inbox()
                    .read(line ->
                            InboxLine.id(line)
                                    .filter(ids::contains)
                                    .ifPresent(id -> lines.putIfAbsent(id, line)));
        }
        return lines;
    }
}
