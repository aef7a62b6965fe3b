package dev.belay.proof.kill;

import dev.belay.proof.kill.Spares.Member;
import java.io.IOException;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/// Keeps one worker at work: gives it commands until it is killed, and then takes another.
final class Hand implements Callable<Void> {
    private final Spares spares;
    private final Work work;
    private final SplittableRandom random;
    private volatile Member member;
    private volatile boolean over;

    Hand(Spares spares, Work work, SplittableRandom random) throws IOException {
        this.spares = spares;
        this.work = work;
        this.random = random;
        this.member = spares.take();
    }

    Member member() {
        return member;
    }

    /// Whether the worker lives; else another is on its way.
    boolean isWorking() {
        return member.program().isAlive();
    }

    /// Lets the present command be the last.
    void finish() {
        over = true;
    }

    @Override
    public Void call() throws IOException {
        while (!over) {
            member.program().say(work.next(random));
            if (!isHeardToItsEnd()) {
                member.program().close();
                member = spares.take();
            }
        }
        member.program().close();
        return null;
    }

    private boolean isHeardToItsEnd() throws IOException {
        Optional<String> line = member.program().hear(Spares.SILENCE_MAX);
        while (line.isPresent() && !line.get().startsWith("= ")) {
            work.hear(line.get());
            line = member.program().hear(Spares.SILENCE_MAX);
        }
        return line.isPresent();
    }
}
