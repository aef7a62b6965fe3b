package dev.belay.app.wiring;

import dev.belay.app.config.Configuration;
import dev.belay.app.config.NearestName;
import dev.belay.app.config.source.ConfigurationSource;
import dev.belay.connector.BindingName;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.World;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The bindings of a data root: which there are, and where.
///
/// A binding is there when it has a directory or a file of settings.
public final class Bindings {
    private static final String SUFFIX = ".yaml";

    private final World world;
    private final Path path;
    private final Optional<Path> files;

    /// @param path where their directories are
    /// @param files where their settings are; empty where nobody can say
    public Bindings(World world, Path path, Optional<Path> files) {
        this.world = world;
        this.path = path;
        this.files = files;
    }

    /// The name that somebody typed.
    ///
    /// @throws Refusal `USAGE` when nothing can have it
    public static BindingName name(String typed) throws Refusal {
        if (!BindingName.isValid(typed)) {
            throw new Refusal(
                    ErrorCode.USAGE,
                    typed,
                    "is not the name of a binding",
                    "a name is 1 to 64 of a-z 0-9 -, and does not begin with a hyphen");
        }
        return new BindingName(typed);
    }

    /// The names of all bindings, sorted.
    public Collection<BindingName> names() throws DiskFault {
        TreeSet<String> names = new TreeSet<>(list(path, FileKind.DIRECTORY, ""));
        names.addAll(withSettings());
        return names.stream().map(BindingName::new).toList();
    }

    /// The names of those with a file of settings, sorted.
    public List<String> withSettings() throws DiskFault {
        return files.isEmpty() ? List.of() : list(files.get(), FileKind.REGULAR, SUFFIX);
    }

    private List<String> list(Path where, FileKind kind, String suffix) throws DiskFault {
        try (Directory directory = world.disk().open(where, "")) {
            TreeSet<String> found = new TreeSet<>();
            for (String name : directory.walk(Stream::toList)) {
                if (name.endsWith(suffix)) {
                    String stem = name.substring(0, name.length() - suffix.length());
                    if (BindingName.isValid(stem) && isKind(directory, name, kind)) {
                        found.add(stem);
                    }
                }
            }
            return List.copyOf(found);
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return List.of();
            }
            throw fault;
        }
    }

    /// A link may lead to either.
    private static boolean isKind(Directory directory, String name, FileKind kind)
            throws DiskFault {
        return directory
                .status(name)
                .map(status -> status.kind())
                .filter(found -> found == kind || found == FileKind.SYMBOLIC_LINK)
                .isPresent();
    }

    /// Where a binding's directory is.
    public Path pathOf(BindingName name) {
        return path.resolve(name.value());
    }

    /// Where a binding's settings are; empty where nobody can say.
    public Optional<Path> fileOf(BindingName name) {
        return files.map(directory -> directory.resolve(name + SUFFIX));
    }

    /// What is set in a binding's file; empty where there is none.
    ///
    /// @throws Refusal when it is wrong
    public Optional<Configuration> settingsOf(BindingName name) throws Refusal {
        Optional<Path> file = fileOf(name);
        return file.isEmpty()
                ? Optional.empty()
                : new ConfigurationSource(world, Map.of()).readBinding(file.get());
    }

    /// The directory of a binding, to look at; empty where it has none yet.
    public Optional<Directory> lookAt(BindingName name) throws DiskFault, Refusal {
        return PrivateDirectory.open(world, pathOf(name), name.label());
    }

    /// The directory of a binding, made where there is none.
    public Directory create(BindingName name) throws DiskFault, Refusal {
        return PrivateDirectory.create(world, pathOf(name), name.label());
    }

    /// The directory of a binding that is there, made where it has only settings.
    ///
    /// @throws Refusal `BINDING_NOT_FOUND`: a command for a misspelt name must not seem to work
    public Directory require(BindingName name) throws DiskFault, Refusal {
        Optional<Directory> found = lookAt(name);
        if (found.isPresent()) {
            return found.get();
        }
        requireKnown(name);
        return create(name);
    }

    /// Makes sure that a binding is there.
    ///
    /// @throws Refusal `BINDING_NOT_FOUND`
    public void requireKnown(BindingName name) throws DiskFault, Refusal {
        List<String> known = names().stream().map(BindingName::value).toList();
        if (!known.contains(name.value())) {
            String meant =
                    NearestName.of(name.value(), known)
                            .map(near -> "; did you mean " + near + "?")
                            .orElse("");
            throw new Refusal(
                    ErrorCode.BINDING_NOT_FOUND,
                    name.label(),
                    "there is no such binding" + meant,
                    "`belay connector status` lists all; `belay connector init` makes one");
        }
    }
}
