package dev.belay.app.cli.staging.copies;

import dev.belay.app.cli.frame.Session;
import dev.belay.app.config.Keys;
import dev.belay.app.root.DataRoot;
import dev.belay.core.error.Refusal;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// Where the sealed copies of this installation are.
public record CopiesPlace(World world, DataRoot dataRoot, Path path) {
    /// What messages call the directory, which may be anywhere.
    private static final String LABEL = "staging";

    /// By the settings.
    public static CopiesPlace of(Session session) throws Refusal {
        DataRoot dataRoot = session.root();
        Path path = dataRoot.path().resolve(session.configuration().required(Keys.STAGING_DIR));
        return new CopiesPlace(session.world(), dataRoot, path);
    }

    /// Opens it, and makes it first where there is none.
    public SyncRoot open() throws DiskFault, Refusal {
        try (Directory root = dataRoot.create()) {
            SyncRoot opened = SyncRoot.open(world, path, LABEL);
            priorDomains(root, opened.directory()); // Who works here notes the boot.
            return opened;
        }
    }

    /// Opens it to look; empty where there is none.
    public Optional<Directory> look() throws DiskFault {
        try {
            return Optional.of(world.disk().open(path, LABEL));
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw fault;
        }
    }

    /// Who judges the owners of these copies.
    public Owners owners(Directory copies) throws IOException {
        Optional<Directory> root = dataRoot.open();
        if (root.isEmpty()) {
            return new Owners(world, Set.of());
        }
        try (Directory opened = root.get()) {
            return new Owners(world, priorDomains(opened, copies));
        }
    }

    /// Where the boots cannot be read or written, owners of earlier ones protect their copies.
    private Set<Digest> priorDomains(Directory root, Directory copies) {
        try {
            return ThisMachine.priorDomains(world, root, copies);
        } catch (IOException _) {
            return Set.of();
        }
    }
}
