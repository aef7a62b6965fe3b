package dev.belay.core.lock.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.identity.ProcessIdentity;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerRecordFormatTest {
    private static final String TOKEN = "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11";
    private static final String TARGET = "0e8a1a52-77a8-4b0e-8a36-2f7c7f1d7f10";
    private static final String BOOT = "58af56cb-48d4-4025-bbe8-9c4072a4aae9";
    private static final ProcessIdentity PROCESS =
            new ProcessIdentity(4711, "455033", BOOT, "4026531836");
    private static final OwnerRecord OWNER =
            new OwnerRecord(PROCESS, TOKEN, 1_760_000_000_000L, true, "");
    private static final String OWNER_TEXT =
            """
            {"version":1,"pid":4711,"token":"%s","createdAt":1760000000000,"kernelLock":true,\
            "start":"455033","boot":"%s","pidNamespace":"4026531836"}
            """
                    .formatted(TOKEN, BOOT);

    @Test
    void an_owner_is_one_line() {
        assertThat(print(OWNER)).isEqualTo(OWNER_TEXT);
    }

    @Test
    void an_owner_reads_as_it_was() throws InvalidRecord {
        assertThat(parse(OWNER_TEXT)).isEqualTo(OWNER);
        assertThat(parse(OWNER_TEXT).since()).isEqualTo(Instant.parse("2025-10-09T08:53:20Z"));
    }

    @Test
    void what_is_not_known_is_left_out() throws InvalidRecord {
        OwnerRecord plain = new OwnerRecord(ProcessIdentity.ofPid(1), TOKEN, 1, false, "");

        assertThat(print(plain))
                .isEqualTo(
                        "{\"version\":1,\"pid\":1,\"token\":\"%s\",\"createdAt\":1}\n"
                                .formatted(TOKEN));
        assertThat(parse(print(plain))).isEqualTo(plain);
    }

    @Test
    void a_reaper_names_the_lock_that_it_removes() throws InvalidRecord {
        OwnerRecord reaper = new OwnerRecord(PROCESS, TOKEN, 1, true, TARGET);

        assertThat(print(reaper)).contains("\"targetToken\":\"" + TARGET + "\"");
        assertThat(OwnerRecordFormat.parseReaper(OwnerRecordFormat.print(reaper), TARGET))
                .isEqualTo(reaper);
        assertThatThrownBy(
                        () -> OwnerRecordFormat.parseReaper(OwnerRecordFormat.print(reaper), TOKEN))
                .isInstanceOf(InvalidRecord.class)
                .hasMessageContaining("targetToken");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4711", "4711\n"})
    void a_reaper_may_be_a_number_alone(String text) throws InvalidRecord {
        OwnerRecord reaper = OwnerRecordFormat.parseReaper(bytes(text), TARGET);

        assertThat(reaper.process()).isEqualTo(ProcessIdentity.ofPid(4711));
        assertThat(reaper.chainIdentity()).isEqualTo("legacy:4711");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "04711",
                "-1",
                "4711\n\n",
                " 4711",
                "2147483648",
                "99999999999999999999",
                ""
            })
    void no_other_text_is_a_reaper(String text) {
        assertThatThrownBy(() -> OwnerRecordFormat.parseReaper(bytes(text), TARGET))
                .isInstanceOf(InvalidRecord.class);
    }

    @Test
    void a_reaper_of_nobody_keeps_its_token() throws InvalidRecord {
        OwnerRecord nobody = new OwnerRecord(PROCESS, TOKEN, 1, true, TARGET).ofNobody();

        assertThat(nobody.process().pid()).isEqualTo(Integer.MAX_VALUE);
        assertThat(OwnerRecordFormat.parseReaper(OwnerRecordFormat.print(nobody), TARGET))
                .isEqualTo(nobody);
        assertThat(nobody.chainIdentity()).isEqualTo(TOKEN);
    }

    @Test
    void members_of_others_are_ignored() throws InvalidRecord {
        String text = OWNER_TEXT.replace("{", "{\"machine\":{\"id\":[1]},");

        assertThat(parse(text)).isEqualTo(OWNER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "-2",
                "1.5",
                "\"1\"",
                "null",
                "true",
                "[]",
                "2147483648",
                "99999999999999999999"
            })
    void refuses_what_is_no_number_of_a_process(String pid) {
        assertThatThrownBy(() -> parse(OWNER_TEXT.replace("4711", pid)))
                .isInstanceOf(InvalidRecord.class)
                .hasMessage("has no valid \"pid\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "{",
                "{\"version\":1,\"pid\":12",
                "null",
                "[]",
                "{}",
                "\u0000\u0000\u0000",
                "\uFEFF{}"
            })
    void refuses_what_is_no_whole_record(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(InvalidRecord.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"version\":1|\"version\":2",
                "\"version\":1|\"version\":\"1\"",
                "\"version\":1,|",
                TOKEN + "|3f0c2a54-1b7e-1c55-9a60-7d1e9b1f0a11",
                TOKEN + "|3F0C2A54-1B7E-4C55-9A60-7D1E9B1F0A11",
                TOKEN + "|../box",
                "1760000000000|0",
                "1760000000000|-1",
                "1760000000000|9007199254740992",
                "\"kernelLock\":true|\"kernelLock\":\"true\"",
                "\"kernelLock\":true|\"kernelLock\":null",
                "\"455033\"|455033",
                "\"455033\"|\"0\"",
                "\"455033\"|\"\"",
                BOOT + "|x",
                "\"4026531836\"|null",
                "\"pid\":4711|\"pid\":4711,\"pid\":4711"
            })
    void refuses_a_wrong_member(String change) {
        String[] parts = change.split("\\|", -1);
        String text = OWNER_TEXT.replace(parts[0], parts[1]);

        assertThat(text).isNotEqualTo(OWNER_TEXT);
        assertThatThrownBy(() -> parse(text)).isInstanceOf(InvalidRecord.class);
    }

    @Test
    void a_message_holds_nothing_of_the_text() {
        assertThatThrownBy(() -> parse(OWNER_TEXT.replace(TOKEN, "secret")))
                .isInstanceOf(InvalidRecord.class)
                .hasMessage("has no valid \"token\"");
    }

    private static OwnerRecord parse(String text) throws InvalidRecord {
        return OwnerRecordFormat.parse(bytes(text));
    }

    private static String print(OwnerRecord owner) {
        return new String(OwnerRecordFormat.print(owner), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
