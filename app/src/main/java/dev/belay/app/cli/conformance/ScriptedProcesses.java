package dev.belay.app.cli.conformance;

import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Processes;
import java.util.Map;
import java.util.Optional;

/// The real processes, but for what a command says of their start and their boot.
final class ScriptedProcesses implements Processes {
    private final Processes real;
    private Optional<Pretence> pretence = Optional.empty();

    ScriptedProcesses(Processes real) {
        this.real = real;
    }

    /// What is said in place of the truth.
    ///
    /// @param identity start and boot of every process, or an object of these for each number
    /// @param subject whose boot is that of the machine
    record Pretence(JsonObject identity, long subject) {
        private Optional<String> part(long pid, String name) {
            JsonObject parts = identity;
            if (!identity.has("start")) {
                parts =
                        identity.member(Long.toString(pid)).orElse(JsonNull.NULL)
                                        instanceof JsonObject given
                                ? given
                                : JsonObject.of(Map.of());
            }
            return parts.string(name);
        }
    }

    /// Says this from now on, or the truth.
    ///
    /// @return what was said before
    Optional<Pretence> pretend(Optional<Pretence> next) {
        Optional<Pretence> before = pretence;
        pretence = next;
        return before;
    }

    @Override
    public Optional<Stat> stat(long pid) {
        Optional<Stat> truth = real.stat(pid);
        if (pretence.isEmpty()) {
            return truth;
        }
        char state = truth.map(Stat::state).orElse('S');
        return pretence.get().part(pid, "start").map(start -> new Stat(start, state));
    }

    @Override
    public Optional<String> bootId() {
        return pretence.isEmpty()
                ? real.bootId()
                : pretence.get().part(pretence.get().subject(), "boot");
    }

    @Override
    public long ownPid() {
        return real.ownPid();
    }

    @Override
    public long ownUser() {
        return real.ownUser();
    }

    @Override
    public Presence presence(long pid) {
        return real.presence(pid);
    }

    @Override
    public Request terminate(long pid, String start) {
        return real.terminate(pid, start);
    }

    @Override
    public Request hangUp(long pid, String start) {
        return real.hangUp(pid, start);
    }

    @Override
    public Optional<String> pidNamespace() {
        return real.pidNamespace();
    }
}
