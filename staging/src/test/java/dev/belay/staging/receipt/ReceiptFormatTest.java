package dev.belay.staging.receipt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.NodeFiles;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.schema.InvalidFormat;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptFormatTest {
    @ParameterizedTest
    @ValueSource(strings = {"preparing", "prepared", "admitted", "settled", "preserved", "hold"})
    void receipts_of_the_node_program_are_read_and_written_byte_for_byte(String name)
            throws Exception {
        byte[] file = NodeFiles.read(name + ".json");

        assertThat(ReceiptFormat.write(ReceiptFormat.read(file))).isEqualTo(file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mirror", "removing"})
    void receipts_that_the_node_program_has_reordered_keep_their_meaning(String name)
            throws Exception {
        byte[] file = NodeFiles.read(name + ".json");

        byte[] written = ReceiptFormat.write(ReceiptFormat.read(file));

        assertThat(ReceiptFormat.read(written)).isEqualTo(ReceiptFormat.read(file));
        assertThat(written).hasSameSizeAs(file);
    }

    @Test
    void each_member_is_read() throws Exception {
        Receipt held = ReceiptFormat.read(NodeFiles.read("hold.json"));
        Receipt prepared = ReceiptFormat.read(NodeFiles.read("prepared.json"));
        Receipt mirror = ReceiptFormat.read(NodeFiles.read("mirror.json"));

        assertThat(held.progress())
                .isEqualTo(new Progress(Users.SETTLED, State.PRESERVED, Hold.CLAIMS));
        assertThat(held.evidence().leases()).containsExactly("cbx_0123456789ab");
        assertThat(held.evidence().knownArtifacts()).isPresent();
        assertThat(prepared.isDurable()).isTrue();
        assertThat(prepared.repository().path()).isEqualTo("/srv/fixture/repo");
        assertThat(prepared.evidence().knownWitness())
                .hasValueSatisfying(
                        witness -> assertThat(witness.ref()).isEqualTo("refs/heads/main"));
        assertThat(prepared.evidence().knownClaims())
                .hasValueSatisfying(claims ->
                        assertThat(claims.anchor().identity())
                                .isEqualTo(new DirectoryIdentity("65024", "2435272")));
        assertThat(mirror.isIdleMirror()).isTrue();
        assertThat(mirror.knownMirror())
                .hasValueSatisfying(use ->
                        assertThat(use.lastUsed())
                                .isEqualTo(Instant.ofEpochMilli(1_796_060_552_306L)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"version\":2|\"version\":1",
                "\"version\":2|\"version\":3",
                "\"version\":2|\"version\":2,\"more\":1",
                "\"ownerPid\":|\"ownerPid\":0",
                "\"ownerPid\":|\"ownerPid\":1.5e1,\"x\":",
                "\"ownerDomain\":\"|\"ownerDomain\":\"G",
                "\"kind\":\"capsule\"|\"kind\":\"mirror\"",
                "\"durable\":true|\"durable\":\"true\"",
                "\"durable\":true|\"durable\":true,\"durable\":true",
                "\"users\":\"settled\"|\"users\":\"SETTLED\"",
                "\"state\":\"preserved\"|\"state\":null",
                "\"hold\":\"claims\"|\"hold\":null",
                "\"leases\":[|\"leases\":[\"\",",
                "\"leases\":[|\"leases\":[1,",
                "\"dev\":\"|\"dev\":\"0",
                "\"ref\":|\"branch\":"
            })
    void what_is_not_a_receipt_is_refused(String from, String to) {
        String file = new String(NodeFiles.read("hold.json"), UTF_8);
        assertThat(file).contains(from);

        assertThatThrownBy(() -> ReceiptFormat.read(file.replace(from, to).getBytes(UTF_8)))
                .isInstanceOf(InvalidFormat.class);
    }

    @Test
    void s07_the_owner_may_be_the_first_process_of_a_container() throws Exception {
        Receipt receipt = ReceiptFormat.read(NodeFiles.read("prepared.json"));
        Receipt ofFirst =
                new Receipt(
                        receipt.id(),
                        new Owner(1, receipt.owner().domain()),
                        receipt.repository(),
                        receipt.kind(),
                        receipt.place(),
                        receipt.isDurable(),
                        receipt.progress(),
                        receipt.evidence(),
                        null);

        assertThat(ReceiptFormat.read(ReceiptFormat.write(ofFirst))).isEqualTo(ofFirst);
    }

    @Test
    void s11_a_receipt_that_no_reader_would_take_is_not_written() throws Exception {
        Receipt receipt = ReceiptFormat.read(NodeFiles.read("admitted.json"));
        List<String> many = Collections.nCopies(17, "lease");
        List<String> wide = Collections.nCopies(16, "\u0001".repeat(512));

        assertThatThrownBy(() -> receipt.evidence().withLeases(many))
                .isInstanceOf(IllegalArgumentException.class);
        Receipt tooLong = receipt.withEvidence(receipt.evidence().withLeases(wide));
        assertThatThrownBy(() -> ReceiptFormat.write(tooLong)).isInstanceOf(InvalidFormat.class);
    }

    @Test
    void only_the_name_of_a_staging_is_one() {
        String id = "e783b5ca-426b-4ebc-9cd3-ce61b6730190";

        assertThat(StagingId.ofDirectory("openclaw-crabbox-sync-" + id))
                .contains(new StagingId(id));
        assertThat(StagingId.ofDirectory("openclaw-crabbox-sync-discovery")).isEmpty();
        assertThat(StagingId.ofDirectory("openclaw-crabbox-sync-" + id + ".old")).isEmpty();
        assertThat(StagingId.ofDirectory(id)).isEmpty();
    }
}
