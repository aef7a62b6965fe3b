package dev.belay.app.cli.conformance;

import dev.belay.connector.BindingName;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.system.Directory;
import dev.belay.system.FileStatus;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The journals of bindings that stay open from one command to the next, as an owner's does, so
/// that what it remembers is compared too.
///
/// Only one program owns a binding at a time. When another has written since the last command, that
/// one owned it meanwhile: the journal is opened anew.
final class OpenJournals implements AutoCloseable {
    /// No comparison needs more at the same time; the rest is closed.
    private static final int OPEN_MAX = 64;

    private final World world;
    private final Map<Path, ConnectorJournal> open = new HashMap<>();
    private final Map<Path, Map<String, FileStatus>> trusted = new HashMap<>();

    /// What the command uses that is being answered.
    private final Set<Path> used = new HashSet<>();

    OpenJournals(World world) {
        this.world = world;
    }

    /// The journal of a directory, which is made where there is none.
    ConnectorJournal at(Path path) throws IOException {
        used.add(path);
        ConnectorJournal known = open.get(path);
        if (known != null && statuses(path).equals(trusted.get(path))) {
            return known;
        }
        if (known != null || open.size() == OPEN_MAX) {
            close();
        }
        ConnectorJournal journal = ConnectorJournal.open(world, path, label(path));
        open.put(path, journal);
        trusted.put(path, statuses(path));
        return journal;
    }

    /// Begins a command.
    void begin() {
        used.clear();
    }

    /// Ends a command that succeeded: the files it used are now what is remembered of them.
    void end() throws IOException {
        for (Path path : used) {
            trusted.put(path, statuses(path));
        }
    }

    @Override
    public void close() {
        open.values().forEach(ConnectorJournal::close);
        open.clear();
        trusted.clear();
    }

    private Map<String, FileStatus> statuses(Path path) throws IOException {
        Map<String, FileStatus> statuses = new HashMap<>();
        try (Directory directory = world.disk().open(path, label(path))) {
            statuses.put(".", directory.status());
            for (String name : directory.walk(Stream::toList)) {
                directory.status(name).ifPresent(status -> statuses.put(name, status));
            }
            return statuses;
        }
    }

    private static String label(Path path) {
        String name = path.getFileName().toString();
        return BindingName.isValid(name)
                ? new BindingName(name).label()
                : "the binding's journal directory";
    }
}
