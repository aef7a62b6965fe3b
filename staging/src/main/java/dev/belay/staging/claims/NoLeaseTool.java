package dev.belay.staging.claims;

import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.recovery.Claims;
import dev.belay.system.Directory;
import dev.belay.system.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// What can be said without a lease tool: where there is no file of a claim, there is no claim.
///
/// - **Refuses:** (`STAGING_KEPT`) where there are claims, since only the tool can read them.
public final class NoLeaseTool implements Claims {
    private static final String FILE = ".json";

    private final Disk disk;
    private final LeaseSurroundings surroundings;

    public NoLeaseTool(Disk disk, LeaseSurroundings surroundings) {
        this.disk = disk;
        this.surroundings = surroundings;
    }

    @Override
    public List<String> on(ClaimNamespace namespace, Path copy) throws IOException {
        ClaimsDirectory directory = new ClaimsDirectory(disk, surroundings);
        ClaimsDirectory.Now now = directory.look(namespace);
        if (now.physical().missing().isEmpty() && hasFiles(now.physical().existing())) {
            throw Unclear.place(
                    "there are claims, and no lease tool that reads them",
                    "name it with --lease-tool, for example --lease-tool crabbox");
        }
        if (!now.isUnchanged(directory.look(namespace))) {
            throw Unclear.place("they changed meanwhile", "run the command again in a moment");
        }
        return List.of();
    }

    private boolean hasFiles(String path) throws IOException {
        try (Directory claims = disk.open(Path.of(path), Unclear.CLAIMS)) {
            return claims.walk(names -> names.anyMatch(name -> name.endsWith(FILE)));
        }
    }
}
