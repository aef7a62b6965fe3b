package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Output;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// Says on Ctrl-C, or when the process is told to end, that the fence stays. The exit code is then
/// 128 and the signal's number, from the JDK.
final class Interruption implements AutoCloseable {
    private final AtomicBoolean over = new AtomicBoolean();
    private final Thread hook;

    Interruption(Output output, List<String> ids) {
        String which = ids.isEmpty() ? "" : " " + String.join(" ", ids);
        this.hook =
                new Thread(() -> {
                    if (!over.get()) {
                        output.complaint(
                                "belay: interrupted; every fence that was set stays\n"
                                        + "  go on with `belay deletion follow"
                                        + (which.isEmpty() ? " --all" : which)
                                        + "`");
                    }
                });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// From here on there is nothing to say.
    @Override
    public void close() {
        over.set(true);
    }
}
