package dev.belay.discord.gateway;

import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.discord.gateway.Linking.After;
import dev.belay.discord.gateway.Linking.Event;
import dev.belay.discord.gateway.Linking.Link;
import dev.belay.discord.gateway.Linking.Step;
import dev.belay.discord.limit.Window;
import dev.belay.system.socket.WebSocket;
import dev.belay.system.socket.WebSocket.Received;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// One connection, from its first word to its last.
///
/// - **Crash:** what was shown and not counted in the [Sequence] is shown again.
/// - **Threads:** one, which runs it.
final class Connection {
    /// Ends the session too: nobody comes back for it.
    static final int NORMAL = 1000;

    /// Keeps the session, as any code but 1000 and 1001 does.
    private static final int TO_RESUME = 4000;

    /// Of Discord, which closes a connection that sends more.
    private static final int SENT_MAX = 120;

    private static final Duration SENT_STRETCH = Duration.ofSeconds(60);

    private static final int IDENTIFY = 2;
    private static final int RESUME = 6;
    private static final int BEAT = 1;

    private final Gateway.Parts parts;
    private final Gateway.Intents intents;
    private final Progress progress;
    private final Window sent = new Window(SENT_MAX, SENT_STRETCH);
    private final Optional<Session> sessionBefore;
    private final long sequenceBefore;
    private Link link;
    private Optional<Duration> connectedAt = Optional.empty();
    private boolean isOurFault;

    Connection(Gateway.Parts parts, Gateway.Intents intents, Progress progress) {
        this.parts = parts;
        this.intents = intents;
        this.progress = progress;
        this.sessionBefore = progress.session();
        this.sequenceBefore = progress.sequence().upTo();
        this.link = Link.opened(parts.now().plus(parts.pace().greetingMax()));
    }

    /// What kind of connection it was.
    Reconnecting.Ended ended() {
        boolean isLasting =
                connectedAt
                        .map(since -> parts.now().minus(since))
                        .filter(time -> time.compareTo(parts.pace().lasting()) >= 0)
                        .isPresent();
        boolean isGreeted = link.stage() != Linking.Stage.GREETING;
        boolean isIdle =
                progress.session().equals(sessionBefore)
                        && progress.sequence().upTo() == sequenceBefore;
        return new Reconnecting.Ended(isLasting, isGreeted && isIdle && !isOurFault);
    }

    /// Runs until the connection ends, or we are to end.
    After run(WebSocket socket) throws IOException {
        link = Link.opened(parts.now().plus(parts.pace().greetingMax()));
        while (true) {
            Frame frame = next(socket);
            if (parts.ending().isOver()) {
                socket.close(NORMAL);
                return new After.Again();
            }
            Optional<After> after = happened(socket, frame);
            if (after.isEmpty()) {
                // However much comes in, signs of life are given in time.
                after = happened(socket, new Frame.Word(new Event.Passed()));
            }
            if (after.isPresent()) {
                socket.close(TO_RESUME);
                return after.get();
            }
        }
    }

    private Frame next(WebSocket socket) throws InterruptedIOException {
        try {
            Duration wait = Linking.deadline(link).minus(parts.now());
            return switch (socket.receive(wait)) {
                case Received.Text(String text) -> Frame.read(text);
                case Received.Closed(int code) -> new Frame.Word(new Event.Closed(code));
                case Received.Nothing _ -> new Frame.Word(new Event.Passed());
            };
        } catch (InterruptedIOException interrupted) {
            throw interrupted;
        } catch (IOException _) {
            return new Frame.Word(new Event.Broken());
        }
    }

    private Optional<After> happened(WebSocket socket, Frame frame) throws InterruptedIOException {
        Event event = event(frame);
        if (event instanceof Event.Unreadable) {
            parts.tally().count(Tally.Thing.UNREADABLE);
        }
        Linking.Facts facts =
                new Linking.Facts(
                        parts.now(),
                        parts.chance(),
                        progress.session().isPresent(),
                        parts.pace().answerMax());
        Linking.Decision decision = Linking.next(link, event, facts);
        link = decision.link();
        if (decision.step() instanceof Step.Leave(After after)) {
            return Optional.of(after);
        }
        try {
            take(socket, decision.step(), frame);
            return Optional.empty();
        } catch (InterruptedIOException interrupted) {
            throw interrupted;
        } catch (OwnFailure failure) {
            return happened(socket, new Frame.Word(failure.event()));
        } catch (IOException _) {
            return happened(socket, new Frame.Word(new Event.Broken()));
        }
    }

