package dev.belay.bench;

import static dev.belay.system.OpenOption.APPEND;
import static dev.belay.system.OpenOption.CREATE;
import static dev.belay.system.OpenOption.WRITE;

import dev.belay.bench.Figure.Goal;
import dev.belay.core.audit.AuditEvent;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.World;
import java.io.IOException;
import java.util.List;

/// The audit's durable append against a bare write and data sync of as many bytes.
final class AuditFigures {
    private static final int ROUNDS = 15;
    private static final int APPENDS = 200;
    private static final int LINE_BYTES = 300;

    private AuditFigures() {}

    static Figure appends(World world, Workspace workspace) throws IOException {
        Samples ratios = new Samples();
        try (Directory bareDirectory = world.disk().open(workspace.fresh(), "yardstick");
                Directory directory = world.disk().open(workspace.fresh(), "audit");
                OpenFile bare = bareDirectory.open("bare", 0600, WRITE, APPEND, CREATE)) {
            AuditLog audit = new AuditLog(world, directory);
            for (int round = -2; round < ROUNDS; round++) {
                double before = bare(bare);
                double ours = ours(audit);
                double after = bare(bare);
                if (round >= 0) {
                    ratios.add((before + after) / 2 / ours);
                }
            }
        }
        return new Figure("audit.append.of-bare", ratios.median(), "x", Goal.atLeast(0.9), null);
    }

    private static double bare(OpenFile file) throws IOException {
        byte[] line = new byte[LINE_BYTES];
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
