package dev.belay.staging.recovery;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.artifact.ArtifactEvidence.Destination;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.system.Directory;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class OutputPlaceTest {
    @Test
    void outputs_that_are_said_to_be_elsewhere_keep_the_copy() throws IOException {
        SimHost host = Copies.host();
        SimProcess maker = host.start("maker");
        Staging made = Copies.settled(maker, "log");
        try (Directory source = made.payload().openDirectory("source")) {
            ArtifactEvidence kept = Copies.keep(maker, source);
            Destination there = kept.copied().orElseThrow();
            Destination elsewhere =
                    new Destination(
                            there.repository(),
                            there.repositoryIdentity(),
                            there.crabbox(),
                            there.wrapperArtifacts(),
                            "/tmp/run-abcdef",
                            there.identity());
            made.preserved(new ArtifactEvidence(true, kept.source(), kept.entries(), elsewhere));
        }
        SimProcess process = host.afterKill().start("later");
        try (SyncRoot root = Roots.open(process)) {
            Recovery recovery = Copies.recovery(process, root, new Copies.Outside());

            assertThatThrownBy(() -> recovery.recover(made.id(), Demand.NONE))
                    .hasMessageContaining("not where either program puts them");
        }
    }
}
