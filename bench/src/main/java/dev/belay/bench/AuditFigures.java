package dev.belay.bench;

import static dev.belay.system.OpenOption.APPEND;
import static dev.belay.system.OpenOption.CREATE;
import static dev.belay.system.OpenOption.READ;
import static dev.belay.system.OpenOption.WRITE;

import dev.belay.bench.Figure.Goal;
import dev.belay.core.audit.AuditEvent;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.World;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// The audit's durable append against a bare write and data sync of lines of the same length.
final class AuditFigures {
    private static final int WARM_UP_ROUNDS = 10;
    private static final int ROUNDS = 15;
    private static final int APPENDS = 200;

    private AuditFigures() {}

    static Figure appends(World world, Workspace workspace) throws IOException {
        Samples ratios = new Samples();
        try (Directory bareDirectory = world.disk().open(workspace.fresh(), "yardstick");
                Directory directory = world.disk().open(workspace.fresh(), "audit");
                OpenFile bare = bareDirectory.open("bare", 0600, WRITE, APPEND, CREATE)) {
            AuditLog audit = new AuditLog(world, directory);
            ours(audit);
            byte[] line = line(directory);
            for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
                double before = bare(bare, line);
                double ours = ours(audit);
                double after = bare(bare, line);
                if (round >= 0) {
                    ratios.add((before + after) / 2 / ours);
                }
            }
        }
        return new Figure("audit.append.of-bare", ratios.median(), "x", Goal.atLeast(0.9), null);
    }

    /// One line of the log as it is.
    private static byte[] line(Directory directory) throws IOException {
        try (OpenFile log = directory.open("audit.jsonl", 0, READ)) {
            byte[] start = new byte[4096];
            log.read(start, 0, start.length, 0);
            int length = 0;
            while (start[length] != '\n') {
                length++;
            }
            return Arrays.copyOf(start, length + 1);
        }
    }

    private static double bare(OpenFile file, byte[] line) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < APPENDS / 2; i++) {
            file.write(line, 0, line.length, 0);
            file.syncData();
        }
        return (System.nanoTime() - start) / (APPENDS / 2.0);
    }

    private static double ours(AuditLog audit) throws IOException {
        AuditEvent event =
                new AuditEvent("bench.append", "bx_23456789", JsonObject.builder().build());
        long start = System.nanoTime();
        for (int i = 0; i < APPENDS; i++) {
            audit.append(List.of(event));
        }
        return (System.nanoTime() - start) / (double) APPENDS;
    }
}
