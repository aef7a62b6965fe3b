package dev.belay.staging.discovery;

import dev.belay.core.identity.Identities;
import dev.belay.staging.receipt.Owner;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Processes;
import dev.belay.system.Processes.Presence;
import dev.belay.system.World;
import java.util.Optional;
import java.util.Set;

/// Judges the owners that receipts name.
///
/// - **Threads:** any number.
public final class Owners {
    private final Processes processes;
    private final Optional<Digest> ownDomain;
    private final Set<Digest> priorDomains;

    /// Judges from within this process.
    ///
    /// @param priorDomains of earlier boots of this machine; empty where the stagings are on a file
    ///   system that other machines write to
    public Owners(World world, Set<Digest> priorDomains) {
        this.processes = world.processes();
        this.ownDomain = new Identities(processes).processDomain().map(Digest::new);
        this.priorDomains = Set.copyOf(priorDomains);
    }

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
