package dev.belay.sim;

import dev.belay.sim.disk.Caller;
import dev.belay.sim.gate.Call;
import dev.belay.system.Processes;
import java.util.Optional;
import java.util.function.Function;

/// The processes of a [SimHost], as one of them may see them.
final class SimProcesses implements Processes {
    private final SimHost host;
    private final SimProcess self;

    SimProcesses(SimHost host, SimProcess self) {
        this.host = host;
        this.self = self;
    }

    @Override
    public long ownPid() {
        self.pass(Call.isPrivate("ownPid", ""));
        return self.pid();
    }

    @Override
    public long ownUser() {
        self.pass(Call.isPrivate("ownUser", ""));
        return Caller.USER;
    }

    @Override
    public Presence presence(long pid) {
        self.pass(Call.judges("presence", Long.toString(pid)));
        Presence presence = host.find(self, pid).isPresent() ? Presence.PRESENT : Presence.ABSENT;
        self.returned(presence);
        return presence;
    }

    @Override
    public Optional<Stat> stat(long pid) {
        self.pass(Call.judges("stat", Long.toString(pid)));
        Optional<Stat> stat =
                host.find(self, pid)
                        .filter(other -> other == self || !host.hidesStats())
                        .map(other -> new Stat(other.start(), other.state()));
        self.returned(stat.toString());
        return stat;
    }

    @Override
    public Request terminate(long pid, String start) {
        return send("terminate", pid, start, SimProcess::askToEnd);
    }

    @Override
    public Request hangUp(long pid, String start) {
        return send("hangUp", pid, start, SimProcess::askToReload);
    }

    private Request send(
            String call, long pid, String start, Function<SimProcess, Request> delivery) {
        self.pass(Call.changes(call, Long.toString(pid)));
        Request request =
                host.find(self, pid)
                        .filter(SimProcess::isAlive)
                        .map(other ->
                                other.start().equals(start)
                                        ? delivery.apply(other)
                                        : Request.REUSED)
                        .orElse(Request.GONE);
        self.returned(request);
        return request;
    }

    @Override
    public Optional<String> bootId() {
        self.pass(Call.isPrivate("bootId", ""));
        return Optional.of(host.bootId());
    }

    @Override
    public Optional<String> pidNamespace() {
        self.pass(Call.isPrivate("pidNamespace", ""));
        return Optional.of(self.namespace());
    }
}
