package dev.belay.staging.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.custody.Receipts;
import dev.belay.staging.receipt.MirrorUse;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A place for one mirror, as it was seen at one moment.
///
/// @param key its name, which tells the repository
/// @param stage the staging that it names; null when it names none
/// @param receipt of that staging; null unless it is there, counts, and says that it is the mirror
///   of this slot
public record Slot(
        Digest key,
        DirectoryIdentity identity,
        State state,
        @Nullable StagingId stage,
        @Nullable Receipt receipt) {
    static final String STAGE = "stage";
    static final String LOCK = "lock";

    private static final int STAGE_BYTES_MAX = 128;
    private static final int OTHERS = 0077;

    /// What the Node program was writing when it was killed.
    private static final Pattern TEMPORARY =
            Pattern.compile("\\.stage\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /// Whether it holds something for the next run.
    public enum State {
        /// Nothing: it names no copy, or one that is gone.
        FREE,
        /// A copy that its last owner has handed over.
        IDLE,
        /// A copy that nobody has handed over: in use, or left by whoever used it.
        TAKEN,
        /// Something that is not known here.
        UNKNOWN
    }

    /// The key under which Belay keeps the mirror of a repository. The Node program has another
    /// one, so that neither throws away what the other has warm.
    static Digest keyOf(String repository) {
        return Digest.of(("belay\0" + repository).getBytes(UTF_8));
    }

    /// The key under which the Node program keeps it.
    static Digest keyOfNode(String repository) {
        return Digest.of(repository.getBytes(UTF_8));
    }

    /// Looks at the slot `name` of `slots`; empty when that is none.
    ///
    /// @param root the directory of all stagings
    static Optional<Slot> read(Directory root, Directory slots, String name) throws DiskFault {
        if (!Digest.isDigest(name)) {
            return Optional.empty();
        }
        Optional<FileStatus> status = slots.status(name);
        if (status.isEmpty()
                || status.get().kind() != FileKind.DIRECTORY
                || (status.get().permissions() & OTHERS) != 0) {
            return Optional.empty();
        }
        try (Directory slot = slots.openDirectory(name)) {
            return Optional.of(read(root, slot, new Digest(name)));
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw fault;
        }
    }

    static Slot read(Directory root, Directory slot, Digest key) throws DiskFault {
        DirectoryIdentity identity = DirectoryIdentity.of(slot);
        if (!slot.walk(names -> names.allMatch(Slot::isKnown))) {
            return new Slot(key, identity, State.UNKNOWN, null, null);
        }
        if (slot.status(STAGE).isEmpty()) {
            return new Slot(key, identity, State.FREE, null, null);
        }
        Optional<StagingId> named = stage(slot);
        if (named.isEmpty()) {
            return new Slot(key, identity, State.UNKNOWN, null, null);
        }
        StagingId id = named.get();
        Optional<FileStatus> copy = root.status(id.directory());
        if (copy.isEmpty()) {
            return new Slot(key, identity, State.FREE, id, null);
        }
        Optional<Receipt> receipt =
                copy.get().kind() == FileKind.DIRECTORY
                        ? receipt(root, id).filter(it -> isOf(it, key, identity))
                        : Optional.empty();
        if (receipt.isEmpty()) {
            return new Slot(key, identity, State.UNKNOWN, id, null);
        }
        State state = receipt.get().isIdleMirror() ? State.IDLE : State.TAKEN;
        return new Slot(key, identity, state, id, receipt.get());
    }

    private static boolean isKnown(String name) {
        return name.equals(STAGE) || name.equals(LOCK) || TEMPORARY.matcher(name).matches();
    }

    private static Optional<StagingId> stage(Directory slot) throws DiskFault {
        try {
            return BoundedFile.read(slot, STAGE, STAGE_BYTES_MAX)
                    .map(file -> new String(file.bytes(), UTF_8).strip())
                    .filter(StagingId::isId)
                    .map(StagingId::new);
        } catch (Refusal _) {
            return Optional.empty();
        }
    }

    private static Optional<Receipt> receipt(Directory root, StagingId id) throws DiskFault {
        try (Directory staging = root.openDirectory(id.directory())) {
            return Receipts.read(staging, id);
        }
    }

    private static boolean isOf(Receipt receipt, Digest key, DirectoryIdentity identity) {
        return receipt.knownMirror()
                .filter(use -> use.key().equals(key) && use.slot().equals(identity))
                .isPresent();
    }

    public Optional<StagingId> named() {
        return Optional.ofNullable(stage);
    }

    public Optional<Receipt> known() {
        return Optional.ofNullable(receipt);
    }

    /// The repository that is copied, when that is known.
    public Optional<String> repository() {
        return known().map(it -> it.repository().path());
    }

    /// Whether what it names is a mirror of Belay.
    public boolean isOfBelay() {
        return repository().filter(path -> keyOf(path).equals(key)).isPresent();
    }

    /// Whether what it names is a mirror of the Node program.
    public boolean isOfNode() {
        return repository().filter(path -> keyOfNode(path).equals(key)).isPresent();
    }

    /// When it was used last; long ago where nobody knows.
    public Instant lastUsed() {
        return known().flatMap(Receipt::knownMirror).map(MirrorUse::lastUsed).orElse(Instant.EPOCH);
    }
}
