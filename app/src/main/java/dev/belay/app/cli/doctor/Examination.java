package dev.belay.app.cli.doctor;

import dev.belay.app.cli.connector.owner.BindingStatus;
import dev.belay.app.cli.connector.owner.OwnerView;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.connector.BindingName;
import dev.belay.connector.journal.JournalView;
import dev.belay.connector.journal.Unread;
import dev.belay.connector.ownership.OwnerState;
import dev.belay.connector.ownership.RunOwner;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.audit.AuditVerification;
import dev.belay.core.brake.StopFile;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.identity.Verdict;
import dev.belay.core.lock.LinkLock;
import dev.belay.core.lock.LockReport;
import dev.belay.core.lock.LockState;
import dev.belay.deletion.journal.JournalRepair;
import dev.belay.deletion.journal.JournalRepair.Diagnosis;
import dev.belay.discord.DiscordChannel;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Looks at every part of a data root. Changes nothing, and one bad part hides no other.
final class Examination {
    private static final String LOCK = "deletion/box-delete-requests.lock";

    private final Installation installation;
    private final List<Ailment> ailments = new ArrayList<>();

    private Examination(Installation installation) {
        this.installation = installation;
    }

    private interface Part {
        void look() throws IOException;
    }

    static List<Ailment> of(Installation installation) {
        Examination examination = new Examination(installation);
        examination.part("data root", examination::root);
        examination.part("deletion", examination::journal);
        examination.part(LOCK, examination::lock);
        return examination.ailments;
    }

    /// Looks at the bindings, too.
    static List<Ailment> of(Installation installation, Bindings bindings) {
        Examination examination = new Examination(installation);
        examination.ailments.addAll(of(installation));
        examination.part("discord", () -> examination.bindings(bindings));
        return examination.ailments;
    }

    private void bindings(Bindings bindings) throws IOException {
        for (BindingName name : bindings.names()) {
            part(
                    name.label(),
                    () -> binding(BindingStatus.of(installation.world(), bindings, name)));
            part(name.label(), () -> files(bindings.lookAt(name), bindings.pathOf(name)));
        }
    }

    /// What a run needs beside the journal.
    private void files(Optional<Directory> opened, Path path) throws IOException {
        if (opened.isPresent()) {
            try (Directory directory = opened.get()) {
                String label = directory.label();
                part(label, () -> Unread.check(installation.world(), directory));
                part(label, () -> DiscordChannel.checkSessions(installation.world(), directory));
                part(
                        label,
                        () ->
                                JournalView.damaged(installation.world(), path, directory)
                                        .forEach(this::damaged));
            }
        }
    }

    private void binding(BindingStatus status) {
        String label = status.name().label();
        status.damage()
                .ifPresent(it -> ailments.add(Ailment.damage(it.where(), it.found(), it.help())));
        if (status.brake().isSet()) {
            ailments.add(
                    Ailment.note(
                            label + "/STOP",
                            "is set: the binding answers nothing",
                            "belay clear %s shows why and removes it".formatted(status.name())));
        }
        String help = OwnerView.help(status.owner());
        switch (status.owner()) {
            case OwnerState.Free _ -> {}
            case OwnerState.Absent _ ->
                    ailments.add(Ailment.note(label + "/run.lock", status.owner().found(), help));
            case OwnerState.Invalid _ ->
                    ailments.add(Ailment.damage(label + "/run.lock", status.owner().found(), help));
            case OwnerState.Owned(RunOwner _, Verdict verdict) -> {
                if (verdict instanceof Verdict.Unknown) {
                    ailments.add(Ailment.damage(label + "/run.lock", status.owner().found(), help));
                } else if (verdict.isGone()) {
                    ailments.add(Ailment.note(label + "/run.lock", status.owner().found(), help));
                }
            }
        }
        status.work()
                .map(work -> work.unresolved().size())
                .filter(count -> count > 0)
                .ifPresent(count ->
                        ailments.add(
                                Ailment.note(
                                        label + "/outbox.jsonl",
                                        count + " parts of answers are not settled",
                                        "belay connector status %s lists them"
                                                .formatted(status.name()))));
    }

    private void part(String name, Part part) {
        try {
            part.look();
        } catch (Refusal refusal) {
            ailments.add(
                    Ailment.damage(
                            refusal.where().isEmpty() ? name : refusal.where(),
                            refusal.found(),
                            refusal.help()));
        } catch (IOException fault) {
            ailments.add(
                    Ailment.damage(
                            name, String.valueOf(fault.getMessage()), "mend the disk first"));
        }
    }

