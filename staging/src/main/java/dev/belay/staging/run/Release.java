package dev.belay.staging.run;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.artifact.ArtifactEvidence.Destination;
import dev.belay.staging.custody.Custody;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.recovery.OutputKeeper;
import dev.belay.staging.recovery.Register;
import dev.belay.staging.seal.Sealing;
import dev.belay.system.Directory;
import dev.belay.system.occupancy.Occupancy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ends a copy that was made for others, as its run would have: outputs come back, and it goes.
///
/// - **Crash:** leaves it settled, preserved, or moved away and whole; or what is left of a removal
///   that was decided. A recovery goes on from there.
/// - **Refuses:** (`STAGING_KEPT`) one that is not settled, one that is held, and one that a
///   process uses.
public final class Release {
    private final SyncRoot root;
    private final Owners owners;
    private final Tools tools;

    /// What a release asks.
    ///
    /// @param register where it is written down before it begins
    public record Tools(OutputKeeper outputs, Occupancy occupancy, Register register) {}

    /// How it ended.
    ///
    /// @param preserved the directory of its outputs; null where there were none
    /// @param missing outputs that were asked for and are not there
    public record Outcome(StagingId id, @Nullable String preserved, List<String> missing) {
        public Outcome {
            missing = List.copyOf(missing);
        }
    }

    public Release(SyncRoot root, Owners owners, Tools tools) {
        this.root = root;
        this.owners = owners;
        this.tools = tools;
    }

    /// Brings outputs back, and removes the copy.
    ///
    /// @param outputs paths below the copy that are brought back too
    public Outcome release(StagingId id, List<String> outputs) throws IOException {
        Captures.meant(outputs); // Refused before anything is taken.
        try (Custody custody = LeftCopy.take(root, id, owners)) {
            Outcome outcome;
            try {
                outcome = prepare(custody, outputs);
                custody.moveAway();
                LeftCopy.requireUnused(custody, tools.occupancy());
                tools.register().before(event(outcome));
            } catch (IOException reason) {
                LeftCopy.giveBack(custody, reason);
                throw reason;
            }
            custody.remove();
            return outcome;
        }
    }

    private Outcome prepare(Custody custody, List<String> outputs) throws IOException {
        Receipt receipt = LeftCopy.receipt(custody, owners);
        LeftCopy.requireUsed(custody, receipt);
        requireSettled(custody, receipt.progress());
        LeftCopy.requireUnused(custody, tools.occupancy());
        if (receipt.progress().state() != State.SETTLED) {
            return new Outcome(receipt.id(), null, List.of());
        }
        try (Staging staging = Creation.reopen(root, receipt);
                Directory source = staging.payload().openDirectory(Sealing.SOURCE)) {
            List<String> missing = Captures.gather(source, outputs);
            ArtifactEvidence evidence = tools.outputs().keep(source, receipt.repository());
            staging.preserved(evidence);
            String place = evidence.copied().map(Destination::path).orElse(null);
            return new Outcome(receipt.id(), place, missing);
        }
    }

    private static void requireSettled(Custody custody, Progress progress) throws IOException {
        if (progress.users() != Users.SETTLED) {
            throw LeftCopy.kept(
                    custody, "counts as in use", "belay staging settle, once nobody works in it");
        }
        Hold hold = progress.hold();
        if (hold == Hold.WRITERS || hold == Hold.CLAIMS) {
            throw LeftCopy.kept(
                    custody,
                    hold == Hold.CLAIMS ? "may be claimed by a lease" : "may still be written to",
                    "belay staging inspect tells what helps");
        }
    }

    private static AuditEvent event(Outcome outcome) {
        List<JsonValue> grounds = new ArrayList<>();
        grounds.add(new JsonString("its use was settled, and its outputs are in safety"));
        grounds.add(new JsonString("no process has anything of it open"));
        return new AuditEvent(
                "staging.release",
                outcome.id().value(),
                JsonObject.builder().put("grounds", new JsonArray(grounds)).build());
    }
}
