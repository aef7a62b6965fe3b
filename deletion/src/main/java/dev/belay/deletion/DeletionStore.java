package dev.belay.deletion;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Where the records of deletions are kept: every change by the rules of [Transitions].
///
/// - **Atomic:** a change happens whole or not at all.
/// - **Durable:** a change that was returned survives a power cut; a record that [#prepare]
///   returned does too, whoever wrote it.
/// - **Threads:** any number, in any number of processes.
/// - **Interrupt:** has no effect.
/// - **Refuses:** each method throws a `Refusal` with the code of the rule that it broke, and with
///   the codes of a state or lock that cannot be used; nothing is changed then.
public interface DeletionStore {
    /// Writes down the intent to delete. Whoever gets a record here may send a DELETE.
    ///
    /// @param budget counted, over all processes, for a record that is new or prepared anew
    Transition.Kept prepare(Target target, Budget budget) throws IOException;

    /// Binds a receipt, or moves the status of the one that is bound.
    Transition.Kept accept(BoxId id, Receipt receipt) throws IOException;

    /// The provider refused, and there is no operation.
    Transition.Kept block(BoxId id) throws IOException;

    /// The provider refused the DELETE that was sent for the record `sent`, and there is no
    /// operation. What another process has moved on since is out of date.
    Transition.Kept refuse(DeletionRecord sent) throws IOException;

    /// The provider's operation got stuck.
    Transition.Kept block(BoxId id, Receipt receipt) throws IOException;

    /// Ends custody. What was proved, how, and why is durable in the audit before the record goes.
    ///
    /// @param reason an operator's words for the audit; empty when nobody was asked
    Transition.Retirement retire(BoxId id, Proof proof, String reason) throws IOException;

    Optional<DeletionRecord> find(BoxId id) throws IOException;

    /// Every record, in the order in which they were prepared.
    List<DeletionRecord> snapshot() throws IOException;

    /// Whether any deletion of a bot's computer is remembered, in whatever phase.
    boolean hasPendingFor(String owner) throws IOException;
}