    private void damaged(Refusal why) {
        ailments.add(Ailment.damage(why.where(), why.found(), why.help()));
    }

    private void root() throws IOException {
        Optional<Directory> root = installation.lookAtRoot();
        if (root.isEmpty()) {
            ailments.add(
                    Ailment.note(
                            "data root",
                            "is not there yet",
                            "the first command that writes makes it"));
            return;
        }
        part("STOP", () -> stop(root.get()));
        part("audit.jsonl", () -> audit(root.get()));
    }

    private void stop(Directory root) throws IOException {
        if (new StopFile(installation.world(), root).read().isPresent()) {
            ailments.add(
                    Ailment.note(
                            "STOP",
                            "is set: nothing new begins",
                            "belay clear --all shows why and removes it"));
        }
    }

    private void audit(Directory root) throws IOException {
        String help = "belay audit verify says more; nothing is released until it is mended";
        switch (new AuditLog(installation.world(), root).verify()) {
            case AuditVerification.Intact _ -> {}
            case AuditVerification.Altered(long line, String why) ->
                    ailments.add(Ailment.damage("audit.jsonl", "line " + line + ": " + why, help));
            case AuditVerification.CutOff(long expected, long found) ->
                    ailments.add(
                            Ailment.damage(
                                    "audit.jsonl",
                                    "%d of %d lines are missing at the end"
                                            .formatted(expected - found, expected),
                                    help));
            case AuditVerification.HeadUnusable(String why) ->
                    ailments.add(Ailment.damage("audit.head", why, help));
        }
    }

    private void journal() throws IOException {
        Optional<Directory> directory =
                PrivateDirectory.open(
                        installation.world(), installation.deletionPath(), "deletion");
        if (directory.isEmpty()) {
            return;
        }
        try (Directory deletion = directory.get()) {
            Diagnosis diagnosis =
                    new JournalRepair(
                                    installation.world(),
                                    deletion,
                                    new AuditLog(installation.world(), deletion))
                            .diagnose();
            diagnosis.findings().forEach(this::journal);
        }
    }

    private void journal(Diagnosis.Finding finding) {
        String file =
                finding.remedy() instanceof Diagnosis.Remedy.LeaveOut
                        ? finding.subject()
                        : "box-delete-requests.json";
        String help =
                switch (finding.remedy()) {
                    case Diagnosis.Remedy.KeepFence(String phase) ->
                            "belay doctor --repair keeps the fence of %s, as %s"
                                    .formatted(finding.subject(), phase);
                    case Diagnosis.Remedy.LeaveOut _ ->
                            "belay doctor --repair keeps the file and writes its good lines anew";
                    case Diagnosis.Remedy.None(String why) -> why;
                };
        ailments.add(Ailment.damage("deletion/" + file, finding.found(), help));
    }

    private void lock() throws IOException {
        Optional<LinkLock> lock = installation.deletionLock();
        if (lock.isEmpty()) {
            return;
        }
        LockReport report = lock.get().inspect();
        switch (report.state()) {
            case LockState.Free _ -> {}
            case LockState.Damaged(String found) ->
                    ailments.add(
                            Ailment.damage(
                                    LOCK,
                                    found,
                                    "belay deletion unlock --owner-is-gone --evidence TEXT"));
            case LockState.Owned owned -> ailments.add(owner(owned));
        }
        if (!report.leftovers().isEmpty()) {
            ailments.add(
                    Ailment.note(
                            LOCK,
                            "%d files of crashed attempts lie beside it"
                                    .formatted(report.leftovers().size()),
                            "the next change removes those that no longer matter"));
        }
    }

    private static Ailment owner(LockState.Owned owned) {
        String found =
                "process %d has had it since %s: %s"
                        .formatted(owned.pid(), owned.since(), owned.verdict().reason());
        return switch (owned.verdict()) {
            case Verdict.Live _ -> Ailment.note(LOCK, found, "it lets go by itself");
            case Verdict.Dead _, Verdict.Reused _ ->
                    Ailment.note(LOCK, found, "the next change removes it");
            case Verdict.Unknown _ ->
                    Ailment.damage(
                            LOCK,
                            found,
                            "belay deletion unlock --owner-is-gone --evidence TEXT, if you know");
        };
    }
}
