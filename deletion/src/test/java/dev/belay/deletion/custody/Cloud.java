package dev.belay.deletion.custody;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.ComputerProvider;
import dev.belay.deletion.OperationId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// A provider that answers what it is told to, in turn, the last answer for ever; and notes what it
/// was asked.
final class Cloud implements ComputerProvider {
    private static final Unknown SILENCE = new Unknown("nothing was scripted", Optional.empty());

    private final List<String> asked = new ArrayList<>();
    private final Map<String, Queue<Supplier<?>>> answers = new ConcurrentHashMap<>();

    Cloud deletes(BoxId id, DeleteAnswer... scripted) {
        return script("delete " + id, (Object[]) scripted);
    }

    Cloud reads(BoxId id, ComputerAnswer... scripted) {
        return script("read " + id, (Object[]) scripted);
    }

    Cloud tells(OperationId operation, OperationAnswer... scripted) {
        return script("operation " + operation, (Object[]) scripted);
    }

    /// Before the next answer to a DELETE something else happens.
    Cloud deletesAfter(BoxId id, Runnable before, DeleteAnswer answer) {
        queue("delete " + id)
                .add(() -> {
                    before.run();
                    return answer;
                });
        return this;
    }

    static Unknown silence(String why) {
        return new Unknown(why, Optional.empty());
    }

    static Unknown busy(Duration retryAfter) {
        return new Unknown("429", Optional.of(retryAfter));
    }

    /// What was asked, in order.
    synchronized List<String> asked() {
        return List.copyOf(asked);
    }

    synchronized long deletes() {
        return asked.stream().filter(it -> it.startsWith("delete ")).count();
    }

    private Cloud script(String question, Object... scripted) {
        for (Object answer : scripted) {
            queue(question).add(() -> answer);
        }
        return this;
    }

    private Queue<Supplier<?>> queue(String question) {
        return answers.computeIfAbsent(question, _ -> new ArrayDeque<>());
    }

    @Override
    public DeleteAnswer delete(BoxId id) {
        return (DeleteAnswer) next("delete " + id);
    }

    @Override
    public OperationAnswer operation(OperationId operation, BoxId id) {
        return (OperationAnswer) next("operation " + operation);
    }

    @Override
    public ComputerAnswer read(BoxId id) {
        return (ComputerAnswer) next("read " + id);
    }

    private synchronized Object next(String question) {
        asked.add(question);
        Queue<Supplier<?>> queue = queue(question);
        Supplier<?> answer = queue.size() > 1 ? queue.poll() : queue.peek();
        return answer == null ? SILENCE : answer.get();
    }
}
