package dev.belay.staging.usage;

import dev.belay.staging.discovery.Cursor;
import dev.belay.staging.discovery.Found;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.discovery.Page;
import dev.belay.staging.discovery.Standing;
import dev.belay.staging.discovery.Standing.Status;
import dev.belay.staging.discovery.Sweep;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.mirror.Slot;
import dev.belay.staging.mirror.Slots;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.removal.TreeTally;
import dev.belay.staging.usage.Item.Kind;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Measures what everything in a directory of stagings takes, and the outputs of their commands. It
/// costs a look at every file.
///
/// - **Threads:** one. What comes or goes meanwhile is counted or not.
public final class DiskUsage {
    private static final int SLOTS = 64;

    private final World world;
    private final Directory copies;
    private final Owners owners;
    private final Map<StagingId, Slot> mirrors = HashMap.newHashMap(SLOTS);
    private final OutputPlaces outputs;
    private final List<Item> items = new ArrayList<>();

    /// @param copies the directory of all stagings
    public DiskUsage(World world, Directory copies, Owners owners) {
        this.world = world;
        this.copies = copies;
        this.owners = owners;
        this.outputs = new OutputPlaces(world.disk());
    }

    /// What takes space, the most expensive first.
    ///
    /// @param directories where outputs may be too, beside the repositories of the copies
    public List<Item> measure(List<String> directories) throws IOException {
        for (Slot slot : Slots.look(copies)) {
            slot.named().ifPresent(id -> mirrors.put(id, slot));
        }
        Sweep sweep = Sweep.start(copies, owners, world.clock(), null);
        Page page;
        do {
            page = sweep.next();
            for (Found found : page.entries()) {
                measure(found);
            }
        } while (page.position().isPresent());
        measureOwn();
        measureUnknown();
        directories.forEach(outputs::among);
        items.addAll(outputs.measure());
        items.sort(Item.BY_COST);
        return items;
    }

    private void measure(Found found) throws DiskFault {
        Optional<StagingId> id = StagingId.ofDirectory(found.directory());
        Optional<Slot> mirror = id.map(mirrors::get);
        String repository = found.readable().map(receipt -> receipt.repository().path()).orElse("");
        found.readable().ifPresent(this::noteOutputs);
        items.add(
                new Item(
                        mirror.isPresent() ? Kind.MIRROR : Kind.COPY,
                        id.map(StagingId::value).orElse(found.directory()),
                        repository,
                        TreeTally.of(copies, found.directory()),
                        freedBy(found.standing(), mirror)));
    }

    private static String freedBy(Standing standing, Optional<Slot> mirror) {
        return standing.status() == Status.ACTIVE || mirror.isEmpty()
                ? standing.remedy()
                : "belay staging mirrors --evict " + mirror.get().key().hex();
    }

    private void noteOutputs(Receipt receipt) {
        outputs.among(receipt.repository().path());
        try (Directory staging = copies.openDirectory(receipt.id().directory())) {
            outputs.needed(staging, receipt);
        } catch (IOException _) {
            // It went meanwhile, or its evidence cannot be read: nothing is said of who needs them.
        }
    }

    /// What Belay keeps beside the copies.
    private void measureOwn() throws IOException {
        TreeTally records = TreeTally.NONE;
        for (String name : List.of(Slots.DIRECTORY, Cursor.DIRECTORY)) {
            records = records.and(TreeTally.of(copies, name));
        }
        Optional<Directory> found = open(SyncRoot.OWN);
        if (found.isPresent()) {
            try (Directory own = found.get()) {
                for (String name : own.walk(Stream::toList)) {
                    Optional<Leftovers> leftovers = Leftovers.of(name);
                    if (leftovers.isPresent()) {
                        items.addAll(leftovers.get().measure(own));
                    } else {
                        records = records.and(TreeTally.of(own, name));
                    }
                }
            }
        }
        if (records.diskBytes() > 0) {
            items.add(
                    new Item(
                            Kind.RECORDS,
                            "what is written down",
                            "",
                            records,
                            "it goes with what it is about"));
        }
    }

    private Optional<Directory> open(String name) throws DiskFault {
        try {
            return Optional.of(copies.openDirectory(name));
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw fault;
        }
    }

    private void measureUnknown() throws DiskFault {
        for (String name : copies.walk(Stream::toList)) {
            boolean isKnown =
                    name.startsWith(StagingId.PREFIX)
                            || name.equals(SyncRoot.OWN)
                            || name.equals(Slots.DIRECTORY);
            if (!isKnown) {
                items.add(
                        new Item(
                                Kind.LEFTOVER,
                                name,
                                "",
                                TreeTally.of(copies, name),
                                "it is not Belay's; look at it"));
            }
        }
    }
}
