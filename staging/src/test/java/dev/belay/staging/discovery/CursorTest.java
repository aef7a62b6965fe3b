package dev.belay.staging.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.staging.NodeFiles;
import dev.belay.staging.schema.InvalidFormat;
import org.junit.jupiter.api.Test;

class CursorTest {
    @Test
    void a_cursor_of_the_node_program_is_read_and_written_byte_for_byte() throws Exception {
        byte[] file = NodeFiles.read("position.json");

        Cursor cursor = Cursor.read(file);

        assertThat(cursor.position())
                .contains("openclaw-crabbox-sync-e783b5ca-426b-4ebc-9cd3-ce61b6730190");
        assertThat(cursor.write()).isEqualTo(file);
    }

    @Test
    void a_cursor_that_leads_elsewhere_is_refused() {
        String file = new String(NodeFiles.read("position.json"), UTF_8);

        for (String after : new String[] {"x", "openclaw-crabbox-sync-/../x"}) {
            String other = file.replaceAll("openclaw[^\"]*", after);
            assertThatThrownBy(() -> Cursor.read(other.getBytes(UTF_8)))
                    .isInstanceOf(InvalidFormat.class);
        }
    }
}
