package dev.belay.staging.discovery;

import dev.belay.core.identity.Identities;
import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.identity.Verdict;
import dev.belay.staging.life.SideRecords;
import dev.belay.staging.receipt.Owner;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.SideRecord;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.Processes;
import dev.belay.system.Processes.Presence;
import dev.belay.system.World;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// Judges the owners that receipts name.
///
/// - **Threads:** any number.
public final class Owners {
    private final Processes processes;
    private final Identities identities;
    private final Optional<Digest> ownDomain;
    private final Set<Digest> priorDomains;

    /// Judges from within this process.
    ///
    /// @param priorDomains of earlier boots of this machine; empty where the stagings are on a file
    ///   system that other machines write to
    public Owners(World world, Set<Digest> priorDomains) {
        this.processes = world.processes();
        this.identities = new Identities(processes);
        this.ownDomain = identities.processDomain().map(Digest::new);
        this.priorDomains = Set.copyOf(priorDomains);
    }

    /// Judges the owner of a staging in `root`. What is kept beside it tells a number that has come
    /// round.
    public OwnerState judge(Receipt receipt, Directory root) {
        OwnerState state = judge(receipt.owner());
        if (state != OwnerState.PRESENT) {
            return state;
        }
        try {
            return SideRecords.read(root, receipt.id())
                    .map(SideRecord::owner)
                    .filter(maker -> maker.pid() == receipt.owner().pid())
                    .map(this::judge)
                    .filter(verdict -> verdict == OwnerState.ABSENT)
                    .orElse(state);
        } catch (IOException _) {
            return state; // What is damaged proves nothing.
        }
    }

    /// Judges a process of which all is known.
    public OwnerState judge(ProcessIdentity subject) {
        ProcessIdentity own = identities.own();
        boolean isNear =
                subject.isComplete()
                        && subject.boot().equals(own.boot())
                        && subject.pidNamespace().equals(own.pidNamespace());
        if (!isNear) {
            return OwnerState.ELSEWHERE;
        }
        return switch (identities.judge(subject)) {
            case Verdict.Dead _, Verdict.Reused _ -> OwnerState.ABSENT;
            case Verdict.Live _, Verdict.Unknown _ -> OwnerState.PRESENT;
        };
    }

    /// Judges an owner of which no more is known than a receipt says.
    public OwnerState judge(Owner owner) {
        Optional<Digest> domain = owner.knownDomain();
        if (domain.isEmpty()) {
            return OwnerState.ELSEWHERE;
        }
        if (domain.equals(ownDomain)) {
            return processes.presence(owner.pid()) == Presence.ABSENT
                    ? OwnerState.ABSENT
                    : OwnerState.PRESENT;
        }
        return priorDomains.contains(domain.get()) ? OwnerState.ABSENT : OwnerState.ELSEWHERE;
    }
}
