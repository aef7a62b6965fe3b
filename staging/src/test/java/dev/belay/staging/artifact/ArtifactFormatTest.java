package dev.belay.staging.artifact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.NodeFiles;
import dev.belay.staging.artifact.ArtifactEvidence.File;
import dev.belay.staging.artifact.ArtifactEvidence.Folder;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.schema.InvalidFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArtifactFormatTest {
    private static final String FILE =
            "artifacts-963ac8d2bc3bd2d39615bb4ac1467e3952fd70d5ff1d96df4cb213d36d691ff9.json";
    private static final DirectoryIdentity SOURCE = new DirectoryIdentity("1", "2");

    @Test
    void evidence_of_the_node_program_is_read_and_written_byte_for_byte() throws Exception {
        byte[] file = NodeFiles.read(FILE);

        ArtifactEvidence evidence = ArtifactFormat.read(file);

        assertThat(evidence.entries())
                .containsExactly(
                        new Folder("runs"),
                        new Folder("runs/r1"),
                        new File("runs/r1/out.tgz", 5, Digest.of("bytes".getBytes(UTF_8))));
        assertThat(evidence.copied()).isPresent();
        assertThat(ArtifactFormat.write(evidence)).isEqualTo(file);
        assertThat(ArtifactFormat.fileName(Digest.of(file))).isEqualTo(FILE);
        assertThat(ArtifactFormat.digestIn(FILE)).contains(Digest.of(file));
        assertThat(ArtifactFormat.digestIn("artifacts-.json")).isEmpty();
        assertThat(ArtifactFormat.digestIn("artifacts-json")).isEmpty();
    }

    @Test
    void evidence_that_there_were_no_outputs_is_read_as_it_was_written() throws Exception {
        ArtifactEvidence none =
                new ArtifactEvidence(true, SOURCE, List.of(new Folder("captures")), null);

        assertThat(ArtifactFormat.read(ArtifactFormat.write(none))).isEqualTo(none);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"version\":1|\"version\":2",
                "\"kind\":\"copied\"|\"kind\":\"none\"",
                "\"kind\":\"copied\"|\"kind\":\"moved\"",
                "\"path\":\"runs\"|\"path\":\"other\"",
                "\"path\":\"runs/r1\"|\"path\":\"runs/../x\"",
                "\"path\":\"runs/r1\"|\"path\":\"runs\"",
                "\"path\":\"runs/r1/out.tgz\"|\"path\":\"captures\"",
                "\"bytes\":5|\"bytes\":-5",
                "\"bytes\":5|\"bytes\":5,\"mode\":\"0600\"",
                "\"parents\":|\"parent\":"
            })
    void what_is_not_evidence_is_refused(String from, String to) {
        String file = new String(NodeFiles.read(FILE), UTF_8);
        assertThat(file).contains(from);

        assertThatThrownBy(() -> ArtifactFormat.read(file.replace(from, to).getBytes(UTF_8)))
                .isInstanceOf(InvalidFormat.class);
    }
}
