package dev.belay.deletion.custody;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/// Puts questions to a provider side by side, on virtual threads that never touch a store.
final class Questions {
    /// Enough to hide a slow answer, and no burden to a provider.
    static final int PARALLEL_MAX = 16;

    private Questions() {}

    /// Returns when all were put and answered.
    static void put(List<Runnable> questions) {
        if (questions.size() == 1) {
            questions.getFirst().run();
            return;
        }
        List<Future<?>> answers = new ArrayList<>();
        Semaphore room = new Semaphore(PARALLEL_MAX);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Runnable question : questions) {
                room.acquireUninterruptibly();
                answers.add(
                        threads.submit(() -> {
                            try {
                                question.run();
                            } finally {
                                room.release();
                            }
                        }));
            }
        }
        for (Future<?> answer : answers) {
            if (answer.state() == Future.State.FAILED) {
                throw new IllegalStateException("a question failed", answer.exceptionNow());
            }
        }
    }
}
