package dev.belay.staging.receipt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.identity.ProcessIdentity;
import dev.belay.staging.NodeFiles;
import dev.belay.staging.schema.InvalidFormat;
import org.junit.jupiter.api.Test;

class RecoveryOwnerTest {
    @Test
    void an_owner_that_the_node_program_recorded_is_read_and_written_byte_for_byte()
            throws Exception {
        byte[] file = NodeFiles.read("owner.json");

        RecoveryOwner owner = RecoveryOwner.read(file);

        assertThat(owner.process()).isEqualTo(ProcessIdentity.ofPid(2006));
        assertThat(owner.write()).isEqualTo(file);
    }

    @Test
    void s01_an_owner_is_recorded_so_that_its_death_can_be_proved() throws Exception {
        ProcessIdentity process =
                new ProcessIdentity(12, "34", "0f2c6a9e-0d33-4ad8-9d3e-0a3a0c1d2e3f", "4026531836");
        RecoveryOwner owner = new RecoveryOwner(process, "generation-1");

        assertThat(RecoveryOwner.read(owner.write())).isEqualTo(owner);
        assertThat(owner.process().isComplete()).isTrue();
    }

    @Test
    void what_is_not_an_owner_is_refused() {
        String[] texts = {
            "{}",
            "{\"pid\":0,\"generation\":\"a\"}",
            "{\"pid\":1,\"generation\":\"\"}",
            "{\"pid\":1,\"generation\":\"a\",\"boot\":\"today\"}",
            "{\"pid\":1,\"generation\":\"a\",\"host\":\"b\"}"
        };

        for (String text : texts) {
            assertThatThrownBy(() -> RecoveryOwner.read(text.getBytes(UTF_8)))
                    .isInstanceOf(InvalidFormat.class);
        }
    }
}
