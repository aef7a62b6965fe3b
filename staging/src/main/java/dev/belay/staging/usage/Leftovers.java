package dev.belay.staging.usage;

import dev.belay.staging.removal.TreeTally;
import dev.belay.staging.usage.Item.Kind;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What killed processes leave beside the copies, by where it lies in `.belay`.
enum Leftovers {
    TEMPORARIES("tmp", "the next belay staging exec removes it, once it is a day old"),
    PROVING("proving", "belay staging recover with this id ends that, or brings the copy back"),
    REMOVING("removing", "the next belay staging exec removes it");

    private final String directory;
    private final String freedBy;

    Leftovers(String directory, String freedBy) {
        this.directory = directory;
        this.freedBy = freedBy;
    }

    /// Which lie in the directory `name`; empty where none do.
    static Optional<Leftovers> of(String name) {
        return Stream.of(values()).filter(each -> each.directory.equals(name)).findFirst();
    }

    /// Each of them.
    List<Item> measure(Directory own) throws DiskFault {
        List<Item> items = new ArrayList<>();
        try (Directory in = own.openDirectory(directory)) {
            for (String each : in.walk(Stream::toList)) {
                String label = this == PROVING ? each : ".belay/%s/%s".formatted(directory, each);
                TreeTally tally = TreeTally.of(in, each);
                items.add(new Item(Kind.LEFTOVER, label, "", tally, freedBy));
            }
        }
        return items;
    }
}
