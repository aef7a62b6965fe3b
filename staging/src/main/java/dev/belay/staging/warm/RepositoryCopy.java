package dev.belay.staging.warm;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.source.FileBlob;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The repository in a copy: written down as it was made.
final class RepositoryCopy {
    static final String NAME = ".git";

    /// What is longer is not put back: then the repository is made anew.
    private static final int CONTENT_BYTES_MAX = 16 << 20;

    /// Large, and nothing changes them.
    private static final String PACKS = NAME + "/objects/pack/";

    private static final String INDEX = NAME + "/index";

    private final Directory source;
    private final Clock clock;

    /// @param source the copy, which the repository is in
    RepositoryCopy(Directory source, Clock clock) {
        this.source = source;
        this.clock = clock;
    }

    /// Writes down what there is.
    SavedRepository save(Digest inputs) throws IOException {
        SortedMap<String, Integer> folders = new TreeMap<>();
        List<SavedFile> files = new ArrayList<>();
        save(source, NAME, NAME, new SavedRepository(inputs, folders, files));
        return new SavedRepository(inputs, folders, files);
    }

    private void save(Directory above, String name, String path, SavedRepository saved)
            throws IOException {
        FileStatus folder = above.status(name).orElseThrow(() -> changed(path));
        saved.folders().put(path, folder.permissions());
        try (Directory here = above.openDirectory(name)) {
            for (String entry : here.walk(Stream::toList)) {
                String below = path + "/" + entry;
                FileStatus status = here.status(entry).orElseThrow(() -> changed(below));
                if (status.kind() == FileKind.DIRECTORY) {
                    save(here, entry, below, saved);
                } else {
                    saved.files().add(file(here, entry, below));
                }
            }
        }
    }

    /// The same, after its own index was written anew.
    SavedRepository withIndex(SavedRepository saved) throws IOException {
        List<SavedFile> files = new ArrayList<>();
        for (SavedFile each : saved.files()) {
            if (!each.file().path().equals(INDEX)) {
                files.add(each);
            }
        }
        try (Directory here = source.openDirectory(NAME)) {
            files.add(file(here, "index", INDEX));
        }
        return new SavedRepository(saved.inputs(), saved.folders(), files);
    }

    private SavedFile file(Directory here, String name, String path) throws IOException {
        FileBlob blob = FileBlob.read(here, name).orElseThrow(() -> changed(path));
        Stamp stamp = Stamp.of(blob.status());
        WarmFile file =
                new WarmFile(
                        path, blob.mode(), blob.blob(), null, stamp, stamp.isFresh(clock.now()));
        boolean isSmall =
                blob.mode() != FileMode.LINK
                        && !path.startsWith(PACKS)
                        && stamp.sizeBytes() <= CONTENT_BYTES_MAX;
        return new SavedFile(file, isSmall ? content(here, name) : null);
    }

    private static byte[] content(Directory here, String name) throws IOException {
        return BoundedFile.readOfAnyone(here, name, CONTENT_BYTES_MAX)
                .map(BoundedFile::bytes)
                .orElseThrow(() -> changed(name));
    }

    private static Refusal changed(String path) {
        return new Refusal(
                ErrorCode.STATE_CHANGED,
                path,
                "went while it was looked at",
                "find out what writes to the copy");
    }
}
