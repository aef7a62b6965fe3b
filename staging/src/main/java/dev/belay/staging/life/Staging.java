package dev.belay.staging.life;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.Durability;
import dev.belay.core.file.DurableFile;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.artifact.ArtifactFormat;
import dev.belay.staging.life.Lifecycle.Step;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.manifest.ManifestFormat;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.Evidence;
import dev.belay.staging.receipt.MirrorUse;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.ReceiptFormat;
import dev.belay.staging.receipt.SideRecord;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.Directory;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A staging in the hands of its maker.
///
/// - **Durable:** when a step returns, its receipt survives a power cut, or says that it may not.
/// - **Crash:** leaves the receipt before the step or after it, and what it names is complete.
/// - **Fault:** a step that failed was taken or not; the next one finds out.
/// - **Threads:** one.
/// - **Refuses:** a step out of order (`STAGING_OUT_OF_ORDER`), an end while something may need the
///   copy (`STAGING_KEPT`), and everything once another directory stands in its place.
public final class Staging implements AutoCloseable {
    static final String PAYLOAD = "payload";

    private final SyncRoot root;
    private final Directory directory;
    private final Directory payload;
    private final SideRecord side;
    private Receipt receipt;
    private boolean isDoubtful;
    private boolean isDisposed;

    /// The directories of a staging.
    record Place(Directory directory, Directory payload) {}

    Staging(SyncRoot root, Place place, Receipt receipt, SideRecord side) {
        this.root = root;
        this.directory = place.directory;
        this.payload = place.payload;
        this.receipt = receipt;
        this.side = side;
    }

    public StagingId id() {
        return receipt.id();
    }

    /// What was last written down, or what would have been.
    public Receipt receipt() {
        return receipt;
    }

    /// Where the copy is made.
    public Directory payload() {
        return payload;
    }

    /// The copy is complete: it holds what `manifest` says.
    ///
    /// @param content whether the copy itself survives a power cut
    /// @param witness what is said to hold the source; null when nothing is
    /// @param claims where claims on the copy would be; null when that is not known
    public void prepared(
            Manifest manifest,
            Durability content,
            @Nullable SourceWitness witness,
            @Nullable ClaimNamespace claims)
            throws IOException {
        Progress next = after(Step.PREPARED);
        MessageDigest digest = Digest.begin();
        Durability durability =
                content.and(
                        write(file ->
                                ManifestFormat.write(
                                        manifest, new DigestOutputStream(file, digest))));
        sealed(next, new Evidence(claims, Digest.of(digest), witness, List.of(), null), durability);
    }

    private Durability write(DurableFile.Content manifest) throws IOException {
        try {
            if (!side.isRecorded()) {
                manifest.writeTo(OutputStream.nullOutputStream()); // Its digest is wanted anyway.
                return Durability.UNAVAILABLE;
            }
            return root.file(directory, ManifestFormat.FILE).replace(manifest, this::requireOwned);
        } catch (InvalidFormat tooLong) {
            throw tooLong.in(directory.label(ManifestFormat.FILE));
        }
    }

    /// Like [#prepared], where the copy holds what its manifest says already, durably.
    ///
    /// @param manifest the digest of what the manifest has to be
    /// @return false where it is another, and nothing was done
    public boolean preparedAgain(
            Digest manifest, @Nullable SourceWitness witness, @Nullable ClaimNamespace claims)
            throws IOException {
        Progress next = after(Step.PREPARED);
        boolean isThere =
                BoundedFile.read(directory, ManifestFormat.FILE, ManifestFormat.BYTES_MAX)
                        .filter(file -> Digest.of(file.bytes()).equals(manifest))
                        .isPresent();
        if (isThere) {
            Evidence evidence = new Evidence(claims, manifest, witness, List.of(), null);
            sealed(next, evidence, Durability.DURABLE);
        }
        return isThere;
    }

    private void sealed(Progress next, Evidence found, Durability durability) throws IOException {
        Evidence known = receipt.evidence();
        update(
                receipt.withProgress(next)
                        .withEvidence(
                                new Evidence(
                                        found.claims(),
                                        found.manifest(),
                                        found.witness(),
                                        known.leases(),
                                        known.artifacts())),
                durability);
    }

    /// A command is let in; this returns before it may start.
    ///
    /// @param leases what it uses. Those for which the receipt has no room are kept beside it, and
    ///   then the copy is held for its claims.
    public void admitted(ClaimsWord claims, List<String> leases) throws IOException {
        Progress next = after(Step.ADMITTED);
        List<String> recorded = leases;
        if (leases.size() > Evidence.LEASES_MAX) {
            recordLeases(leases);
            recorded = leases.subList(0, Evidence.LEASES_MAX);
            next = Lifecycle.held(next, Hold.CLAIMS);
        }
        Evidence known = claims.in(receipt.evidence()).withLeases(recorded);
        update(receipt.withProgress(next).withEvidence(known), Durability.DURABLE);
    }

    /// Its whole process tree is gone.
    ///
    /// @param leases what it turned out to have used; empty when that is not known
    public void settled(List<String> leases) throws IOException {
        root.makeRoom(); // Whoever used it may have filled the disk.
        Receipt next = receipt.withProgress(after(Step.SETTLED));
        if (!leases.isEmpty()) {
            next = next.withEvidence(next.evidence().withLeases(leases));
        }
        update(next, Durability.DURABLE);
    }

