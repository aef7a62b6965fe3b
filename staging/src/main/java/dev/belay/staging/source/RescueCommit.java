package dev.belay.staging.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.git.Git;
import dev.belay.staging.git.Quoted;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.staging.recovery.Witness;
import dev.belay.staging.tree.TreeWay;
import dev.belay.staging.witness.WitnessChoice;
import dev.belay.system.Directory;
import dev.belay.system.FileNames;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.World;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A commit of a copy's files under `refs/belay/`, made by `git fast-import`: no hook, no filter,
/// and no index has a part in it.
final class RescueCommit {
    private static final int BUFFER_BYTES = 64 << 10;

    private final World world;
    private final Git git;
    private final Receipt receipt;
    private final Kind kind;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    /// What of a copy is in it.
    enum Kind {
        /// Its source and its products; on top of what was copied from, where that is there.
        WHOLE("refs/belay/rescued/", "Rescue copy"),
        /// What a command made there, alone.
        PRODUCTS("refs/belay/products/", "Keep what was made in copy");

        private final String refs;
        private final String subject;

        Kind(String refs, String subject) {
            this.refs = refs;
            this.subject = subject;
        }
    }

    private boolean isOlder;

    RescueCommit(World world, Git git, Receipt receipt, Kind kind) {
        this.world = world;
        this.git = git;
        this.receipt = receipt;
        this.kind = kind;
    }

    /// The commit of an earlier try, or a new one.
    ///
    /// @param source where the files are
    SourceWitness write(Directory source, List<SourceFile> files) throws IOException {
        Path repository = repository();
        Path common = Checkout.around(git, repository).repository().common();
        String ref = kind.refs + receipt.id().value();
        Git there = git.with("GIT_DIR", common.toString());
        isOlder = there.find(common, "rev-parse", "--verify", "--quiet", ref).isPresent();
        if (!isOlder) {
            Git durable =
                    there.with("GIT_CONFIG_COUNT", "1")
                            .with("GIT_CONFIG_KEY_0", "core.fsync")
                            .with("GIT_CONFIG_VALUE_0", "committed");
            String parent = parent(there, common).orElse("");
            durable.tell(
                    common,
                    pipe -> write(pipe, new Stream(ref, parent, source, files)),
                    "fast-import",
                    "--quiet",
                    "--done");
        }
        return WitnessChoice.named(git, repository, ref);
    }

    /// Proves that what was written holds `expected`.
    ///
    /// @throws IOException where it does not, as the commit of an earlier try may not, since which
    ///   the copy has changed
    Witness.Verified verify(
            Witness witness, SourceWitness written, FrozenSource expected, Path place)
            throws IOException {
        try {
            return witness.verify(written, expected, place);
        } catch (Refusal refusal) {
            if (!isOlder) {
                throw refusal;
            }
            throw new Refusal(
                            refusal.code(),
                            refusal.where(),
                            refusal.found(),
                            "%s is of an earlier try: when nobody needs it, git update-ref -d %s"
                                    .formatted(written.ref(), written.ref()))
                    .because(refusal);
        }
    }

    private Path repository() throws IOException {
        Origin origin = receipt.repository();
        Path path = Path.of(origin.path());
        DirectoryIdentity known =
                origin.knownIdentity()
                        .orElseThrow(() ->
                                Unheld.refusal(
                                        "the repository",
                                        "is not known for sure",
                                        "save what is wanted of the copy"));
        try (Directory there = world.disk().open(path, "the repository")) {
            known.requireSame(there);
        }
        return path;
    }

    /// The commit that was copied from, where it is there.
    private Optional<String> parent(Git there, Path common) throws IOException {
        Optional<String> commit = receipt.evidence().knownWitness().map(SourceWitness::commit);
        if (commit.isEmpty() || kind == Kind.PRODUCTS) {
            return Optional.empty();
        }
        String name = commit.get() + "^{commit}";
        return there.find(common, "rev-parse", "--verify", "--quiet", name).isPresent()
                ? commit
                : Optional.empty();
    }

    /// @param parent empty for none
    private record Stream(String ref, String parent, Directory source, List<SourceFile> files) {}

    private void write(OutputStream pipe, Stream stream) throws IOException {
        String message = "%s %s\n".formatted(kind.subject, receipt.id().value());
        say(
                pipe,
                "commit %s\ncommitter belay <belay@invalid> %d +0000\ndata %d\n%s\n"
                        .formatted(
                                stream.ref,
                                world.clock().now().getEpochSecond(),
                                message.length(),
                                message));
        if (!stream.parent.isEmpty()) {
            say(pipe, "from %s\ndeleteall\n".formatted(stream.parent));
        }
        TreeWay way = new TreeWay(stream.source);
        try {
            for (SourceFile file : stream.files) {
                say(pipe, "M %s inline %s\n".formatted(file.mode(), Quoted.of(file.path())));
                Directory parent =
                        way.parentOf(file.path()).orElseThrow(() -> changing(file.path()));
                content(pipe, parent, file);
                say(pipe, "\n");
            }
        } finally {
            way.back();
        }
        say(pipe, "done\n"); // Without it, Git keeps nothing of a stream that broke off.
    }

    private static void say(OutputStream pipe, String text) throws IOException {
        pipe.write(text.getBytes(UTF_8));
    }

    private void content(OutputStream pipe, Directory parent, SourceFile file) throws IOException {
        String name = TreeWay.nameOf(file.path());
        if (file.mode() == FileMode.LINK) {
            byte[] text = FileNames.encodeText(parent.readLink(name));
            say(pipe, "data %d\n".formatted(text.length));
            pipe.write(text);
            return;
        }
        try (OpenFile open = parent.open(name, 0, OpenOption.READ)) {
            long size = open.status().sizeBytes();
            say(pipe, "data %d\n".formatted(size));
            for (long at = 0; at < size; ) {
                int count = open.read(buffer, 0, (int) Math.min(buffer.length, size - at), at);
                if (count <= 0) {
                    throw changing(file.path());
                }
                pipe.write(buffer, 0, count);
                at += count;
            }
        }
    }

    private static Refusal changing(String path) {
        return Unheld.refusal(path, "changes while it is read", "find out what writes there");
    }
}
