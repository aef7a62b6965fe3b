package dev.belay.core.lock;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.explore.Program;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the lock protects, and the programs that take the lock to enter it.
final class Section {
    static final Invariant ONE_HOLDER = new Invariant("never two holders");
    static final Invariant LIVE_KEPT = new Invariant("never a live holder's lock removed");
    static final Invariant BOUNDED =
            new Invariant("a live process acquires, or is told of another that lived as it looked");

    private final List<SimProcess> inside = new ArrayList<>();
    private final List<SimProcess> busy = new ArrayList<>();
    private final List<String> entered = new ArrayList<>();

    /// When each process last looked at the lock.
    private final Map<String, Duration> looked = new TreeMap<>();

    /// Takes the lock once as Belay does.
    static Program<Section> belay() {
        return (process, section) -> {
            section.arrives(process);
            try (Directory data = LockWorld.data(process)) {
                Directory watched = section.new Watched(data, process);
                section.enterAsBelay(
                        process,
                        new LinkLock(process.world(), watched, LockWorld.NAME, LockWorld.WAIT));
            }
            section.leaves(process);
        };
    }

    /// Takes the lock once as Belay does; where it is refused, that is not judged.
    static Program<Section> belayUnlessRefused() {
        return (process, section) -> {
            section.arrives(process);
            try (Directory data = LockWorld.data(process)) {
                LinkLock lock = new LinkLock(process.world(), data, LockWorld.NAME, LockWorld.WAIT);
                section.work(process, lock.acquire());
            } catch (Refusal _) {
                // Somebody has it for longer than we wait.
            }
            section.leaves(process);
        };
    }

    /// Takes the lock once as the Node program does.
    static Program<Section> node() {
        return (process, section) -> {
            section.arrives(process);
            try (Directory data = LockWorld.data(process)) {
                section.enterAsNode(
                        process, new NodePeer(process.world(), data, LockWorld.NAME.file()));
            }
            section.leaves(process);
        };
    }

    /// Notes when a process looks at the lock.
    private final class Watched extends AlteredDirectory {
        private final SimProcess process;

        Watched(Directory directory, SimProcess process) {
            super(directory);
            this.process = process;
        }

        @Override
        public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
            OpenFile file = super.open(name, permissions, options);
            if (name.equals(BrokenStep.LOCK)) {
                looked.put(process.name(), process.host().clock().elapsed());
            }
            return file;
        }
    }

    private void enterAsBelay(SimProcess process, LinkLock lock) throws IOException {
        Held held;
        try {
            held = lock.acquire();
        } catch (Refusal refusal) {
            refused(process, refusal);
            return;
        }
        work(process, held);
    }

    private void work(SimProcess process, Held held) throws IOException {
        work(process);
        try {
            held.assertOwned();
            LIVE_KEPT.check(true, () -> "");
        } catch (Refusal refusal) {
            LIVE_KEPT.check(false, () -> process.name() + " " + refusal.getMessage());
        }
        Release release = held.release();
        LIVE_KEPT.check(release instanceof Release.Released, () -> process.name() + " " + release);
    }

    private void enterAsNode(SimProcess process, NodePeer lock) throws IOException {
        NodePeer.Owner owner;
        try {
            owner = lock.acquire();
        } catch (NodePeer.Paused paused) {
            // How long it waits for one that waits for it in turn is its own affair.
            boolean isTold = NodePeer.LOCKED.equals(paused.getMessage());
            BOUNDED.check(isTold || isAnotherAlive(process), paused::toString);
            return;
        }
        work(process);
        try {
            lock.release(owner);
            LIVE_KEPT.check(true, () -> "");
        } catch (NodePeer.Paused paused) {
            LIVE_KEPT.check(false, () -> process.name() + " " + paused);
        }
    }

    private void work(SimProcess process) {
        inside.add(process);
        entered.add(process.name());
        ONE_HOLDER.check(
                inside.stream().filter(SimProcess::isAlive).count() == 1, inside::toString);
        process.call("work", "", () -> "");
        ONE_HOLDER.check(
                inside.stream().filter(SimProcess::isAlive).count() == 1, inside::toString);
        inside.remove(process);
    }

    private void refused(SimProcess process, Refusal refusal) {
        // One that was killed while the refusal was put together is told to be gone.
        boolean isTold = refusal.help().equals("run the command again");
        BOUNDED.check(
                refusal.code() == ErrorCode.LOCK_HELD && (isTold || hasSeenAnotherAlive(process)),
                () -> process.name() + " is refused: " + refusal + " " + refusal.help());
    }

    private boolean isAnotherAlive(SimProcess process) {
        return busy.stream().anyMatch(other -> other != process && other.isAlive());
    }

    /// One that was killed since then is still alive to whoever goes by identities.
    private boolean hasSeenAnotherAlive(SimProcess process) {
        Duration look = looked.getOrDefault(process.name(), Duration.ZERO);
        return isAnotherAlive(process)
                || busy.stream()
                        .flatMap(other -> other.killedAt().stream())
                        .anyMatch(killed -> killed.compareTo(look) >= 0);
    }

    /// From now on others may be told that they wait for this process.
    void arrives(SimProcess process) {
        busy.add(process);
    }

    void leaves(SimProcess process) {
        busy.remove(process);
    }

    boolean wasEnteredBy(String name) {
        return entered.contains(name);
    }

    /// All that decides how a run goes on.
    @Override
    public String toString() {
        List<Duration> kills = busy.stream().flatMap(each -> each.killedAt().stream()).toList();
        return names(inside) + " " + names(busy) + " " + entered + killed(kills);
    }

    private String killed(List<Duration> kills) {
        return kills.isEmpty() ? "" : " " + kills + " " + looked;
    }

    private static List<String> names(List<SimProcess> processes) {
        return processes.stream().map(SimProcess::name).toList();
    }
}
