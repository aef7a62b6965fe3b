package dev.belay.connector.asking;

import dev.belay.connector.binding.Binding;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.engine.Answer;
import dev.belay.connector.engine.Question;
import dev.belay.connector.line.Times;
import dev.belay.connector.sending.Outgoing;
import dev.belay.connector.turn.Characters;
import dev.belay.connector.turn.DropReason;
import dev.belay.connector.turn.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// The way of one message behind the inbox: admitted or dropped, asked, recorded, sent. The order
/// of its steps, and the reason of each, is in `docs/protocols/message-way.md`.
///
/// - **Durable:** each step, before the next begins.
/// - **Crash:** leaves what [dev.belay.connector.turn.Resuming] decides about.
/// - **Threads:** any number; of one message, one.
/// - **Interrupt:** abandons the question; the turn is left as one that a crash has interrupted.
public final class MessageWay {
    /// Far more than anybody reads, and little enough to be recorded.
    private static final int ANSWER_MAX = 1 << 18;

    private final Custody custody;
    private final Outgoing outgoing;
    private final Quotas quotas;
    private final Admission admission;
    private final BooleanSupplier isEnding;
    private final Slots slots = new Slots();

    /// @param isEnding whether no turn may begin any more
    public MessageWay(Custody custody, Outgoing outgoing, BooleanSupplier isEnding) {
        this.custody = custody;
        this.outgoing = outgoing;
        this.isEnding = isEnding;
        this.quotas = new Quotas(custody.world().clock());
        this.admission = new Admission(custody, outgoing, quotas);
    }

    /// Counts what was admitted before this run.
    public void load() throws IOException {
        quotas.load(custody.journal());
    }

    /// How many turns are in flight.
    public int inFlight() {
        return slots.used();
    }

    /// One try at a turn.
    private record Attempt(Accepted message, int number, Instant admittedAt, Binding binding) {}

    /// What an engine made of a question.
    private record Result(
            Outcome outcome, String answer, String said, long tokens, String reason) {}

    /// Goes the whole way with a message of which nothing was decided.
    public void go(Accepted message, Binding binding) throws IOException {
        if (!begins(binding)) {
            return; // The next owner goes on.
        }
        Optional<Outgoing.Frozen> answer;
        try {
            Optional<Instant> admitted = admission.decide(message, binding);
            answer =
                    admitted.isPresent()
                            ? ask(new Attempt(message, 1, admitted.get(), binding))
                            : Optional.empty();
        } finally {
            slots.giveBack();
        }
        send(answer, binding);
    }

    /// Asks once more about a turn that a crash has interrupted, where that is still allowed.
    public void goAgain(Interrupted turn, Binding binding) throws IOException {
        Accepted message = turn.message();
        if (!begins(binding)) {
            return;
        }
        Optional<Outgoing.Frozen> answer;
        try {
            Optional<Instant> admitted = admission.admitAgain(message, binding);
            answer =
                    admitted.isPresent()
                            ? ask(new Attempt(message, 2, admitted.get(), binding))
                            : interrupted(turn, binding, admission.isAwaited(message, binding));
        } finally {
            slots.giveBack();
        }
        send(answer, binding);
    }

    /// Waits for a place among the turns in flight; false when the run ends first.
    private boolean begins(Binding binding) {
        if (!slots.take(binding.ceilings().atOnce())) {
            return false;
        }
        if (isEnding.getAsBoolean()) {
            slots.giveBack();
            return false;
        }
        return true;
    }

    /// Records that a crash has interrupted a turn.
    ///
    /// @param isTold whether the author is told
    public void recordInterrupted(Interrupted turn, Binding binding, boolean isTold)
            throws IOException {
        send(interrupted(turn, binding, isTold && !custody.isBraked()), binding);
    }

    /// Writes down that a message is not answered, and forgets what it said.
    public void drop(Accepted message, DropReason reason) throws IOException {
        admission.drop(message, reason);
    }

    private Optional<Outgoing.Frozen> interrupted(Interrupted turn, Binding binding, boolean isTold)
            throws IOException {
        String said = isTold ? binding.texts().interrupted() : "";
        var result = new Result(Outcome.INTERRUPTED, "", said, 0, "");
        Attempt attempt = new Attempt(turn.message(), turn.attempts(), turn.admittedAt(), binding);
        return Optional.of(record(attempt, result, Duration.ZERO));
    }

