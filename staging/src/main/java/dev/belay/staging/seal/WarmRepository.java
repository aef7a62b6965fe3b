package dev.belay.staging.seal;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.git.Git;
import dev.belay.staging.git.PrivateRepository;
import dev.belay.staging.git.PrivateRepository.History;
import dev.belay.staging.git.PrivateRepository.Target;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.warm.WarmCopy;
import dev.belay.system.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The repository in a warm copy: put back to how it was made while it would be made of the same,
/// else made anew.
final class WarmRepository {
    private final Disk disk;
    private final Git git;
    private final Checkout checkout;

    WarmRepository(Disk disk, Git git, Checkout checkout) {
        this.disk = disk;
        this.git = git;
        this.checkout = checkout;
    }

    /// @param copy whose files are up to date
    void bring(WarmCopy copy, History history, Target target) throws IOException {
        Digest inputs = inputs(copy.listed(), history);
        if (copy.restores(inputs)) {
            if (copy.isStale()) {
                PrivateRepository.refresh(git, target.path());
                copy.refreshed();
            }
            return;
        }
        PrivateRepository.make(git, checkout, history, target);
        Exclusions.copy(disk, checkout.repository(), target.source());
        if (!inputs(Digest.of(checkout.index()), history).equals(inputs)) {
            throw new Refusal(
                    ErrorCode.SOURCE_CHANGED,
                    "the list of files",
                    "it changed while the working tree was copied",
                    "run the command again when nothing writes there");
        }
        copy.made(inputs);
    }

    private Digest inputs(Digest listed, History history) throws IOException {
        Digest rules = Digest.of(Exclusions.rules(disk, checkout.repository()));
        Digest others = PrivateRepository.inputs(git, checkout, history);
        String all = "%s %s %s".formatted(listed.hex(), rules.hex(), others.hex());
        return Digest.of(all.getBytes(StandardCharsets.US_ASCII));
    }
}
