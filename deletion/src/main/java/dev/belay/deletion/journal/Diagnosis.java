package dev.belay.deletion.journal;

import java.util.List;

/// What is wrong with a journal's file, record by record.
///
/// @param findings empty for a file that is read as it is
public record Diagnosis(List<Finding> findings) {
    public Diagnosis {
        findings = List.copyOf(findings);
    }

    /// One thing that the format refuses.
    ///
    /// @param subject the computer's id; the file's name where none can be read
    /// @param found where, and what is wrong, without what stands there
    /// @param remedy what a repair would do
    public record Finding(String subject, String found, Remedy remedy) {}

    /// What can be done about a finding.
    public sealed interface Remedy {
        /// The fence can be kept: written anew with what is sound of it.
        ///
        /// @param phase the phase that it then has
        record KeepFence(String phase) implements Remedy {}

        /// Nothing that is proved safe.
        ///
        /// @param why what stands against it, and what an operator may do
        record None(String why) implements Remedy {}
    }

    public boolean isSound() {
        return findings.isEmpty();
    }

    /// Whether a repair would leave nothing that the format refuses.
    public boolean isRepairable() {
        return findings.stream().allMatch(it -> it.remedy() instanceof Remedy.KeepFence);
    }
}
