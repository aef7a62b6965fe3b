package dev.belay.staging.recovery;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.content.OutputProof;
import dev.belay.staging.custody.Custody;
import dev.belay.staging.discovery.Owners;
import dev.belay.system.Directory;
import dev.belay.system.FileStatus;
import dev.belay.system.occupancy.Occupancy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything that was proved of one copy in its place, to be looked at again where nobody can
/// reach it any more.
///
/// @param content null where there is no content
/// @param outputs null where no command has run
record Proof(
        Dossier dossier,
        ContentProof.@Nullable Proved content,
        @Nullable OutputProof outputs,
        List<String> others) {
    /// A clause each.
    List<String> grounds() {
        List<String> grounds = new ArrayList<>(others);
        if (content != null) {
            grounds.addAll(content.grounds());
        }
        if (outputs != null) {
            grounds.addAll(outputs.grounds());
        }
        return List.copyOf(grounds);
    }

    /// Returns when the copy, moved away, is what was proved, and nobody has anything of it open.
    void again(Custody custody, Owners owners, Occupancy occupancy) throws IOException {
        dossier.requireSame(custody, owners);
        Optional<Directory> payload = dossier.payload(custody);
        if (payload.isEmpty() || content == null) {
            requireNone(custody, payload.isEmpty() == (content == null));
            return;
        }
        try (Directory moved = payload.get()) {
            // First: who has nothing open now can change nothing after it was looked at.
            requireUnused(custody, moved, occupancy);
            content.again(moved);
            if (outputs != null) {
                outputs.prove(moved);
            }
        }
    }

    private static void requireNone(Custody custody, boolean isAsBefore) throws Refusal {
        if (!isAsBefore) {
            throw Dossier.kept(
                    custody, "it changes while it is looked at", "find out what writes there");
        }
    }

    private void requireUnused(Custody custody, Directory payload, Occupancy occupancy)
            throws IOException {
        FileStatus top = custody.directory().status();
        Set<Long> inodes = new HashSet<>(Set.of(top.inode(), payload.status().inode()));
        if (content != null) {
            content.footprint().statuses().values().forEach(status -> inodes.add(status.inode()));
        }
        Optional<Occupancy.Use> use =
                occupancy.of(
                        new Occupancy.Tree(
                                custody.path(), top.device(), inodes, payload.status().modified()));
        if (use.isPresent()) {
            throw new Refusal(
                    ErrorCode.STAGING_KEPT,
                    payload.label(),
                    "process %d %s".formatted(use.get().pid(), use.get().how()),
                    "end it, and run the command again");
        }
    }
}
