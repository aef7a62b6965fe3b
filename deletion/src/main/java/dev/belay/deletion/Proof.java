package dev.belay.deletion;

import java.time.Instant;
import java.util.Objects;

/// Why a computer is known to be gone, or who takes responsibility for saying so.
///
/// Nothing else releases custody, and the audit log keeps it. Each proof names its computer, so
/// that evidence about one never counts for another. Only [Witness] and a completed
/// [DeletionRecord] make the machine's proofs: their constructors are out of everybody else's
/// reach, which a record's could not be. [Attested] is open to all, and says so in the audit.
public sealed interface Proof {
    /// The computer that is gone.
    BoxId target();

    Instant at();

    /// The provider answered 404 or 410, in its own error shape, to a question for the immutable
    /// id, under the credential that could see the computer.
    final class DirectAbsence implements Proof {
        private final BoxId target;
        private final int status;
        private final Instant at;

        DirectAbsence(BoxId target, int status, Instant at) {
            if (status != 404 && status != 410) {
                throw new IllegalArgumentException("no proof of absence");
            }
            this.target = target;
            this.status = status;
            this.at = at;
        }

        @Override
        public BoxId target() {
            return target;
        }

        /// 404 or 410.
        public int status() {
            return status;
        }

        @Override
        public Instant at() {
            return at;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof DirectAbsence that
                    && target.equals(that.target)
                    && status == that.status
                    && at.equals(that.at);
        }

        @Override
        public int hashCode() {
            return Objects.hash(target, status, at);
        }

        @Override
        public String toString() {
            return "direct absence of " + target + ", " + status + " at " + at;
        }
    }

    /// The provider's operation, bound to the computer, is completed.
    final class CompletedOperation implements Proof {
        private final BoxId target;
        private final OperationId operation;
        private final Instant at;

        CompletedOperation(BoxId target, OperationId operation, Instant at) {
            this.target = target;
            this.operation = operation;
            this.at = at;
        }

        @Override
        public BoxId target() {
            return target;
        }

        public OperationId operation() {
            return operation;
        }

        @Override
        public Instant at() {
            return at;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof CompletedOperation that
                    && target.equals(that.target)
                    && operation.equals(that.operation)
                    && at.equals(that.at);
        }

        @Override
        public int hashCode() {
            return Objects.hash(target, operation, at);
        }

        @Override
        public String toString() {
            return "completed operation " + operation + " on " + target + " at " + at;
        }
    }

    /// Both of the above, about the same computer.
    record Both(CompletedOperation operation, DirectAbsence absence) implements Proof {
        public Both {
            if (!operation.target().equals(absence.target())) {
                throw new IllegalArgumentException("two proofs of two computers");
            }
        }

        @Override
        public BoxId target() {
            return absence.target();
        }

        @Override
        public Instant at() {
            return absence.at();
        }
    }

    /// An operator's word where no machine can prove it.
    record Attested(BoxId target, String evidence, Instant at) implements Proof {
        public Attested {
            if (evidence.isBlank()) {
                throw new IllegalArgumentException("evidence is empty");
            }
        }
    }
}
