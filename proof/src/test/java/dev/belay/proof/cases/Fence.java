package dev.belay.proof.cases;

import dev.belay.proof.program.Console;
import dev.belay.proof.program.Ran;
import dev.belay.simulators.BoatForm;
import dev.belay.simulators.Computer;
import dev.belay.simulators.FakeBoat;
import dev.belay.simulators.FakeBoatOptions;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A data root on the real disk, and a provider that counts what it is asked.
final class Fence implements AutoCloseable {
    static final String JOURNAL = "box-delete-requests.json";
    static final String LOCK = "box-delete-requests.lock";

    private final Path root;
    private final FakeBoat boat;

    Fence(Path root) throws IOException {
        World world = LocalWorld.create();
        this.root = root;
        this.boat = FakeBoat.start(FakeBoatOptions.USUAL, world.clock(), world.waiting());
    }

    Path directory() {
        return root.resolve("deletion");
    }

    /// Puts a file of mode 0600 into the deletion directory.
    Path put(String name, byte[] content) throws IOException {
        Files.createDirectories(
                directory(),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path file = Files.write(directory().resolve(name), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    List<String> names() throws IOException {
        try (Stream<Path> names = Files.list(directory())) {
            return names.map(name -> name.getFileName().toString()).sorted().toList();
        }
    }

    /// The `number`-th computer of the provider, from 1; its name is `web-` and the number.
    String id(int number) {
        return boat.computers().get(number - 1).id();
    }

    int deletes() {
        return boat.deletes().size();
    }

    int requests(String method, String path) {
        return boat.requests(method, path);
    }

    /// Adds a computer, and returns it.
    Computer add(String name) {
        return boat.add(name);
    }

    Ran request(int number) {
        return run("deletion", "request", id(number), "--name", "web-" + number);
    }

    Ran run(String... words) {
        return Console.run(environment(), words);
    }

    Map<String, String> environment() {
        return Map.of(
                "BELAY_HOME",
                root.toString(),
                "BELAY_DELETION_PROVIDER",
                "simulated",
                "BELAY_DELETION_SIMULATED_URL",
                boat.base(BoatForm.SANDBOX).toString().replaceAll("(:\\d+).*", "$1"));
    }

    @Override
    public void close() {
        boat.close();
    }
}
