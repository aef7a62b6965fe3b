package dev.belay.staging.claims;

import dev.belay.staging.git.Repositories;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A machine with a copy, a directory of claims, and a lease tool that is a small script.
final class FakeLeaseTool {
    static final String NONE =
            "{\"version\":1,\"source\":\"local-claims\",\"claims\":[],\"problems\":[]}";

    final Path directory;
    final Path copy;
    final Path source;
    final Path state;
    private final World world = LocalWorld.create();
    private final LeaseSurroundings surroundings;

    FakeLeaseTool(Path parent) throws IOException {
        directory = parent.toRealPath();
        copy = directory.resolve("copy");
        source = Files.createDirectories(copy.resolve("payload/source"));
        state = Files.createDirectory(directory.resolve("state"));
        surroundings = surroundings(Map.of("XDG_STATE_HOME", state.toString()));
    }

    static LeaseSurroundings surroundings(Map<String, String> variables) {
        Map<String, String> environment = new LinkedHashMap<>(variables);
        environment.put("PATH", System.getenv("PATH"));
        return new LeaseSurroundings("linux", environment);
    }

    /// Makes the program do this.
    void script(String script) {
        Repositories.write(directory, "tool", "#!/bin/sh\n" + script);
        Repositories.shell(directory, "chmod +x tool");
    }

    /// Makes the program answer this.
    void answers(String answer) {
        Repositories.write(directory, "answer", answer + "\n");
        script("cat '" + directory.resolve("answer") + "'\n");
    }

    static String claim(String lease, Path repository) {
        return """
        {"leaseId":"%s","slug":"s","provider":"aws","repoRoot":"%s","pond":"",\
        "targetOS":"linux","windowsMode":"","claimedAt":"2026-08-01T00:00:00Z",\
        "lastUsedAt":"2026-08-01T00:00:00Z","idleTimeoutSeconds":1800}\
        """
                .formatted(lease, repository);
    }

    static String listing(String... claims) {
        return NONE.replace("\"claims\":[]", "\"claims\":[" + String.join(",", claims) + "]");
    }

    ClaimNamespace capture() throws IOException {
        return new ClaimsDirectory(world.disk(), surroundings).capture(source.toString());
    }

    List<String> ask() throws IOException {
        return ask(capture());
    }

    List<String> ask(ClaimNamespace namespace) throws IOException {
        return tool(surroundings).on(namespace, copy);
    }

    LeaseTool tool(LeaseSurroundings others) {
        return new LeaseTool(
                world.disk(), new LocalPrograms(), directory.resolve("tool").toString(), others);
    }

    NoLeaseTool none() {
        return new NoLeaseTool(world.disk(), surroundings);
    }

    World world() {
        return world;
    }
}
