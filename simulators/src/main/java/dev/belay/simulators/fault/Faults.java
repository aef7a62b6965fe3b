package dev.belay.simulators.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The faults that are still to come. The first that matches is used.
///
/// - **Threads:** any number.
public final class Faults {
    /// More are a mistake of the script.
    private static final int WAITING_MAX = 10_000;

    private final List<Waiting> waiting = new ArrayList<>();

    private static final class Waiting {
        private final Fault fault;
        private int left;

        private Waiting(Fault fault) {
            this.fault = fault;
            this.left = fault.times();
        }
    }

    public Faults() {}

    public synchronized void add(List<Fault> more) {
        if (waiting.size() + more.size() > WAITING_MAX) {
            throw new IllegalArgumentException("more than 10000 faults");
        }
        more.forEach(fault -> waiting.add(new Waiting(fault)));
    }

    public synchronized void clear() {
        waiting.clear();
    }

    /// Takes the fault for one request.
    public synchronized Optional<Fault> take(String method, String path) {
        Optional<Waiting> found =
                waiting.stream().filter(each -> each.fault.matches(method, path)).findFirst();
        found.ifPresent(this::use);
        return found.map(each -> each.fault);
    }

    private void use(Waiting taken) {
        taken.left--;
        if (taken.left == 0) {
            waiting.remove(taken);
        }
    }

    /// What is left, each as it was specified.
    public synchronized List<String> remaining() {
        return waiting.stream().map(each -> each.left + " left of: " + each.fault).toList();
    }
}
