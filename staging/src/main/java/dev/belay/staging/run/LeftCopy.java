package dev.belay.staging.run;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.custody.Custody;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.discovery.Classification;
import dev.belay.staging.discovery.Classification.Asker;
import dev.belay.staging.discovery.OwnerState;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.discovery.ReceiptSight;
import dev.belay.staging.discovery.Sight;
import dev.belay.staging.discovery.Standing;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.occupancy.Occupancy;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A copy whose maker left it to others, in our custody.
final class LeftCopy {
    private static final String PAYLOAD = "payload";

    /// Deeper than any tree of use; each level is an open directory.
    private static final int DEPTH_MAX = 500;

    private LeftCopy() {}

    static Custody take(SyncRoot root, StagingId id, Owners owners) throws IOException {
        return Custody.take(root, id, owners, Demand.RECOVER)
                .orElseThrow(() ->
                        new Refusal(
                                ErrorCode.STAGING_NOT_FOUND,
                                root.directory().label(id.directory()),
                                "there is no such copy",
                                "see belay staging inspect"));
    }

    /// The receipt of a copy whose maker is gone.
    static Receipt receipt(Custody custody, Owners owners) throws IOException {
        Receipt receipt =
                custody.receipt()
                        .orElseThrow(() ->
                                kept(
                                        custody,
                                        "has no receipt that counts",
                                        "belay staging discard ends it on your word"));
        if (custody.judgeOwner(owners, receipt) != OwnerState.ABSENT) {
            throw kept(
                    custody,
                    "is in the hands of its maker, who may be alive",
                    "wait for process %d to end".formatted(receipt.owner().pid()));
        }
        if (receipt.isIdleMirror()) {
            throw kept(custody, Standing.IDLE_MIRROR.reason(), Standing.IDLE_MIRROR.remedy());
        }
        return receipt;
    }

    /// Refuses a copy into which nobody was ever let: nothing is to be settled or brought back.
    static void requireUsed(Custody custody, Receipt receipt) throws Refusal {
        if (receipt.progress().users() == Users.NONE) {
            Sight sight = ReceiptSight.of(receipt, OwnerState.ABSENT, false);
            Standing standing = Classification.of(sight, Asker.OPERATOR);
            throw kept(custody, "nobody was ever let in; " + standing.reason(), standing.remedy());
        }
    }

    /// Refuses while a process works in the copy, or has anything of it open or mapped; who cannot
    /// be looked into counts as one.
    static void requireUnused(Custody custody, Occupancy occupancy) throws IOException {
        Directory directory = custody.directory();
        Set<Long> inodes = new HashSet<>();
        inodes.add(directory.status().inode());
        Instant made = directory.status().modified();
        Optional<FileStatus> payload = directory.status(PAYLOAD);
        if (payload.isPresent()) {
            made = payload.get().modified();
            collect(directory, PAYLOAD, inodes, 0);
        }
        Occupancy.Tree tree =
                new Occupancy.Tree(custody.path(), directory.status().device(), inodes, made);
        Optional<Occupancy.Use> use = occupancy.of(tree);
        if (use.isPresent()) {
            throw kept(
                    custody,
                    "is in use: process %d %s".formatted(use.get().pid(), use.get().how()),
                    "end it, and run the command again");
        }
    }

    private static void collect(Directory parent, String name, Set<Long> inodes, int depth)
            throws DiskFault {
        if (depth == DEPTH_MAX) {
            return; // Who has it open shows by a path below the top.
        }
        try (Directory directory = parent.openDirectory(name)) {
            inodes.add(directory.status().inode());
            for (String each : directory.walk(Stream::toList)) {
                Optional<FileStatus> status = directory.status(each);
                if (status.isPresent() && status.get().kind() == FileKind.DIRECTORY) {
                    collect(directory, each, inodes, depth + 1);
                } else {
                    status.ifPresent(found -> inodes.add(found.inode()));
                }
            }
        }
    }

    static void giveBack(Custody custody, IOException reason) {
        try {
            custody.giveBack();
        } catch (DiskFault second) {
            reason.addSuppressed(second);
        }
    }

    static Refusal kept(Custody custody, String found, String help) {
        return new Refusal(ErrorCode.STAGING_KEPT, custody.directory().label(), found, help);
    }
}
