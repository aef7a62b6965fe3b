package dev.belay.staging.recovery;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.content.Footprint;
import dev.belay.staging.content.PayloadProof;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The proof of the Node program: the payload is byte for byte what its manifest says, and a Git
/// ref holds all of the source.
public final class SealedContent implements ContentProof {
    private final Witness witness;
    private final Clock clock;
    private final @Nullable SourceWitness chosen;

    /// @param chosen the ref that a person named; null for the one in the receipt
    public SealedContent(Witness witness, Clock clock, @Nullable SourceWitness chosen) {
        this.witness = witness;
        this.clock = clock;
        this.chosen = chosen;
    }

    @Override
    public boolean bringsWitness() {
        return chosen != null;
    }

    @Override
    public Proved prove(Copy copy) throws IOException {
        SourceWitness said =
                Optional.ofNullable(chosen)
                        .or(copy.receipt().evidence()::knownWitness)
                        .orElseThrow(() ->
                                new Refusal(
                                        ErrorCode.STAGING_KEPT,
                                        copy.payload().label(),
                                        "no Git ref is recorded that holds its source",
                                        "name one: --witness-repo and --witness-ref"));
        PayloadProof payload = payloadProof(copy);
        Footprint footprint = payload.prove(copy.payload());
        Witness.Verified verified = witness.verify(said, copy.manifest().source(), copy.place());
        return new Sealed(payload, footprint, verified, said);
    }

    private PayloadProof payloadProof(Copy copy) {
        boolean hasOutputs = copy.receipt().progress().users() == Users.SETTLED;
        return copy.receipt().progress().state() == State.REMOVING
                ? PayloadProof.ofRest(copy.manifest(), clock, hasOutputs)
                : new PayloadProof(copy.manifest(), clock, hasOutputs);
    }

    private record Sealed(
            PayloadProof payload,
            Footprint footprint,
            Witness.Verified verified,
            SourceWitness said)
            implements Proved {
        @Override
        public void again(Directory moved) throws IOException {
            payload.proveAgain(moved, footprint);
        }

        @Override
        public void revalidate() throws IOException {
            verified.revalidate();
        }

        @Override
        public List<String> grounds() {
            return List.of(
                    "the payload is what its manifest says: %d entries"
                            .formatted(footprint.statuses().size()),
                    "its source is in %s at %s".formatted(said.ref(), said.commit()));
        }
    }
}
