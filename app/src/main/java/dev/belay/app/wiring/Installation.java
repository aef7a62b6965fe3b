package dev.belay.app.wiring;

import dev.belay.app.config.Configuration;
import dev.belay.app.config.Key;
import dev.belay.app.config.Keys;
import dev.belay.app.config.source.Secrets;
import dev.belay.app.root.DataRoot;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.brake.StopFile;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.lock.LinkLock;
import dev.belay.deletion.Budget;
import dev.belay.deletion.ComputerProvider;
import dev.belay.deletion.custody.DeletionEvent;
import dev.belay.deletion.custody.Deletions;
import dev.belay.deletion.custody.ProofPolicy;
import dev.belay.deletion.custody.ProtectedNames;
import dev.belay.deletion.custody.Terms;
import dev.belay.deletion.journal.DeletionJournal;
import dev.belay.deletion.journal.JournalNotice;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One data root with its settings, and what works on it. Closing it closes what it opened.
///
/// - **Threads:** one.
public final class Installation implements AutoCloseable {
    private static final Duration LOCK_WAIT_MAX = Duration.ofSeconds(2);

    private final World world;
    private final DataRoot root;
    private final Configuration configuration;
    private final Secrets secrets;

    /// How to close what was opened, in order.
    private final List<Runnable> closings = new ArrayList<>();

    private @Nullable Directory seen;
    private @Nullable Directory made;
    private @Nullable DeletionJournal looking;
    private @Nullable DeletionJournal changing;

    public Installation(
            World world,
            DataRoot root,
            Configuration configuration,
            Map<String, String> environment) {
        this.world = world;
        this.root = root;
        this.configuration = configuration;
        this.secrets = new Secrets(world, environment);
    }

    /// The data root, to look at; empty where there is none yet.
    public Optional<Directory> lookAtRoot() throws DiskFault, Refusal {
        if (seen == null) {
            seen = kept(root.open());
        }
        return Optional.ofNullable(seen);
    }

    /// The data root, to write in; made, and made durable, where there is none.
    public Directory root() throws DiskFault, Refusal {
        Directory known = made;
        if (known == null) {
            known = root.create();
            closings.add(known::close);
            new StopFile(world, known).reserve();
            made = known;
        }
        return known;
    }

    public World world() {
        return world;
    }

    public Configuration configuration() {
        return configuration;
    }

    /// The brake for everything.
    public StopFile stop() throws DiskFault, Refusal {
        return new StopFile(world, root());
    }

    public AuditLog audit() throws DiskFault, Refusal {
        return new AuditLog(world, root());
    }

    /// Where the deletion journal is.
    public Path deletionPath() {
        return root.path().resolve(configuration.required(Keys.DELETION_DIR));
    }

    /// Where the directories of the bindings are.
    public Path connectorPath() {
        return root.path().resolve(configuration.required(Keys.CONNECTOR_DIR));
    }

    /// The journal, to change it.
    ///
    /// @param notices what its operator should know
    public DeletionJournal journal(Consumer<JournalNotice> notices) throws DiskFault, Refusal {
        DeletionJournal known = changing;
        if (known == null) {
            known = new DeletionJournal(world, deletionPath(), audit(), notices);
            closings.add(known::close);
            changing = known;
        }
        return known;
    }

    /// The journal, to look at and for nothing else; empty where there is nothing to look at. Makes
    /// nothing, and works on a disk that cannot be written.
    public Optional<DeletionJournal> lookAtJournal() throws DiskFault, Refusal {
        DeletionJournal known = looking;
        if (known == null) {
            Directory place = lookAtRoot().orElse(null);
            if (place == null) {
                // A directory of another program, and nothing of ours yet.
                place = kept(PrivateDirectory.open(world, deletionPath(), "deletion"));
            }
            if (place == null) {
                return Optional.empty();
            }
            AuditLog unused = new AuditLog(world, place);
            known = new DeletionJournal(world, deletionPath(), unused, _ -> {});
            closings.add(known::close);
            looking = known;
        }
        return Optional.of(known);
    }

    /// The lock of the deletion journal; empty where it has no directory yet.
    public Optional<LinkLock> deletionLock() throws DiskFault, Refusal {
        return Optional.ofNullable(kept(PrivateDirectory.open(world, deletionPath(), "deletion")))
                .map(place -> new LinkLock(world, place, DeletionJournal.LOCK, LOCK_WAIT_MAX));
    }

    private @Nullable Directory kept(Optional<Directory> found) {
        found.ifPresent(directory -> closings.add(directory::close));
        return found.orElse(null);
    }

    /// Everything that it takes to delete computers.
    public Deletions deletions(
            ComputerProvider provider,
            Consumer<DeletionEvent> events,
            Consumer<JournalNotice> notices)
            throws DiskFault, Refusal {
        StopFile stop = stop();
        Terms terms =
                new Terms(
                        ProofPolicy.of(configuration.required(Keys.PROOF)).orElseThrow(),
                        budget(),
                        new ProtectedNames(configuration.texts(Keys.PROTECTED)),
                        stop::check,
                        events);
        return new Deletions(journal(notices), provider, world, terms);
    }

    public Providers providers() {
        return new Providers(configuration, secrets);
    }

    /// The provider that the settings describe.
    public ComputerProvider provider() throws IOException {
        return providers().configured();
    }

    private Budget budget() {
        return new Budget(limit(Keys.PER_HOUR_MAX), limit(Keys.PER_DAY_MAX));
    }

    private int limit(Key key) {
        return configuration.count(key).map(Math::toIntExact).orElse(Integer.MAX_VALUE);
    }

    @Override
    public void close() {
        closings.reversed().forEach(Runnable::run);
    }
}
