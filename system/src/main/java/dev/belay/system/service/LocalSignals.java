package dev.belay.system.service;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/// Signals of this process, by the one door to them that the JDK has.
///
/// Where that is shut, a signal does what it did before: SIGTERM and SIGINT end the program, which
/// the next start recovers from, and so does SIGHUP.
public final class LocalSignals implements Signals {
    private static final String SIGNAL = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";

    /// Costs nothing until it is used.
    public LocalSignals() {}

    /// By reflection, since javac cannot be told that this one use of `sun.misc` is meant.
    @Override
    public void on(Signal signal, Runnable action) {
        InvocationHandler run =
                (proxy, method, arguments) ->
                        switch (method.getName()) {
                            case "handle" -> {
                                Thread.ofPlatform().name("signal " + signal).start(action);
                                yield null;
                            }
                            case "equals" -> false;
                            case "hashCode" -> signal.hashCode();
                            default -> signal.name();
                        };
        try {
            Class<?> type = Class.forName(SIGNAL);
            Class<?> handler = Class.forName(HANDLER);
            Object proxy =
                    Proxy.newProxyInstance(
                            LocalSignals.class.getClassLoader(), new Class<?>[] {handler}, run);
            Object named = type.getConstructor(String.class).newInstance(signal.name());
            type.getMethod("handle", type, handler).invoke(null, named, proxy);
        } catch (ReflectiveOperationException _) {
            // The contract above says what holds then.
        }
    }
}
