package dev.belay.deletion;

import java.time.Instant;

/// Proofs without a provider, which only tests of this package can make.
public final class Proofs {
    private Proofs() {}

    public static Proof.DirectAbsence absence(BoxId id) {
        return new Proof.DirectAbsence(id, 404, Instant.ofEpochMilli(5000));
    }

    public static Proof.CompletedOperation completed(BoxId id, OperationId operation) {
        return new Proof.CompletedOperation(id, operation, Instant.ofEpochMilli(5000));
    }

    public static Proof.Both both(BoxId id, OperationId operation) {
        return new Proof.Both(completed(id, operation), absence(id));
    }

    public static Proof.Attested attested(BoxId id) {
        return new Proof.Attested(id, "seen gone in the console", Instant.ofEpochMilli(5000));
    }
}
