package dev.belay.staging.receipt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.identity.ProcessIdentity;
import dev.belay.staging.schema.InvalidFormat;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SideRecordTest {
    private static final StagingId ID = new StagingId("c778f63f-0b0e-4a5f-8c83-2f6f8a3f3c11");
    private static final String TEXT =
            """
            {"version":1,"id":"c778f63f-0b0e-4a5f-8c83-2f6f8a3f3c11",\
            "owner":{"pid":7,"start":"12345","boot":"0f2c6a9e-1111-4222-8333-444444444444",\
            "pidNamespace":"4026531836"},"made":"2026-11-30T20:00:00.250Z",\
            "repository":"/srv/tree","recorded":true,"leases":["cbx_1"]}
            """;

    @Test
    void a_record_is_read_as_it_was_written() throws InvalidFormat {
        SideRecord record =
                new SideRecord(
                        ID,
                        new ProcessIdentity(
                                7, "12345", "0f2c6a9e-1111-4222-8333-444444444444", "4026531836"),
                        Instant.parse("2026-11-30T20:00:00.250999Z"),
                        "/srv/tree",
                        List.of("cbx_1"),
                        true,
                        false);

        assertThat(new String(record.write(), UTF_8)).isEqualTo(TEXT);
        assertThat(SideRecord.read(record.putBack().write())).isEqualTo(record.putBack());
        assertThat(SideRecord.read(record.write())).isEqualTo(record);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"version\":1|\"version\":2",
                "\"pid\":7|\"pid\":0",
                "\"start\":\"12345\"|\"start\":\"\"",
                "\"recorded\":true|\"recorded\":1",
                "20:00:00.250Z|25:00:00.250Z",
                "\"repository\"|\"further\"",
                "3c11\",|3c1\","
            })
    void a_record_that_says_anything_else_is_none(String from, String to) {
        String damaged = TEXT.replace(from, to);

        assertThat(damaged).isNotEqualTo(TEXT);
        assertThatThrownBy(() -> SideRecord.read(damaged.getBytes(UTF_8)))
                .isInstanceOf(InvalidFormat.class);
    }

    @Test
    void only_the_name_that_is_written_names_a_staging() {
        assertThat(SideRecord.idIn(ID + ".json")).contains(ID);
        assertThat(SideRecord.idIn(ID.value())).isEmpty();
        assertThat(SideRecord.idIn(ID + ".json.json")).isEmpty();
        assertThat(SideRecord.idIn("tmp")).isEmpty();
    }
}
