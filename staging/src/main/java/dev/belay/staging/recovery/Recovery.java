package dev.belay.staging.recovery;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.custody.Custody;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.custody.Siblings;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.discovery.Standing;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.mirror.SlotGuard;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.occupancy.Occupancy;
import java.io.IOException;
import java.util.List;

/// Removes a copy that its owner left behind, once it is proved that nothing is lost with it.
///
/// The steps are those of docs/protocols/recovery-lock.md: lock, prove, move away, look again,
/// remove.
///
/// - **Crash:** leaves the copy whole, in its place or moved away, with its receipt; or nothing
///   that anybody could still need. The next recovery goes on from there.
/// - **Fault:** as a refusal: the copy is given back.
/// - **Refuses:** (`STAGING_KEPT`) whatever cannot be proved, with what was found and what helps.
public final class Recovery {
    private final SyncRoot root;
    private final Owners owners;
    private final Tools tools;

    /// What a recovery asks.
    ///
    /// @param content why the content may go
    /// @param outputs what brings outputs back that no run has brought back
    /// @param register where the removal is written down before it begins
    public record Tools(
            ContentProof content,
            Claims claims,
            OutputKeeper outputs,
            Occupancy occupancy,
            Register register) {}

    /// How it ended.
    ///
    /// @param isRemoved false where it was only tried
    /// @param grounds what was proved, a clause each
    public record Outcome(StagingId id, boolean isRemoved, List<String> grounds) {
        public Outcome {
            grounds = List.copyOf(grounds);
        }
    }

    public Recovery(SyncRoot root, Owners owners, Tools tools) {
        this.root = root;
        this.owners = owners;
        this.tools = tools;
    }

    /// Recovers the staging `id`.
    ///
    /// @param demand on whose word
    public Outcome recover(StagingId id, Demand demand) throws IOException {
        return run(id, demand, false);
    }

    /// Proves all that can be proved of a copy in its place, and leaves it there.
    public Outcome rehearse(StagingId id) throws IOException {
        return run(id, Demand.RECOVER, true);
    }

    private Outcome run(StagingId id, Demand demand, boolean isRehearsal) throws IOException {
        try {
            return attempt(id, demand, isRehearsal);
        } catch (DiskFault fault) {
            throw isGone(id, fault) ? notFound(root, id).because(fault) : fault;
        }
    }

    /// Whether the Node program has removed the staging under our hands.
    private boolean isGone(StagingId id, DiskFault fault) throws DiskFault {
        return fault.errno() == Errno.ENOENT
                && root.directory().status(id.directory()).isEmpty()
                && root.proving().status(id.value()).isEmpty();
    }

    private Outcome attempt(StagingId id, Demand demand, boolean isRehearsal) throws IOException {
        try (SlotGuard guard = SlotGuard.of(root, id, demand);
                Custody custody =
                        Custody.take(root, id, owners, demand)
                                .orElseThrow(() -> notFound(root, id))) {
            List<String> grounds;
            try {
                grounds =
                        isIdleMirror(custody)
                                ? decideOnIdle(custody, demand, isRehearsal)
                                : decide(custody, demand, isRehearsal);
            } catch (IOException reason) {
                giveBack(custody, reason);
                throw reason;
            }
            if (isRehearsal) {
                custody.giveBack();
            } else {
                custody.remove();
                guard.removeSlot();
            }
            return new Outcome(id, !isRehearsal, grounds);
        }
    }

    private static boolean isIdleMirror(Custody custody) throws IOException {
        return custody.receipt().filter(Receipt::isIdleMirror).isPresent();
    }

    /// A mirror that was handed over holds nothing that anybody needs. It goes when a person names
    /// it.
    private List<String> decideOnIdle(Custody custody, Demand demand, boolean isRehearsal)
            throws IOException {
        Standing standing = Standing.IDLE_MIRROR;
        if (demand == Demand.NONE) {
            throw Dossier.kept(custody, standing.reason(), standing.remedy());
        }
        if (demand == Demand.RESCUE) {
            throw Dossier.kept(
                    custody, standing.reason() + ", and nothing is to be saved", standing.remedy());
        }
        Siblings.requireOfMirror(custody.directory());
        List<String> grounds =
                List.of("its last owner has handed it over for the next run, and none uses it");
        if (!isRehearsal) {
            custody.moveAway();
            tools.register().before(release("staging.recover", custody.id(), grounds));
        }
        return grounds;
    }

    private List<String> decide(Custody custody, Demand demand, boolean isRehearsal)
            throws IOException {
        Proof proof = new Prover(root, owners, tools, custody).prove(demand, isRehearsal);
        if (!isRehearsal) {
            decide(custody, proof);
        }
        return proof.grounds();
    }

    private void decide(Custody custody, Proof proof) throws IOException {
        custody.moveAway();
        proof.again(custody, owners, tools.occupancy());
        tools.register().before(release("staging.recover", custody.id(), proof.grounds()));
        if (proof.content() != null) {
            proof.content().revalidate();
        }
    }

    static AuditEvent release(String event, StagingId id, List<String> grounds) {
        List<JsonValue> clauses = grounds.stream().<JsonValue>map(JsonString::new).toList();
        return new AuditEvent(
                event,
                id.value(),
                JsonObject.builder().put("grounds", new JsonArray(clauses)).build());
    }

    static void giveBack(Custody custody, IOException reason) {
        try {
            custody.giveBack();
        } catch (DiskFault second) {
            reason.addSuppressed(second);
        }
    }

    static Refusal notFound(SyncRoot root, StagingId id) {
        return new Refusal(
                ErrorCode.STAGING_NOT_FOUND,
                root.directory().label(id.directory()),
                "there is no such copy",
                "see belay staging inspect");
    }
}
