package dev.belay.staging.recovery;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.staging.custody.Custody;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.custody.Siblings;
import dev.belay.staging.discovery.Classification;
import dev.belay.staging.discovery.Classification.Asker;
import dev.belay.staging.discovery.OwnerState;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.discovery.ReceiptSight;
import dev.belay.staging.discovery.Sight;
import dev.belay.staging.discovery.Standing;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.manifest.ManifestFormat;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.Optional;

/// What is written down of an abandoned copy, read under its lock.
///
/// @param standing `CANDIDATE` or `CUT_OFF`; `UNKNOWN` where there is nothing at all in it
/// @param receipt null where there is nothing at all in it
record Dossier(Standing standing, Optional<Receipt> receipt, Siblings siblings) {
    /// Reads it.
    ///
    /// @param bringsWitness whether a witness is known that the receipt need not name
    /// @throws Refusal (`STAGING_KEPT`) where no proof would be enough
    static Dossier read(Custody custody, Owners owners, Demand demand, boolean bringsWitness)
            throws IOException {
        Optional<Receipt> receipt = custody.receipt();
        if (receipt.isEmpty()) {
            return ofEmpty(custody, demand);
        }
        Sight sight =
                ReceiptSight.of(receipt.get(), custody.judgeOwner(owners, receipt.get()), false);
        Standing standing =
                Classification.of(
                        bringsWitness ? sight.withWitness() : sight,
                        demand == Demand.NONE ? Asker.SWEEP : Asker.OPERATOR);
        if (standing.status() != Standing.Status.CANDIDATE) {
            throw kept(custody, standing.reason(), standing.remedy());
        }
        return new Dossier(standing, receipt, siblings(custody, receipt.get()));
    }

    private static Siblings siblings(Custody custody, Receipt receipt) throws IOException {
        return receipt.knownMirror().isPresent()
                ? Siblings.requireOfMirror(custody.directory())
                : Siblings.require(custody.directory());
    }

    /// A removal of the Node program ends with the receipt, the lock, and the directory.
    private static Dossier ofEmpty(Custody custody, Demand demand) throws IOException {
        Standing unknown = Standing.UNKNOWN;
        if (demand != Demand.NONE) {
            Siblings siblings = Siblings.require(custody.directory());
            if (siblings.isAll(custody.directory())) {
                return new Dossier(unknown, Optional.empty(), siblings);
            }
        }
        throw kept(custody, unknown.reason(), unknown.remedy());
    }

    /// The payload; empty where a removal has taken all of it.
    Optional<Directory> payload(Custody custody) throws IOException {
        Directory staging = custody.directory();
        if (receipt.isEmpty() || staging.status(Siblings.PAYLOAD).isEmpty()) {
            return Optional.empty();
        }
        Directory payload = staging.openDirectory(Siblings.PAYLOAD);
        try {
            receipt.get().place().payload().requireSame(payload);
            return Optional.of(payload);
        } catch (IOException other) {
            payload.close();
            throw other;
        }
    }

    /// The manifest that the receipt names.
    Manifest manifest(Custody custody) throws IOException {
        Directory staging = custody.directory();
        String label = staging.label(ManifestFormat.FILE);
        byte[] file =
                BoundedFile.read(staging, ManifestFormat.FILE, ManifestFormat.BYTES_MAX)
                        .orElseThrow(() -> kept(custody, "its manifest is missing", DISCARD))
                        .bytes();
        Digest known = receipt.flatMap(found -> found.evidence().knownManifest()).orElseThrow();
        if (!Digest.of(file).equals(known)) {
            throw new Refusal(
                    ErrorCode.STAGING_KEPT,
                    label,
                    "is not the one that its receipt names",
                    DISCARD);
        }
        try {
            return ManifestFormat.read(file);
        } catch (InvalidFormat invalid) {
            throw invalid.in(label);
        }
    }

    /// Returns when nothing of it has changed.
    void requireSame(Custody custody, Owners owners) throws IOException {
        Optional<Receipt> now = custody.receipt();
        Siblings found =
                now.isPresent()
                        ? siblings(custody, now.get())
                        : Siblings.require(custody.directory());
        boolean isSame = now.equals(receipt) && found.equals(siblings);
        boolean isAbandoned =
                now.isEmpty() || custody.judgeOwner(owners, now.get()) == OwnerState.ABSENT;
        if (!isSame || !isAbandoned) {
            throw kept(custody, "it changes while it is looked at", "find out what writes there");
        }
    }

    private static final String DISCARD =
            "save what is wanted of it; belay staging discard ends it on your word";

    static Refusal kept(Custody custody, String found, String help) {
        return new Refusal(ErrorCode.STAGING_KEPT, custody.directory().label(), found, help);
    }
}
