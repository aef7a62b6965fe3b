package dev.belay.app.cli.staging.usage;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.staging.copies.CopiesPlace;
import dev.belay.core.error.ExitCode;
import dev.belay.staging.usage.DiskUsage;
import dev.belay.staging.usage.Item;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `belay staging du`: what everything in custody of staging takes on the disk, and what would free
/// it.
public final class DuCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Says what copies, mirrors, outputs, and leftovers take on the disk.")
                .details(
                        "The most expensive first, each with what would free it, and totals. Takes"
                                + " no lock and changes nothing, but looks at every file, which"
                                + " takes a while where there are many.",
                        "copy: a sealed copy. mirror: one that is kept warm between runs. outputs:"
                                + " what runs brought back, in the repositories of the copies and"
                                + " in the one that you are in. leftover: what killed processes"
                                + " left. records: what is written down of them.")
                .example("belay staging du", "What takes the space, and how do I get it back?")
                .example("belay staging du --json | jq .totals", "The totals, for a script.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        CopiesPlace place = CopiesPlace.of(session);
        Optional<Directory> found = place.look();
        UsageView view = new UsageView(List.of(), -1);
        if (found.isPresent()) {
            try (Directory copies = found.get()) {
                List<Item> items =
                        new DiskUsage(session.world(), copies, place.owners(copies))
                                .measure(here());
                view = new UsageView(items, copies.availableBytes());
            }
        }
        view.print(session.output());
        session.output().answer(view.json());
        return ExitCode.OK;
    }

    /// The directory that we are in, and those above it: one may be a repository with outputs.
    private static List<String> here() {
        List<String> directories = new ArrayList<>();
        for (Path at = Session.directory(); at != null; at = at.getParent()) {
            directories.add(at.toString());
        }
        return directories;
    }
}
