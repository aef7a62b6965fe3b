package dev.belay.staging.usage;

import dev.belay.core.file.BoundedFile;
import dev.belay.staging.artifact.ArtifactEvidence.Destination;
import dev.belay.staging.artifact.ArtifactFormat;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.removal.TreeTally;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.usage.Item.Kind;
import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.DiskFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The directories into which outputs of commands were brought back.
final class OutputPlaces {
    private static final Path PLACE = Path.of(".crabbox", "wrapper-artifacts");
    private static final String RUN = "run-";

    private final Disk disk;
    private final Set<String> repositories = new TreeSet<>();
    private final Map<String, String> needs = new HashMap<>();

    OutputPlaces(Disk disk) {
        this.disk = disk;
    }

    /// There may be some in this repository.
    void among(String repository) {
        repositories.add(repository);
    }

    /// A copy whose outputs are there cannot be proved to be without loss once they are gone.
    void needed(Directory staging, Receipt receipt) throws IOException {
        Optional<Digest> known = receipt.evidence().knownArtifacts();
        if (known.isEmpty()) {
            return;
        }
        Optional<BoundedFile> file =
                BoundedFile.read(
                        staging, ArtifactFormat.fileName(known.get()), ArtifactFormat.BYTES_MAX);
        if (file.isPresent()) {
            ArtifactFormat.read(file.get().bytes())
                    .copied()
                    .map(Destination::path)
                    .ifPresent(path -> needs.put(path, receipt.id().value()));
        }
    }

    List<Item> measure() throws DiskFault {
        List<Item> items = new ArrayList<>();
        for (String repository : repositories) {
            Path place = Path.of(repository).resolve(PLACE);
            try (Directory runs = disk.open(place, "")) {
                for (String name : runs.walk(Stream::toList)) {
                    if (name.startsWith(RUN)) {
                        items.add(item(runs, place.resolve(name), repository));
                    }
                }
            } catch (DiskFault _) {
                // There are none, or nobody may look.
            }
        }
        return items;
    }

    private Item item(Directory runs, Path path, String repository) throws DiskFault {
        String need = needs.get(path.toString());
        return new Item(
                Kind.OUTPUTS,
                path.toString(),
                repository,
                TreeTally.of(runs, String.valueOf(path.getFileName())),
                need == null
                        ? "rm -r it, when nobody needs these outputs"
                        : "first end the copy %s, which vouches for them".formatted(need));
    }
}