    private Optional<Outgoing.Frozen> ask(Attempt attempt) throws IOException {
        if (custody.isBraked()) {
            var stopped = new Result(Outcome.STOPPED, "", "", 0, "");
            Outgoing.Frozen nothing = record(attempt, stopped, Duration.ZERO);
            custody.observer()
                    .saw(new Event.Dropped(attempt.message().id().value(), DropReason.STOPPED));
            return Optional.of(nothing);
        }
        Duration begin = elapsed();
        Duration waited = begin.minus(attempt.message().receivedAt());
        custody.observer().saw(new Event.Asked(attempt.message().id(), attempt.number(), waited));
        Answer answer = answerOf(attempt);
        Duration took = elapsed().minus(begin);
        Result result = result(answer, attempt.binding());
        custody.observer().saw(new Event.Returned(attempt.message().id(), result.outcome(), took));
        boolean isOurEnd =
                result.outcome() == Outcome.ABANDONED && Thread.currentThread().isInterrupted();
        return isOurEnd ? Optional.empty() : Optional.of(record(attempt, result, took));
    }

    private Answer answerOf(Attempt attempt) {
        Accepted message = attempt.message();
        Question question =
                new Question(
                        attempt.binding().name(),
                        message.id(),
                        attempt.number(),
                        message.channel(),
                        message.author(),
                        message.writtenAt(),
                        message.text());
        try {
            return custody.engine().ask(question, attempt.binding().times().answer());
        } catch (RuntimeException broken) {
            return new Answer.Failed("the engine broke: " + broken.getClass().getSimpleName());
        }
    }

    private static Result result(Answer answer, Binding binding) {
        Binding.Texts texts = binding.texts();
        return switch (answer) {
            case Answer.Answered(String text, long tokens) when text.length() > ANSWER_MAX ->
                    new Result(
                            Outcome.FAILED, "", texts.failed(), tokens, "the answer is too long");
            case Answer.Answered(String text, long tokens) -> {
                String whole = Characters.whole(text);
                yield new Result(Outcome.ANSWERED, whole, whole, tokens, "");
            }
            case Answer.Failed(String reason) ->
                    new Result(Outcome.FAILED, "", texts.failed(), 0, reason);
            case Answer.TimedOut _ -> new Result(Outcome.TIMED_OUT, "", texts.timedOut(), 0, "");
            case Answer.Abandoned _ -> new Result(Outcome.ABANDONED, "", texts.failed(), 0, "");
        };
    }

    /// Freezes what is said, then writes the record, behind which the engine is never asked again.
    private Outgoing.Frozen record(Attempt attempt, Result result, Duration took)
            throws IOException {
        Accepted message = attempt.message();
        var to = new Outgoing.Address(message.id(), message.channel());
        Outgoing.Frozen frozen = outgoing.freeze(result.said(), to, attempt.binding());
        boolean isRecorded = false;
        try {
            TurnRecord record =
                    new TurnRecord(
                            message,
                            attempt.number(),
                            attempt.admittedAt(),
                            custody.now(),
                            took,
                            result.outcome(),
                            result.tokens(),
                            result.reason(),
                            result.answer(),
                            frozen.parts());
            custody.ownership().requireOwned();
            custody.journal()
                    .turns()
                    .write(message.id(), record.json(attempt.binding().retention()));
            custody.journal().pending().remove(message.id().value());
            isRecorded = true;
        } finally {
            if (!isRecorded) {
                frozen.close();
            }
        }
        quotas.addTokens(Times.date(attempt.admittedAt()), result.tokens());
        custody.observer().saw(new Event.Recorded(message.id(), result.outcome(), result.tokens()));
        return frozen;
    }

    private static void send(Optional<Outgoing.Frozen> answer, Binding binding) throws IOException {
        if (answer.isPresent()) {
            try (Outgoing.Frozen frozen = answer.get()) {
                frozen.send(binding);
            }
        }
    }

    private Duration elapsed() {
        return custody.world().clock().elapsed();
    }
}
