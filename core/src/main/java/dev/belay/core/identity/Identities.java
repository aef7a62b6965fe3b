package dev.belay.core.identity;

import dev.belay.core.identity.Verdict.Dead;
import dev.belay.core.identity.Verdict.Live;
import dev.belay.core.identity.Verdict.Reused;
import dev.belay.core.identity.Verdict.Unknown;
import dev.belay.system.Processes;
import dev.belay.system.Processes.Stat;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/// Judges which processes are alive, from within this one.
///
/// The rules, in their order: another boot is proof of death; a number means something only inside
/// its PID namespace; a number that nobody has is proof of death; a start time tells who has it.
///
/// - **Threads:** any number.
public final class Identities {
    private static final char ZOMBIE = 'Z';

    private final Processes processes;

    public Identities(Processes processes) {
        this.processes = processes;
    }

    /// This process; parts that cannot be read are empty.
    public ProcessIdentity own() {
        long pid = processes.ownPid();
        return new ProcessIdentity(
                pid,
                processes.stat(pid).map(Stat::start).filter(ProcessIdentity::isDecimal).orElse(""),
                boot(),
                namespace());
    }

    /// Says what is known of `subject`.
    public Verdict judge(ProcessIdentity subject) {
        String boot = boot();
        if (!subject.boot().isEmpty() && !boot.isEmpty() && !subject.boot().equals(boot)) {
            return new Dead("ran before this machine was last started");
        }
        String namespace = namespace();
        if (namespace.isEmpty()) {
            return new Unknown("cannot be judged: our own PID namespace cannot be read");
        }
        if (subject.pidNamespace().isEmpty()) {
            // The Node programs record none. Beside them on a host, judge as they do.
            return namespace.equals(Processes.INITIAL_NAMESPACE)
                    ? judgeNumber(subject, boot)
                    : new Unknown("may run outside this container: its record names no namespace");
        }
        return subject.pidNamespace().equals(namespace)
                ? judgeNumber(subject, boot)
                : new Unknown("runs in another PID namespace (container) than this command");
    }

    /// The scope in which a number means one process: SHA-256, in hex, of boot and PID namespace.
    /// Empty where either cannot be read.
    public Optional<String> processDomain() {
        String boot = boot();
        String namespace = namespace();
        return boot.isEmpty() || namespace.isEmpty()
                ? Optional.empty()
                : Optional.of(sha256("linux:" + boot + ":pid:[" + namespace + "]"));
    }

    private Verdict judgeNumber(ProcessIdentity subject, String boot) {
        return switch (processes.presence(subject.pid())) {
            case ABSENT -> new Dead("is not alive");
            case UNKNOWN -> new Unknown("cannot be judged: the system does not say if it is alive");
            case PRESENT -> judgeStart(subject, boot);
        };
    }

    private Verdict judgeStart(ProcessIdentity subject, String boot) {
        Optional<Stat> found = processes.stat(subject.pid());
        String zombie =
                found.filter(stat -> stat.state() == ZOMBIE).isPresent()
                        ? " (a zombie, which can do nothing more)"
                        : "";
        if (subject.start().isEmpty()) {
            return new Unknown(
                    "may be alive: its number is in use%s, and its record does not say since when"
                            .formatted(zombie));
        }
        Optional<String> start = found.map(Stat::start).filter(ProcessIdentity::isDecimal);
        if (start.isEmpty()) {
            return new Unknown("may be alive: its number is in use, since when cannot be read");
        }
        if (!start.get().equals(subject.start())) {
            return new Reused("is gone: its number belongs to another process now");
        }
        // Ticks since boot repeat from boot to boot.
        return subject.boot().isEmpty() || boot.isEmpty()
                ? new Unknown("may be alive: which boot it belongs to is not known")
                : new Live("is alive" + zombie);
    }

    private String boot() {
        return processes.bootId().filter(ProcessIdentity::isBoot).orElse("");
    }

    private String namespace() {
        return processes.pidNamespace().filter(ProcessIdentity::isDecimal).orElse("");
    }

    private static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
