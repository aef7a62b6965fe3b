package dev.belay.deletion.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.file.BoundedFile;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.Target;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The Node program's side of the journal: its lock without the reaping, and its whole-file
/// rewrite.
final class NodeJournal implements AutoCloseable {
    private static final Duration WAIT = Duration.ofSeconds(2);
    private static final Duration RETRY = Duration.ofMillis(20);

    private final World world;
    private final Directory directory;

    NodeJournal(SimProcess process) throws DiskFault {
        this.world = process.world();
        this.directory = world.disk().open(Journals.DIRECTORY, "deletion");
    }

    /// Adds a prepared record; false when the lock was not to be had in time.
    boolean prepare(Target target) throws IOException {
        String lock = DeletionJournal.LOCK.file();
        String token = world.randomness().uuid().toString();
        String candidate = lock + ".candidate-" + world.processes().ownPid() + "-" + token;
        write(
                candidate,
                "{\"version\":1,\"pid\":%d,\"token\":\"%s\",\"createdAt\":1}\n"
                        .formatted(world.processes().ownPid(), token));
        try {
            if (!link(candidate, lock)) {
                return false;
            }
        } finally {
            directory.unlink(candidate);
        }
        add(target, token);
        directory.unlink(lock);
        return true;
    }

    private boolean link(String candidate, String lock) throws DiskFault {
        Duration deadline = world.clock().elapsed().plus(WAIT);
        while (true) {
            try {
                directory.link(candidate, lock);
                return true;
            } catch (DiskFault fault) {
                if (fault.errno() != Errno.EEXIST) {
                    throw fault;
                }
            }
            if (world.clock().elapsed().compareTo(deadline) >= 0) {
                return false;
            }
            world.waiting().pause(RETRY);
        }
    }

    private void add(Target target, String token) throws IOException {
        List<JsonValue> records = new ArrayList<>();
        Optional<BoundedFile> file =
                BoundedFile.read(directory, Journals.FILE, DeletionFormat.BYTES_MAX);
        if (file.isPresent()) {
            JsonObject journal =
                    (JsonObject)
                            JsonText.parse(
                                    file.get().bytes(),
                                    JsonLimits.ofBytes(DeletionFormat.BYTES_MAX));
            records.addAll(((JsonArray) journal.member("records").orElseThrow()).elements());
        }
        records.add(
                JsonObject.builder()
                        .put("boxId", target.id().value())
                        .put("name", target.name())
                        .put("ownerBotId", target.owner().orElseThrow())
                        .put("phase", "prepared")
                        .put("requestedAt", 1_800_000_000_000L)
                        .put("updatedAt", 1_800_000_000_000L)
                        .build());
        JsonObject next =
                JsonObject.builder()
                        .put("version", 1)
                        .put("records", new JsonArray(records))
                        .build();
        write("tmp-" + token, JsonText.printIndented(next) + "\n");
        directory.rename("tmp-" + token, directory, Journals.FILE);
    }

    private void write(String name, String text) throws DiskFault {
        byte[] bytes = text.getBytes(UTF_8);
        try (OpenFile file =
                directory.open(
                        name, 0600, OpenOption.WRITE, OpenOption.CREATE, OpenOption.EXCLUSIVE)) {
            int written = 0;
            while (written < bytes.length) {
                written += file.write(bytes, written, bytes.length - written, written);
            }
            file.sync();
        }
    }

    @Override
    public void close() {
        directory.close();
    }
}
