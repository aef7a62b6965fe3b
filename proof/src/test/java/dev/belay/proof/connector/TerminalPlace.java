package dev.belay.proof.connector;

import dev.belay.proof.program.Console;
import dev.belay.proof.program.Ran;
import dev.belay.proof.program.ShiftedClock;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A data root and a binding on a terminal, whose commands run in this process on the real disk,
/// with a clock that can be set.
final class TerminalPlace {
    static final String NAME = "demo";

    private final Path home;
    private final ListeningEngine engine;
    private Duration shift = Duration.ZERO;

    /// @param home of nobody else
    TerminalPlace(Path home) throws IOException {
        this.home = home;
        this.engine = new ListeningEngine(home);
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
    }

    /// Sets what the binding is to be.
    ///
    /// @param deed what the engine does before it answers, in a shell's words; `$text` is asked
    /// @param more settings, in YAML
    void configure(String deed, String more) throws IOException {
        engine.write(deed);
        Path bindings = Files.createDirectories(home.resolve("config/belay/bindings"));
        Files.writeString(
                bindings.resolve(NAME + ".yaml"),
                """
                channel: {type: terminal}
                %s
                %s\
                """
                        .formatted(engine.setting(), more));
    }

    /// Sets the wall clock; the one that never goes back goes on.
    void setClock(Instant now) {
        shift = Duration.between(LocalWorld.create().clock().now(), now);
    }

    private World world() {
        return ShiftedClock.world(shift);
    }

    /// A run at whose terminal somebody types lines, until its end.
    Ran converse(String... lines) {
        String typed = lines.length == 0 ? "" : String.join("\n", lines) + "\n";
        return Console.type(environment(), this::world, typed, List.of("connector", "run", NAME));
    }

    Ran belay(String... words) {
        return Console.run(environment(), this::world, List.of(words));
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>();
        environment.put("BELAY_HOME", home.toString());
        environment.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        environment.put("PATH", "/usr/bin:/bin");
        return environment;
    }

    Path binding() {
        return home.resolve("discord").resolve(NAME);
    }

    /// What the engine was asked, oldest first.
    List<String> questions() throws IOException {
        return engine.questions();
    }
}
