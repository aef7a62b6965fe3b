package dev.belay.proof.seed;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// The Node program and Belay, which run for all tests of a class. Without the former its tests are
/// passed over.
final class Peers implements BeforeAllCallback, AfterAllCallback {
    private @Nullable Path errors;
    private @Nullable Peer seed;
    private @Nullable Peer belay;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        assumeTrue(Peer.oracle().isPresent(), "BELAY_ORACLE names no directory with oracle.sh");
        errors = Files.createTempFile("belay-peers", ".err");
        seed = Peer.seed(errors);
        belay = Peer.belay(errors);
    }

    Peer seed() {
        return started(seed);
    }

    Peer belay() {
        return started(belay);
    }

    private static Peer started(@Nullable Peer peer) {
        if (peer == null) {
            throw new IllegalStateException("it is not started");
        }
        return peer;
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        for (Peer peer : new Peer[] {seed, belay}) {
            if (peer != null) {
                peer.close();
            }
        }
        if (errors != null) {
            Files.delete(errors);
        }
    }
}