    /// A failure of ours, and not of the connection.
    private static final class OwnFailure extends IOException {
        private final transient Event event;

        OwnFailure(Event event, IOException cause) {
            super(cause);
            this.event = event;
        }

        Event event() {
            return event;
        }
    }

    private Event event(Frame frame) {
        return switch (frame) {
            case Frame.Word(Event event) -> event;
            case Frame.Dispatch(long number, String name, JsonObject content) ->
                    switch (name) {
                        case "READY" -> ready(number, content);
                        case "RESUMED" -> new Event.Resumed();
                        default -> new Event.Dispatched();
                    };
        };
    }

    /// Keeps the session that begins, where one was asked for.
    private Event ready(long number, JsonObject content) {
        if (link.stage() != Linking.Stage.IDENTIFYING) {
            return new Event.Ready();
        }
        Optional<Session> begun = session(content);
        begun.ifPresent(session -> progress.begin(session, number));
        return begun.isPresent() ? new Event.Ready() : new Event.Unreadable();
    }

    private Optional<Session> session(JsonObject ready) {
        String id = ready.string("session_id").orElse("");
        String self =
                ready.member("user").orElse(ready) instanceof JsonObject user
                        ? user.string("id").orElse("")
                        : "";
        try {
            URI resume = URI.create(ready.string("resume_gateway_url").orElse(""));
            return id.isEmpty() || self.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Session(id, parts.door().resuming(resume), self));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private void take(WebSocket socket, Step step, Frame frame) throws IOException {
        switch (step) {
            case Step.Nothing _, Step.Leave _ -> {}
            case Step.Identify _ -> {
                own(new Event.NotCounted(), parts.starts()::add);
                parts.tally().count(Tally.Thing.SESSION);
                send(socket, IDENTIFY, identify());
            }
            case Step.Resume _ -> send(socket, RESUME, resume());
            case Step.Beat _ -> beat(socket);
            case Step.Welcome(boolean isContinued) -> {
                connectedAt = Optional.of(parts.now());
                if (isContinued) {
                    parts.tally().count(Tally.Thing.RESUMED);
                }
                welcome(isContinued && progress.isTold());
                taken(frame);
            }
            case Step.Show _ -> {
                if (frame instanceof Frame.Dispatch(_, String name, JsonObject content)) {
                    own(new Event.NotTaken(), () -> parts.dispatches().dispatched(name, content));
                    taken(frame);
                }
            }
        }
    }

    private void welcome(boolean isContinued) throws IOException {
        String self = progress.session().map(Session::self).orElse("");
        own(new Event.NotTaken(), () -> parts.dispatches().connected(self, isContinued));
        progress.told();
    }

    /// Only now may the session be resumed from behind it.
    private void taken(Frame frame) throws IOException {
        if (frame instanceof Frame.Dispatch(long number, _, _)
                && progress.sequence().take(number)) {
            welcome(false); // What is missing by now is to be found in the history.
        }
    }

    private interface Act {
        void run() throws IOException;
    }

    private void own(Event failed, Act act) throws IOException {
        try {
            act.run();
        } catch (InterruptedIOException interrupted) {
            throw interrupted;
        } catch (IOException failure) {
            isOurFault = true;
            if (failed instanceof Event.NotTaken) {
                parts.tally().count(Tally.Thing.NOT_TAKEN);
            }
            throw new OwnFailure(failed, failure);
        }
    }

    private void beat(WebSocket socket) throws IOException {
        Duration wait = sent.delay(parts.now());
        if (wait.isZero()) {
            long number = progress.sequence().upTo();
            send(socket, BEAT, number == 0 ? JsonNull.NULL : JsonNumber.of(number));
        } else {
            link = link.postponed(parts.now().plus(wait));
        }
    }

    private JsonObject identify() throws IOException {
        JsonObject properties =
                JsonObject.builder()
                        .put("os", "linux")
                        .put("browser", "belay")
                        .put("device", "belay")
                        .build();
        return JsonObject.builder()
                .put("token", parts.door().token())
                .put("intents", intents.bits())
                .put("properties", properties)
                .build();
    }

    private JsonObject resume() throws IOException {
        return JsonObject.builder()
                .put("token", parts.door().token())
                .put("session_id", progress.session().map(Session::id).orElse(""))
                .put("seq", progress.sequence().upTo())
                .build();
    }

    private void send(WebSocket socket, int code, JsonValue content) throws IOException {
        sent.take(parts.now());
        socket.send(JsonText.print(JsonObject.builder().put("op", code).put("d", content).build()));
    }
}
