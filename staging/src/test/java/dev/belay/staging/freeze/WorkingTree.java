package dev.belay.staging.freeze;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.git.Git;
import dev.belay.staging.git.Repositories;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A real repository, and copies of its working tree.
final class WorkingTree {
    private static final long KEPT_FREE_BYTES = 1 << 20;

    final World world = LocalWorld.create();
    final Path top;
    Freezer.Scope scope = Freezer.Scope.USUAL;
    private final Path copies;
    private int number;

    /// One commit of `a.txt`.
    WorkingTree(Path directory) throws IOException {
        Path real = directory.toRealPath();
        top = Repositories.create(real.resolve("r"));
        copies = Files.createDirectory(real.resolve("copies"));
    }

    void write(String name, String content) {
        Repositories.write(top, name, content);
    }

    void shell(String script) {
        Repositories.shell(top, script);
    }

    /// Where the last copy is.
    Path copy() {
        return copies.resolve(Integer.toString(number));
    }

    FrozenSource freeze() throws IOException {
        return freeze(top, Repositories.environment(), Watch.none()).source();
    }

    FrozenTree freeze(Path inside, Map<String, String> environment, Watch watch)
            throws IOException {
        number++;
        Path target = Files.createDirectory(copy());
        Checkout checkout = Checkout.around(Git.create(new LocalPrograms(), environment), inside);
        try (Directory directory = world.disk().open(target, "copy")) {
            FrozenTree frozen =
                    new Freezer(world, KEPT_FREE_BYTES, scope)
                            .freeze(checkout, "HEAD", directory, watch);
            assertSealed(frozen.copied());
            return frozen;
        }
    }

    /// The refusal of a freeze.
    Refusal refusal() {
        return catchThrowableOfType(Refusal.class, this::freeze);
    }

    /// The copy holds what is listed and nothing else, and each file is what its entry says.
    private void assertSealed(List<SourceFile> files) throws IOException {
        TreeSet<String> listed = new TreeSet<>();
        for (SourceFile file : files) {
            listed.add(file.path());
            Path there = copy().resolve(file.path());
            boolean isLink = Files.isSymbolicLink(there);
            byte[] content =
                    isLink
                            ? Files.readSymbolicLink(there).toString().getBytes(UTF_8)
                            : Files.readAllBytes(there);
            assertThat(file.blob()).as(file.path()).isEqualTo(blob(content));
            assertThat(file.mode())
                    .as(file.path())
                    .isEqualTo(
                            isLink
                                    ? FileMode.LINK
                                    : Files.isExecutable(there)
                                            ? FileMode.EXECUTABLE
                                            : FileMode.REGULAR);
        }
        try (Stream<Path> walk = Files.walk(copy())) {
            assertThat(
                            walk.filter(it -> !Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS))
                                    .map(it -> copy().relativize(it).toString()))
                    .containsExactlyInAnyOrderElementsOf(listed);
        }
    }

    static BlobId blob(byte[] content) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            digest.update(("blob " + content.length + "\0").getBytes(US_ASCII));
            return BlobId.of(digest.digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    static BlobId blob(String content) {
        return blob(content.getBytes(UTF_8));
    }

    static Optional<SourceFile> file(FrozenSource source, String path) {
        return source.files().stream().filter(it -> it.path().equals(path)).findFirst();
    }
}
