package dev.belay.deletion.journal;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DurableFile;
import dev.belay.core.json.JsonObject;
import dev.belay.core.lock.Held;
import dev.belay.core.lock.LinkLock;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.journal.JournalRepair.Diagnosis.Finding;
import dev.belay.deletion.journal.JournalRepair.Diagnosis.Remedy;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Explains an invalid journal record by record, and repairs it where every fence can be kept. The
/// lines beside it fence nothing: what is damaged of them is left out.
///
/// - **Atomic:** each file is as it was, or all that is damaged of it is mended.
/// - **Durable:** a copy of the damaged file and a line of the audit for each record are, before
///   the file is replaced.
/// - **Crash:** leaves the damaged file, and perhaps its copy and lines that say what was intended.
/// - **Refuses:** where a fence could be lost: a record whose computer cannot be read, a file that
///   is not JSON.
public final class JournalRepair {
    private static final Duration LOCK_WAIT_MAX = Duration.ofSeconds(2);
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

    private final World world;
    private final Directory directory;
    private final AuditLog audit;

    public JournalRepair(World world, Directory directory, AuditLog audit) {
        this.world = world;
        this.directory = directory;
        this.audit = audit;
    }

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

            /// Lines that fence nothing are left out.
            record LeaveOut() implements Remedy {}

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
            return findings.stream().noneMatch(it -> it.remedy() instanceof Remedy.None);
        }
    }

    /// What is wrong with the file. Takes no lock and changes nothing.
    public Diagnosis diagnose() throws Refusal {
        List<Finding> findings = new ArrayList<>();
        Optional<BoundedFile> file = file();
        if (file.isPresent()) {
            findings.addAll(examine(file.get().bytes()).findings());
        }
        for (SideLog<?> log : logs()) {
            finding(log).ifPresent(findings::add);
        }
        return new Diagnosis(findings);
    }

    /// Repairs the file, if nothing that could still be fenced is dropped by it.
    ///
    /// @return what was wrong, and is no more
    public Diagnosis repair() throws IOException {
        LinkLock lock = new LinkLock(world, directory, DeletionJournal.LOCK, LOCK_WAIT_MAX);
        Held held = lock.acquire();
        try {
            return repair(held);
        } finally {
            held.release();
        }
    }

    private Diagnosis repair(Held held) throws IOException {
        Diagnosis diagnosis = diagnose();
        requireRepairable(diagnosis);
        Optional<BoundedFile> file = file();
        if (file.isPresent()) {
            repair(file.get().bytes(), held);
        }
        for (SideLog<?> log : logs()) {
            Optional<Finding> finding = finding(log);
            if (finding.isPresent()) {
                String copy = copyOf(log.name());
                audit.append(List.of(event(finding.get(), copy)));
                log.leaveOutBadLines(copy, held::assertOwned);
            }
        }
        return diagnosis;
    }

    private List<SideLog<?>> logs() {
        return List.of(PastOperations.log(world, directory), Requests.log(world, directory));
    }

    private static Optional<Finding> finding(SideLog<?> log) throws Refusal {
        List<Integer> bad = log.badLines();
        if (bad.isEmpty()) {
            return Optional.empty();
        }
        String which = bad.size() == 1 ? "" : " (the first of %d)".formatted(bad.size());
        return Optional.of(
                new Finding(
                        log.name(),
                        "line %d of %s%s is not what is written there"
                                .formatted(bad.getFirst(), log.name(), which),
                        new Remedy.LeaveOut()));
    }

    private String copyOf(String name) {
        return "%s.before-repair-%s".formatted(name, STAMP.format(world.clock().now()));
    }

    private void repair(byte[] damaged, Held held) throws IOException {
        Examination examination = examine(damaged);
        if (examination.findings().isEmpty()) {
            return;
        }
        byte[] repaired =
                DeletionFormat.file(examination.entries().stream().map(Entry::text).toList());
        requireSound(repaired);
        String copy = copyOf(DeletionFormat.FILE);
        new DurableFile(directory, copy, world.randomness()).replace(damaged, held::assertOwned);
        audit.append(examination.findings().stream().map(it -> event(it, copy)).toList());
        new DurableFile(directory, DeletionFormat.FILE, world.randomness())
                .replaceKeeping(
                        DeletionFormat.PREVIOUS, ByteBuffer.wrap(repaired), held::assertOwned)
                .close();
    }

    private Optional<BoundedFile> file() throws Refusal {
        return BoundedFile.read(directory, DeletionFormat.FILE, DeletionFormat.BYTES_MAX);
    }

    private record Examination(List<Entry> entries, List<Finding> findings) {}

    private Examination examine(byte[] bytes) {
        List<Entry> entries = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        try {
            int number = 0;
            for (JsonObject object : DeletionFormat.elements(bytes)) {
                number++;
                try {
                    entries.add(DeletionFormat.entry(object, bytes));
                } catch (InvalidJournal invalid) {
                    findings.add(salvage(object, invalid.inRecord(number, object), entries));
                }
            }
            DeletionFormat.requireUnique(entries);
        } catch (InvalidJournal invalid) {
            findings.add(
                    new Finding(
                            DeletionFormat.FILE,
                            invalid.found(),
                            new Remedy.None(
                                    "a fence could be lost; compare the file with "
                                            + DeletionFormat.PREVIOUS
                                            + " and with the provider, then mend it by hand")));
        }
        return new Examination(entries, findings);
    }

    /// Keeps the fence of a damaged record among `entries`, if it can be kept.
    private Finding salvage(JsonObject object, InvalidJournal invalid, List<Entry> entries) {
        String subject = RecordFields.readableId(object).orElse(DeletionFormat.FILE);
        try {
            DeletionRecord kept = RecordFields.salvage(object, now());
            entries.add(DeletionFormat.entry(kept, RecordFields.foreign(object)));
            return new Finding(subject, invalid.found(), new Remedy.KeepFence(kept.phase().word()));
        } catch (InvalidJournal hopeless) {
            return new Finding(
                    subject,
                    invalid.found(),
                    new Remedy.None(
                            hopeless.found()
                                    + ", so that its fence cannot be kept; find out at the"
                                    + " provider, then mend the record by hand"));
        }
    }

    private Instant now() {
        return Instant.ofEpochMilli(Math.max(1, world.clock().now().toEpochMilli()));
    }

    private void requireRepairable(Diagnosis diagnosis) throws Refusal {
        for (Finding finding : diagnosis.findings()) {
            if (finding.remedy() instanceof Remedy.None(String why)) {
                throw new Refusal(
                        ErrorCode.STATE_INVALID,
                        directory.label(DeletionFormat.FILE),
                        finding.found(),
                        why);
            }
        }
    }

    private void requireSound(byte[] repaired) throws Refusal {
        try {
            DeletionFormat.read(repaired);
        } catch (InvalidJournal invalid) {
            throw invalid.of(directory.label(DeletionFormat.FILE));
        }
    }

    private static AuditEvent event(Finding finding, String copy) {
        JsonObject.Builder details = JsonObject.builder().put("found", finding.found());
        if (finding.remedy() instanceof Remedy.KeepFence(String phase)) {
            details.put("phase", phase);
        }
        return new AuditEvent(
                "deletion.repair", finding.subject(), details.put("copy", copy).build());
    }
}
