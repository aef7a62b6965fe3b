package dev.belay.connector.serve;

import dev.belay.connector.asking.MessageWay;
import dev.belay.connector.channel.Listener;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.custody.Event;
import dev.belay.connector.sending.Outgoing;
import dev.belay.connector.turn.Incoming;
import java.io.IOException;

/// Hears what happens on the channel.
///
/// In each channel, what a crash left comes first, then what was missed, then what is new.
///
/// - **Durable:** a message that is for us is in the inbox when [#received] returns.
/// - **Threads:** one at a time.
final class Reception implements Listener {
    private final Course course;
    private final Outgoing outgoing;
    private final Lanes.Task reconciling;
    private final Intake intake;
    private final Resumption resumption;
    private final ReadingBack readingBack;
    private String self = "";
    private boolean isFirst = true;

    /// @param reconciling goes after parts that may be out
    Reception(Course course, MessageWay way, Outgoing outgoing, Lanes.Task reconciling) {
        this.course = course;
        this.outgoing = outgoing;
        this.reconciling = reconciling;
        this.intake = new Intake(course, way);
        this.resumption = new Resumption(course, way);
        this.readingBack = new ReadingBack(course.custody(), this::readBack);
    }

    @Override
    public void connected(String self, boolean isContinued) throws IOException {
        this.self = self;
        course.custody().observer().saw(new Event.Connected(isContinued));
        orFail(() -> {
            reconciling.run();
            if (isFirst) {
                resumption.resume();
            }
            if (isFirst || !isContinued) {
                readingBack.read(course.binding());
            }
            isFirst = false;
        });
    }

    private void readBack(Seen seen) throws IOException {
        if (!seen.nonce().isEmpty() && seen.message().traits().contains(Incoming.Trait.BY_US)) {
            outgoing.delivered(seen.nonce(), seen.message().id());
        }
        intake.take(seen.message(), self);
    }

    @Override
    public void received(Incoming message) throws IOException {
        orFail(() -> {
            intake.take(message, self);
            readingBack.saw(message.place().channel(), message.id());
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