    /// Its outputs are in safety.
    public void preserved(ArtifactEvidence evidence) throws IOException {
        Progress next = after(Step.PRESERVED);
        byte[] file;
        try {
            file = ArtifactFormat.write(evidence);
        } catch (InvalidFormat tooLong) {
            throw tooLong.in(directory.label());
        }
        Digest digest = Digest.of(file);
        Durability written = write(ArtifactFormat.fileName(digest), file);
        Durability copies = evidence.isDurable() ? Durability.DURABLE : Durability.UNAVAILABLE;
        update(
                receipt.withProgress(next).withEvidence(receipt.evidence().withArtifacts(digest)),
                written.and(copies));
    }

    /// It is kept for this reason from now on.
    public void hold(Hold reason) throws IOException {
        readBack();
        update(
                receipt.withProgress(Lifecycle.held(receipt.progress(), reason)),
                Durability.DURABLE);
    }

    /// Its owner is done with it, and the next run may take it as it is. Whatever held it for those
    /// who recover copies no longer counts: nobody needs a proof to let a mirror go.
    public void handedOver() throws IOException {
        readBack();
        Receipt now = receipt;
        MirrorUse use = now.mirror();
        if (use == null || Lifecycle.keeps(now.progress()).isPresent()) {
            throw outOfOrder("being handed over");
        }
        Receipt idle =
                now.withProgress(new Progress(now.progress().users(), now.progress().state(), null))
                        .withMirror(use.idleSince(root.world().clock().now()));
        if (!idle.isIdleMirror()) {
            throw outOfOrder("being handed over");
        }
        update(idle, Durability.DURABLE);
    }

    /// Its owner has failed to bring it up to date, and nobody was let in: the next run may go on
    /// with what is in it.
    public void putBack() throws IOException {
        readBack();
        if (receipt.mirror() == null || receipt.progress().users() != Users.NONE) {
            throw outOfOrder("being put back");
        }
        root.sideRecord(id()).replace(side.putBack().write(), this::requireOwned);
    }

    /// Removes what earlier owners wrote down of their outputs.
    void removeEvidence() throws IOException {
        for (String name : directory.walk(Stream::toList)) {
            if (ArtifactFormat.digestIn(name).isPresent()) {
                directory.unlink(name);
            }
        }
    }

    /// Its maker has no more need of it. Nothing is written, so that a full disk does not matter.
    public void dispose() throws IOException {
        if (isDisposed) {
            return;
        }
        readBack();
        Optional<String> reason = Lifecycle.keeps(receipt.progress());
        if (reason.isPresent()) {
            throw new Refusal(
                    ErrorCode.STAGING_KEPT,
                    directory.label(),
                    reason.get(),
                    "see belay staging inspect");
        }
        requireOwned();
        requirePayload();
        root.remove(id());
        isDisposed = true;
    }

    /// The payload is the one that was made, or gone since a removal was cut off.
    private void requirePayload() throws IOException {
        if (directory.status(PAYLOAD).isPresent()) {
            try (Directory named = directory.openDirectory(PAYLOAD)) {
                receipt.place().payload().requireSame(named);
            }
        }
    }

    /// Lets go of the directories; the staging stays.
    @Override
    public void close() {
        payload.close();
        directory.close();
    }

    private Progress after(Step step) throws IOException {
        readBack();
        Optional<Progress> next = Lifecycle.after(receipt.progress(), step);
        if (next.isEmpty()) {
            throw outOfOrder(step.toString());
        }
        return next.get();
    }

    private Refusal outOfOrder(String step) {
        return new Refusal(
                ErrorCode.STAGING_OUT_OF_ORDER,
                directory.label(),
                "%s does not follow %s".formatted(step, receipt.progress().state()),
                "");
    }

    /// Writes a receipt, and again when that shows that nothing here can be made durable.
    void update(Receipt next, Durability others) throws IOException {
        Receipt wanted = others == Durability.DURABLE ? next : next.notDurable();
        if (!side.isRecorded()) {
            receipt = wanted;
            return;
        }
        isDoubtful = true; // Until it is known how the write ended.
        if (writeReceipt(wanted) != Durability.DURABLE && wanted.isDurable()) {
            wanted = wanted.notDurable();
            writeReceipt(wanted);
        }
        receipt = wanted;
        isDoubtful = false;
    }

    private Durability writeReceipt(Receipt next) throws IOException {
        try {
            return write(ReceiptFormat.FILE, ReceiptFormat.write(next));
        } catch (InvalidFormat invalid) {
            throw invalid.in(directory.label(ReceiptFormat.FILE));
        }
    }

    private Durability write(String name, byte[] content) throws IOException {
        if (!side.isRecorded()) {
            return Durability.UNAVAILABLE;
        }
        return root.file(directory, name).replace(content, this::requireOwned);
    }

    private void recordLeases(List<String> leases) throws IOException {
        byte[] file;
        try {
            file = side.withLeases(leases).write();
        } catch (InvalidFormat tooLong) {
            throw tooLong.in(directory.label());
        }
        root.sideRecord(id()).replace(file, this::requireOwned);
    }

    /// After a write that failed, the file says whether it took place.
    private void readBack() throws IOException {
        if (!isDoubtful) {
            return;
        }
        String label = directory.label(ReceiptFormat.FILE);
        BoundedFile file =
                BoundedFile.read(directory, ReceiptFormat.FILE, ReceiptFormat.BYTES_MAX)
                        .orElseThrow(() ->
                                new Refusal(
                                        ErrorCode.STATE_CHANGED,
                                        label,
                                        "is gone",
                                        "find out what removed it"));
        try {
            receipt = ReceiptFormat.read(file.bytes());
        } catch (InvalidFormat invalid) {
            throw invalid.in(label);
        }
        isDoubtful = false;
    }

    /// The name stands for the directory that we hold.
    private void requireOwned() throws IOException {
        try (Directory named = root.directory().openDirectory(id().directory())) {
            receipt.place().root().requireSame(named);
        }
    }
}
