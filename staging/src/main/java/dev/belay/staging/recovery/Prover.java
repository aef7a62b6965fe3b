package dev.belay.staging.recovery;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.artifact.ArtifactFormat;
import dev.belay.staging.content.OutputProof;
import dev.belay.staging.custody.Custody;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.custody.Siblings;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.discovery.Standing;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.manifest.Manifest;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.Evidence;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.ReceiptFormat;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Proves everything that must be proved of a copy in its place, in the order of the Node program.
final class Prover {
    private final SyncRoot root;
    private final Owners owners;
    private final Recovery.Tools tools;
    private final Custody custody;

    Prover(SyncRoot root, Owners owners, Recovery.Tools tools, Custody custody) {
        this.root = root;
        this.owners = owners;
        this.tools = tools;
        this.custody = custody;
    }

    /// @param isRehearsal whether nothing may be written
    Proof prove(Demand demand, boolean isRehearsal) throws IOException {
        Dossier dossier = read(demand);
        if (!isRehearsal && !dossier.siblings().temporaries().isEmpty()) {
            for (String name : dossier.siblings().temporaries()) {
                custody.directory().unlink(name);
            }
            dossier = read(demand);
        }
        Optional<Directory> payload = dossier.payload(custody);
        boolean isRest = payload.isEmpty() || dossier.standing() == Standing.CUT_OFF;
        if (demand == Demand.RESCUE && isRest) {
            payload.ifPresent(Directory::close);
            throw Dossier.kept(
                    custody,
                    "is what a removal has left, and holds nothing whole to be saved",
                    "belay staging recover ends that");
        }
        if (payload.isEmpty()) {
            return new Proof(dossier, null, null, List.of(withoutPayload(dossier)));
        }
        try (Directory directory = payload.get()) {
            return dossier.standing() == Standing.CUT_OFF
                    ? ofRest(dossier, directory)
                    : ofWhole(dossier, directory, demand, isRehearsal);
        }
    }

    private Dossier read(Demand demand) throws IOException {
        return Dossier.read(custody, owners, demand, tools.content().bringsWitness());
    }

    /// Why nothing is lost where there is no content.
    private String withoutPayload(Dossier dossier) throws Refusal {
        boolean isEnd =
                dossier.receipt()
                        .map(receipt -> receipt.progress().state() == State.REMOVING)
                        .orElse(true);
        if (!isEnd) {
            throw Dossier.kept(
                    custody,
                    "its content is gone, and no removal was begun",
                    "find out what removed it; belay staging discard ends the rest on your word");
        }
        return dossier.receipt().isPresent()
                ? "a removal has taken its content already"
                : "nothing but a lock is in it";
    }

    private Proof ofRest(Dossier dossier, Directory payload) throws IOException {
        return new Proof(dossier, Rest.of(payload, root.world().clock()), null, List.of());
    }

    private Proof ofWhole(Dossier found, Directory payload, Demand demand, boolean isRehearsal)
            throws IOException {
        Dossier dossier = found;
        requireUnclaimed(receipt(dossier), isRehearsal);
        Manifest manifest = dossier.manifest(custody);
        OutputProof outputs = null;
        if (receipt(dossier).progress().users() == Users.SETTLED) {
            outputs = outputs(receipt(dossier), payload, demand, isRehearsal);
            dossier = read(demand);
        }
        ContentProof.Proved content =
                tools.content()
                        .prove(
                                new ContentProof.Copy(
                                        receipt(dossier), manifest, payload, custody.place()));
        requireUnclaimed(receipt(dossier), isRehearsal);
        dossier.requireSame(custody, owners);
        return new Proof(
                dossier, content, outputs, List.of("its owner is gone", "no lease claims it"));
    }

    private static Receipt receipt(Dossier dossier) {
        return dossier.receipt().orElseThrow();
    }

