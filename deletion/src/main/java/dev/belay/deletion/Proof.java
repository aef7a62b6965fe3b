package dev.belay.deletion;

import java.time.Instant;

/// Why a computer is known to be gone, or who takes responsibility for saying so.
///
/// Nothing else releases custody. The audit log keeps it.
public sealed interface Proof {
    Instant at();

    /// The provider answered 404 or 410, in its own error shape, to a question for the immutable
    /// id, under the credential that could see the computer.
    record DirectAbsence(int status, Instant at) implements Proof {
        public DirectAbsence {
            if (status != 404 && status != 410) {
                throw new IllegalArgumentException("no proof of absence");
            }
        }
    }

    /// The provider's operation, bound to the computer, is completed.
    record CompletedOperation(OperationId operation, Instant at) implements Proof {}

    /// Both of the above.
    record Both(CompletedOperation operation, DirectAbsence absence) implements Proof {
        @Override
        public Instant at() {
            return absence.at();
        }
    }

    /// An operator's word where no machine can prove it.
    record Attested(String evidence, Instant at) implements Proof {
        public Attested {
            if (evidence.isBlank()) {
                throw new IllegalArgumentException("evidence is empty");
            }
        }
    }
}
