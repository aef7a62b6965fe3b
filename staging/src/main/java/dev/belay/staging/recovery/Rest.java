package dev.belay.staging.recovery;

import dev.belay.staging.content.Footprint;
import dev.belay.staging.content.PayloadProof;
import dev.belay.staging.freeze.PayloadInventory;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.Manifest;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.List;

/// What is left of a copy that its maker was removing. Its maker needed no proof, and wants none of
/// it; that nothing is added meanwhile is all that is to be shown.
record Rest(PayloadProof proof, Footprint footprint) implements ContentProof.Proved {
    static Rest of(Directory payload, Clock clock) throws IOException {
        FrozenSource nothing = new FrozenSource(List.of(), List.of());
        Manifest found = new Manifest(nothing, PayloadInventory.of(payload, List.of()));
        PayloadProof proof = new PayloadProof(found, clock, false);
        return new Rest(proof, proof.prove(payload));
    }

    @Override
    public void again(Directory payload) throws IOException {
        proof.proveAgain(payload, footprint);
    }

    @Override
    public void revalidate() {
        // It rests on nothing elsewhere.
    }

    @Override
    public List<String> grounds() {
        return List.of("its maker was removing it");
    }
}
