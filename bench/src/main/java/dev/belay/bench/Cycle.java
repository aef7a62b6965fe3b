package dev.belay.bench;

import dev.belay.core.audit.AuditLog;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.Budget;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.Target;
import dev.belay.deletion.journal.DeletionJournal;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;

/// Prepared, accepted, completed, retired: the whole life of one record in a journal.
final class Cycle implements AutoCloseable {
    private final DeletionJournal journal;

    Cycle(World world, Path directory) throws IOException {
        AuditLog audit = new AuditLog(world, world.disk().open(directory, "audit"));
        this.journal = new DeletionJournal(world, directory, audit, _ -> {});
    }

    DeletionJournal journal() {
        return journal;
    }

    /// Runs the cycle of the computer with this number.
    void run(int number) throws IOException {
        BoxId id = new BoxId(Workspace.boxId(10_000_000 + number));
        OperationId operation = new OperationId("bdop_%032x".formatted(0xfL << 40 | number));
        journal.prepare(new Target(id, "target", "bot-x"), Budget.UNLIMITED);
        journal.accept(id, new Receipt(operation, id, OperationStatus.PENDING));
        journal.accept(id, new Receipt(operation, id, OperationStatus.COMPLETED));
        journal.retire(
                id,
                journal.find(id).flatMap(record -> record.completion()).orElseThrow(),
                "measured");
    }

    @Override
    public void close() {
        journal.close();
    }
}