    /// A listing that fails says nothing, and leaves nothing behind; only a claim that is there
    /// holds the copy.
    private void requireUnclaimed(Receipt receipt, boolean isRehearsal) throws IOException {
        ClaimNamespace namespace = receipt.evidence().knownClaims().orElseThrow();
        List<String> leases = tools.claims().on(namespace, custody.place());
        if (leases.isEmpty()) {
            return;
        }
        if (!isRehearsal) {
            hold(receipt, leases);
        }
        throw Dossier.kept(
                custody,
                "leases claim it: " + String.join(", ", leases),
                "end the leases with the tool that made them, then run the command again");
    }

    private void hold(Receipt receipt, List<String> leases) throws IOException {
        Progress now = receipt.progress();
        List<String> recorded =
                leases.stream().filter(Evidence::isLease).limit(Evidence.LEASES_MAX).toList();
        save(
                receipt.withProgress(new Progress(now.users(), now.state(), Hold.CLAIMS))
                        .withEvidence(receipt.evidence().withLeases(recorded)));
    }

    private Durability save(Receipt receipt) throws IOException {
        return root.file(custody.directory(), ReceiptFormat.FILE)
                .replace(ReceiptFormat.write(receipt), () -> {});
    }

    /// The outputs that a run has brought back; else, on a person's word, they are brought back
    /// now.
    private OutputProof outputs(
            Receipt receipt, Directory payload, Demand demand, boolean isRehearsal)
            throws IOException {
        boolean isRest = receipt.progress().state() == State.REMOVING;
        boolean mayKeep = demand != Demand.NONE && !isRest && !isRehearsal;
        Optional<Digest> known = receipt.evidence().knownArtifacts();
        if (known.isPresent()) {
            try {
                return proved(Siblings.evidence(custody.directory(), known.get()), payload, isRest);
            } catch (Refusal refusal) {
                if (!mayKeep) {
                    throw refusal;
                }
            }
        } else if (!mayKeep) {
            throw Dossier.kept(
                    custody,
                    "its outputs are not in safety",
                    "belay staging recover brings them to the repository");
        }
        return proved(keep(receipt, payload), payload, false);
    }

    private OutputProof proved(ArtifactEvidence evidence, Directory payload, boolean isRest)
            throws IOException {
        OutputProof proof = new OutputProof(root.world(), evidence, isRest);
        proof.requireOutside(custody.place());
        proof.prove(payload);
        return proof;
    }

    private ArtifactEvidence keep(Receipt receipt, Directory payload) throws IOException {
        Path repository = Path.of(receipt.repository().path());
        DirectoryIdentity identity =
                receipt.repository()
                        .knownIdentity()
                        .orElseThrow(() ->
                                Dossier.kept(
                                        custody,
                                        "nobody knows which repository its outputs belong to",
                                        "save what is wanted of it, then belay staging discard"));
        try (Directory there = root.world().disk().open(repository, "")) {
            identity.requireSame(there);
        }
        ArtifactEvidence evidence;
        try (Directory source = payload.openDirectory("source")) {
            evidence = tools.outputs().keep(source, receipt.repository());
        }
        byte[] file = ArtifactFormat.write(evidence);
        Digest digest = Digest.of(file);
        Durability written =
                root.file(custody.directory(), ArtifactFormat.fileName(digest))
                        .replace(file, () -> {});
        Receipt preserved =
                receipt.withProgress(new Progress(Users.SETTLED, State.PRESERVED, null))
                        .withEvidence(receipt.evidence().withArtifacts(digest));
        boolean isDurable =
                evidence.isDurable()
                        && written == Durability.DURABLE
                        && save(preserved) == Durability.DURABLE;
        if (!isDurable) {
            throw new Refusal(
                    ErrorCode.STAGING_KEPT,
                    custody.directory().label(),
                    "its outputs were brought back, and may not survive a power cut",
                    "belay staging discard ends it on your word");
        }
        return evidence;
    }
}
