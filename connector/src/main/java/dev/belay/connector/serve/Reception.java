package dev.belay.connector.serve;

import dev.belay.connector.asking.Accepted;
import dev.belay.connector.asking.MessageWay;
import dev.belay.connector.channel.Listener;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.custody.Event;
import dev.belay.connector.sending.Outgoing;
import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.Matching;
import dev.belay.connector.turn.Matching.Match;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Hears what happens on the channel.
///
/// In each channel, what a crash left and what was missed comes before what is new, the oldest
/// first.
///
/// - **Durable:** a message that is for us is in the inbox when [#received] returns.
/// - **Threads:** one at a time.
final class Reception implements Listener {
    private final Course course;
    private final MessageWay way;
    private final Outgoing outgoing;
    private final Lanes.Task reconciling;
    private final Intake intake;
    private final Resumption resumption;
    private final ReadingBack readingBack;
    private volatile String self = "";
    private boolean isFirst = true;

    /// @param reconciling goes after parts that may be out
    Reception(Course course, MessageWay way, Outgoing outgoing, Lanes.Task reconciling) {
        this.course = course;
        this.way = way;
        this.outgoing = outgoing;
        this.reconciling = reconciling;
        this.intake = new Intake(course);
        this.resumption = new Resumption(course, way);
        this.readingBack = new ReadingBack(course, new Taking());
    }

    private final class Taking implements ReadingBack.Taking {
        @Override
        public boolean isMissed(Seen seen) {
            Incoming message = seen.message();
            return Matching.of(message, course.binding().rules(self)) instanceof Match.Ours
                    && !course.custody().journal().inbox().has(message.id());
        }

        @Override
        public Optional<Due> take(Seen seen) throws IOException {
            return readBack(seen);
        }
    }

    @Override
    public void connected(String self, boolean isContinued) throws IOException {
        this.self = self;
        course.custody().observer().saw(new Event.Connected(isContinued));
        orFail(() -> {
            reconciling.run();
            if (isFirst || !isContinued) {
                List<Due> left = isFirst ? resumption.due() : List.of();
                readingBack.begin(course.binding(), left);
            }
            isFirst = false;
        });
    }

    private Optional<Due> readBack(Seen seen) throws IOException {
        if (!seen.nonce().isEmpty() && seen.message().traits().contains(Incoming.Trait.BY_US)) {
            outgoing.delivered(seen.nonce(), seen.message().id());
        }
        return intake.take(seen.message(), self).map(this::going);
    }

    private Due going(Accepted message) {
        return Due.of(message, () -> way.go(message, course.binding()));
    }

    @Override
    public void received(Incoming message) throws IOException {
        orFail(() -> {
            boolean isHeard = Matching.isHeard(message, course.binding().rules(self));
            if (isHeard) {
                readingBack.meet(message.place());
            }
            Optional<Accepted> accepted = intake.take(message, self);
            if (isHeard) {
                readingBack.saw(message.place().channel(), message.id());
            }
            accepted.map(this::going)
                    .ifPresent(due -> course.lanes().bring(due.channel(), due.task()));
        });
    }

    @Override
    public void delivered(String nonce, String messageId) throws IOException {
        orFail(() -> outgoing.delivered(nonce, messageId));
    }

    /// What cannot be written down ends the run; nothing is taken after that.
    private void orFail(Lanes.Task task) throws IOException {
        course.throwFailure();
        try {
            task.run();
        } catch (IOException | RuntimeException failure) {
            course.fail(failure);
            throw failure;
        }
    }
}
