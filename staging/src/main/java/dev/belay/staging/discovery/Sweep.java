package dev.belay.staging.discovery;

import dev.belay.core.file.BoundedFile;
import dev.belay.staging.discovery.Classification.Asker;
import dev.belay.staging.life.SideRecords;
import dev.belay.staging.manifest.TreePath;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.ReceiptFormat;
import dev.belay.staging.receipt.RecoveryOwner;
import dev.belay.staging.receipt.SideRecord;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Looks at all stagings, a page at a time, in the order of their names.
///
/// The names are read once, so that all pages together cost as much as there are stagings. What
/// comes later is for the next sweep; what goes meanwhile is left out.
///
/// - **Threads:** one.
public final class Sweep {
    /// As many as the Node program shows at a time.
    public static final int PAGE_ENTRIES_MAX = 64;

    /// So long a page may take, and one entry.
    public static final Duration PAGE_TIME_MAX = Duration.ofMillis(250);

    private final Directory root;
    private final Owners owners;
    private final Clock clock;
    private final List<String> names;
    private int at;

    private Sweep(Directory root, Owners owners, Clock clock, List<String> names) {
        this.root = root;
        this.owners = owners;
        this.clock = clock;
        this.names = names;
    }

    /// A sweep that begins behind the name `after`, whether or not that is still there; from the
    /// beginning when it is null, or when nothing is behind it.
    public static Sweep start(Directory root, Owners owners, Clock clock, @Nullable String after)
            throws DiskFault {
        List<String> all =
                root.walk(listed ->
                        listed.filter(Sweep::isStaging).sorted(TreePath.BYTE_ORDER).toList());
        Sweep sweep = new Sweep(root, owners, clock, all);
        sweep.at = after == null ? 0 : firstBehind(all, after) % Math.max(1, all.size());
        return sweep;
    }

    private static boolean isStaging(String name) {
        return name.startsWith(StagingId.PREFIX) && !name.equals(Cursor.DIRECTORY);
    }

    private static int firstBehind(List<String> sorted, String after) {
        Comparator<String> order = TreePath.BYTE_ORDER;
        int from = 0;
        int to = sorted.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (order.compare(sorted.get(middle), after) <= 0) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /// The next entries. At least one is looked at, so that a sweep always comes to its end.
    public Page next() {
        Duration end = clock.elapsed().plus(PAGE_TIME_MAX);
        List<Found> entries = new ArrayList<>();
        String last = null;
        while (at < names.size() && entries.size() < PAGE_ENTRIES_MAX) {
            last = names.get(at++);
            look(last).ifPresent(entries::add);
            if (clock.elapsed().compareTo(end) >= 0) {
                break;
            }
        }
        return new Page(entries, at < names.size() ? last : null);
    }

    /// One staging by its name; empty when it is gone.
    private Optional<Found> look(String name) {
        try {
            if (root.status(name).isEmpty()) {
                return Optional.empty();
            }
            try (Directory staging = root.openDirectory(name)) {
                Optional<Receipt> receipt = receipt(staging, name);
                Standing standing =
                        receipt.isEmpty()
                                ? withoutReceipt(name)
                                : Classification.of(sight(staging, receipt.get()), Asker.SWEEP);
                return Optional.of(new Found(name, standing, receipt.orElse(null)));
            }
        } catch (IOException unreadable) {
            return Optional.of(new Found(name, Standing.UNKNOWN, null));
        }
    }

    /// Where none can be recorded, its owner is known all the same.
    private Standing withoutReceipt(String name) throws IOException {
        Optional<StagingId> id = StagingId.ofDirectory(name);
        Optional<SideRecord> side =
                id.isEmpty() ? Optional.empty() : SideRecords.read(root, id.get());
        if (side.isEmpty() || side.get().isRecorded()) {
            return Standing.UNKNOWN;
        }
        return switch (owners.judge(side.get().owner())) {
            case PRESENT -> Standing.ACTIVE;
            case ABSENT -> Standing.UNRECORDED;
            case ELSEWHERE -> Standing.ELSEWHERE;
        };
    }

    /// The receipt, when it counts in the directory where it lies.
    private static Optional<Receipt> receipt(Directory staging, String name) throws IOException {
        Optional<BoundedFile> file =
                BoundedFile.read(staging, ReceiptFormat.FILE, ReceiptFormat.BYTES_MAX);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            Receipt receipt = ReceiptFormat.read(file.get().bytes());
            receipt.place().root().requireSame(staging);
            return Optional.of(receipt).filter(isCalled(name));
        } catch (InvalidFormat _) {
            return Optional.empty();
        }
    }

    private static Predicate<Receipt> isCalled(String name) {
        return receipt -> receipt.id().directory().equals(name);
    }

    private Sight sight(Directory staging, Receipt receipt) throws DiskFault {
        return ReceiptSight.of(
                receipt,
                owners.judge(receipt, root),
                staging.status(RecoveryOwner.DIRECTORY).isPresent());
    }
}
