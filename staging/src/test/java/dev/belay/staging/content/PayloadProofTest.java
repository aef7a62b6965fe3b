package dev.belay.staging.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.staging.manifest.BlobDigest;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.Entry;
import dev.belay.staging.manifest.Entry.Content;
import dev.belay.staging.manifest.Entry.Folder;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.FrozenSource;
import dev.belay.staging.manifest.Manifest;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PayloadProofTest {
    private static final Path PATH = Path.of("/payload");

    private SimHost host;
    private SimProcess process;
    private Directory payload;
    private Directory source;

    @BeforeEach
    void fill() throws DiskFault {
        host = new SimHost();
        host.disk().makeDirectories(PATH).close();
        process = host.start("prover");
        payload = process.world().disk().open(PATH, "payload");
        payload.makeDirectory("source", 0700);
        source = payload.openDirectory("source");
        write("file", "text");
        write("run", "#!");
        source.changePermissions("run", 0700);
        source.symlink("file", "link");
        host.clock().advance(Duration.ofSeconds(1));
    }

    private void write(String name, String text) throws DiskFault {
        byte[] bytes = text.getBytes(UTF_8);
        try (OpenFile file = source.open(name, 0600, OpenOption.WRITE, OpenOption.CREATE)) {
            file.truncate(0);
            assertThat(file.write(bytes, 0, bytes.length, 0)).isEqualTo(bytes.length);
        }
    }

    private static BlobId blob(String text) {
        return BlobDigest.ofLink(text);
    }

    private static List<Entry> entries() {
        return new ArrayList<>(
                List.of(
                        new Folder("source"),
                        new Content("source/file", FileMode.REGULAR, blob("text")),
                        new Content("source/run", FileMode.EXECUTABLE, blob("#!")),
                        new Content("source/link", FileMode.LINK, blob("file"))));
    }

    private PayloadProof proof(List<Entry> entries, boolean hasOutputs) {
        return new PayloadProof(
                new Manifest(new FrozenSource(List.of(), List.of()), entries),
                process.world().clock(),
                hasOutputs);
    }

    private void assertKept(String path) {
        assertThatThrownBy(() -> proof(entries(), false).prove(payload))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> {
                            assertThat(refusal.code()).isEqualTo(ErrorCode.STAGING_KEPT);
                            assertThat(refusal.where()).isEqualTo("payload/" + path);
                        });
    }

    @Test
    void a_digest_is_the_one_that_git_gives() {
        assertThat(blob("")).hasToString("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assertThat(blob("hello\n")).hasToString("ce013625030ba8dba906f756967f9e9ca394464a");
    }

    @Test
    void a_payload_that_is_what_its_manifest_says_is_proved() throws IOException {
        Footprint footprint = proof(entries(), false).prove(payload);

        assertThat(footprint.statuses())
                .containsOnlyKeys("source", "source/file", "source/run", "source/link");
    }

    @Test
    void other_content_of_the_same_length_is_found() throws IOException {
        write("file", "tex!");

        assertKept("source/file");
    }

    @Test
    void what_is_more_or_less_is_found() throws IOException {
        write("results.txt", "three hours");
        assertKept("source/results.txt");
        source.unlink("results.txt");
        source.unlink("run");

        assertKept("source/run");
    }

    @Test
    void another_mode_or_kind_is_found() throws IOException {
        source.changePermissions("run", 0600);
        assertKept("source/run");
        source.changePermissions("run", 0700);
        source.unlink("file");
        source.symlink("text", "file");
        assertKept("source/file");
        source.unlink("file");
        source.makeDirectory("file", 0700);
        assertKept("source/file");
        source.removeDirectory("file");
        host.disk().makeSpecial(PATH.resolve("source/file"), FileKind.PIPE, 0600);

        assertKept("source/file");
    }

    @Test
    void a_link_that_leads_elsewhere_is_found_and_not_followed() throws IOException {
        source.unlink("link");
        source.symlink("run", "link");

        assertKept("source/link");
    }

    @Test
    void outputs_that_other_evidence_is_about_are_passed_over() throws IOException {
        source.makeDirectory(".crabbox", 0700);
        assertKept("source/.crabbox");
        try (Directory crabbox = source.openDirectory(".crabbox")) {
            crabbox.makeDirectory("runs", 0700);
            assertThatCode(() -> proof(entries(), true).prove(payload)).doesNotThrowAnyException();
            crabbox.makeDirectory("other", 0700);
        }

        assertThatThrownBy(() -> proof(entries(), true).prove(payload))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("source/.crabbox/other");
    }

    @Test
    void what_is_unchanged_is_not_read_again_and_what_is_changed_is_found() throws IOException {
        PayloadProof proof = proof(entries(), false);
        Footprint footprint = proof.prove(payload);
        int whole = reads(proof, new Footprint(Map.of(), footprint.takenAt()));

        assertThat(reads(proof, footprint)).isLessThan(whole - 3);
        write("file", "tex!");
        assertThatThrownBy(() -> proof.proveAgain(payload, footprint))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("source/file");
    }

    @Test
    void a_file_that_was_written_a_moment_ago_is_read_again() throws IOException {
        PayloadProof proof = proof(entries(), false);
        int settled = reads(proof, proof.prove(payload));

        write("file", "text");

        assertThat(reads(proof, proof.prove(payload))).isGreaterThan(settled);
    }

    /// How many reads and looks a second proof makes.
    private int reads(PayloadProof proof, Footprint before) throws IOException {
        FaultyDisk counting =
                FaultyDisk.failingOnce(process.world().disk(), Fault.EIO, Integer.MAX_VALUE);
        try (Directory counted = counting.open(PATH, "payload")) {
            proof.proveAgain(counted, before);
        }
        return counting.calls();
    }
}
