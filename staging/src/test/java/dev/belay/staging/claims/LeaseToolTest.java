package dev.belay.staging.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Repositories;
import dev.belay.staging.receipt.ClaimNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseToolTest {
    @TempDir Path directory;
    private FakeLeaseTool tool;

    @BeforeEach
    void make() throws IOException {
        tool = new FakeLeaseTool(directory);
    }

    private Refusal refusal() {
        Refusal refusal = catchThrowableOfType(Refusal.class, () -> tool.ask());
        assertThat(refusal).isNotNull();
        assertThat(refusal.code()).isEqualTo(ErrorCode.STAGING_KEPT);
        assertThat(refusal.getMessage()).doesNotContain(directory.toString());
        return refusal;
    }

    @Test
    void claims_of_other_places_are_no_claims_on_the_copy() throws IOException {
        tool.answers(
                FakeLeaseTool.listing(
                        FakeLeaseTool.claim("cbx_0123456789ab", tool.directory),
                        FakeLeaseTool.claim("cbx_1123456789ab", Path.of(tool.copy + "2")),
                        FakeLeaseTool.claim("cbx_2123456789ab", Path.of("/nowhere/at/all"))));

        assertThat(tool.ask()).isEmpty();
        tool.answers(FakeLeaseTool.NONE);
        assertThat(tool.ask()).isEmpty();
    }

    @Test
    void a_claim_in_the_copy_is_told_through_whatever_path_it_is_named() throws IOException {
        Path link = Files.createSymbolicLink(tool.directory.resolve("link"), tool.copy);
        tool.answers(
                FakeLeaseTool.listing(
                        FakeLeaseTool.claim("cbx_0123456789ab", tool.source),
                        FakeLeaseTool.claim("cbx_1123456789ab", link.resolve("payload")),
                        FakeLeaseTool.claim("cbx_2123456789ab", tool.copy),
                        FakeLeaseTool.claim("cbx_3123456789ab", tool.source.resolve("gone/by")),
                        FakeLeaseTool.claim("cbx_4123456789ab", tool.directory)));

        assertThat(tool.ask())
                .containsExactly(
                        "cbx_0123456789ab",
                        "cbx_1123456789ab",
                        "cbx_2123456789ab",
                        "cbx_3123456789ab");
    }

    @Test
    void no_more_leases_are_told_than_a_receipt_holds() throws IOException {
        tool.answers(
                FakeLeaseTool.listing(
                        IntStream.range(0, 40)
                                .mapToObj(
                                        number -> FakeLeaseTool.claim("cbx_" + number, tool.source))
                                .toArray(String[]::new)));

        assertThat(tool.ask()).hasSize(16);
    }

    @Test
    void the_tool_looks_where_the_copy_was_made_and_gets_three_words() throws IOException {
        tool.script(
                "[ \"$*\" = 'claims list --json' ] || exit 9\n"
                        + "[ \"$XDG_STATE_HOME\" = '%s' ] || exit 8\n".formatted(tool.state)
                        + "echo '"
                        + FakeLeaseTool.NONE
                        + "'\n");

        assertThat(tool.ask()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exit 1",
                "exit 7",
                "echo",
                "echo garbage",
                "printf '\\377\\376{}'",
                "printf '\\357\\273\\277'; cat GOOD",
                "cat GOOD GOOD",
                "sed 's/]}/],\"more\":1}/' GOOD",
                "sed 's/\"version\":1/\"version\":2/' GOOD",
                "sed 's/local-claims/remote-claims/' GOOD",
                "sed 's/\"claims\":\\[\\]/\"claims\":null/' GOOD",
                "sed 's/\"claims\":\\[\\]/\"claims\":[{}]/' GOOD",
                "sed 's/,\"problems\":\\[\\]//' GOOD",
                "cat GOOD; exit 1"
            })
    void what_is_no_complete_answer_tells_nothing(String script) {
        Repositories.write(tool.directory, "good", FakeLeaseTool.NONE + "\n");
        tool.script(script.replace("GOOD", "'" + tool.directory.resolve("good") + "'"));

        assertThat(refusal().where()).isEqualTo("the lease tool");
    }

    @Test
    void problems_that_the_tool_reports_may_be_claims() {
        tool.answers(
                FakeLeaseTool.NONE.replace(
                        "\"problems\":[]",
                        "\"problems\":[{\"file\":\"a.json\",\"code\":\"invalid_json\","
                                + "\"message\":\"m\"}]"));
        assertThat(refusal().found()).contains("claims that it cannot read");
        tool.script("echo '" + FakeLeaseTool.NONE + "'; exit 2");

        assertThat(refusal().found()).contains("claims that it cannot read");
    }

    @Test
    void a_claim_that_does_not_say_where_it_belongs_tells_nothing() {
        tool.answers(FakeLeaseTool.listing(FakeLeaseTool.claim("cbx_1", Path.of("relative"))));

        assertThat(refusal().found()).contains("`claims.repoRoot`");
    }

    @Test
    void more_claims_than_are_read_tell_nothing() {
        String claim = FakeLeaseTool.claim("cbx_1", Path.of("/x"));
        tool.answers(
                FakeLeaseTool.listing(
                        IntStream.rangeClosed(0, 10_000)
                                .mapToObj(_ -> claim)
                                .collect(Collectors.joining(","))));

        assertThat(refusal().found()).contains("more than 10000 claims");
    }

    @Test
    void a_flood_is_ended() {
        tool.script("yes claims");
        assertThat(refusal().found()).contains("wrote more");
        tool.script("yes claims >&2");

        assertThat(refusal().found()).contains("did not answer in 5 seconds");
    }

    @Test
    void complaints_beside_an_answer_are_dropped_however_many_they_are() throws IOException {
        tool.script("yes complaint | head -c 3000000 >&2; echo '%s'".formatted(FakeLeaseTool.NONE));

        assertThat(tool.ask()).isEmpty();
    }

    @Test
    void a_tool_that_hangs_is_ended_with_all_that_it_started() {
        String mark = directory.getFileName().toString();
        tool.script("(sh -c 'trap \"\" TERM; sleep 311; : %s' &) ; sleep 311".formatted(mark));

        assertThat(refusal().found()).contains("did not answer in 5 seconds");
        assertThat(
                        ProcessHandle.allProcesses()
                                .map(it -> it.info().commandLine().orElse(""))
                                .filter(line -> line.contains(mark) && line.contains("311")))
                .isEmpty();
    }

    @Test
    void s20_a_listing_that_fails_once_says_nothing_and_the_next_one_counts() throws IOException {
        tool.script("exit 1");
        ClaimNamespace recorded = tool.capture();
        assertThat(catchThrowableOfType(Refusal.class, () -> tool.ask(recorded))).isNotNull();
        tool.answers(FakeLeaseTool.NONE);

        assertThat(tool.ask(recorded)).isEmpty();
    }

    @Test
    void a_tool_that_is_not_there_is_named_as_that() {
        assertThat(refusal().found()).isEqualTo("there is no such program");
    }

    @Test
    void claims_that_come_while_they_are_listed_are_noticed() throws IOException {
        Path claims = Files.createDirectories(tool.state.resolve("crabbox/claims"));
        tool.script(
                "echo '%s'; : > '%s'\n".formatted(FakeLeaseTool.NONE, claims.resolve("n.json")));

        assertThat(refusal().found()).isEqualTo("they changed while they were listed");
    }

    @Test
    void claims_that_were_moved_elsewhere_are_not_the_recorded_ones() throws IOException {
        tool.answers(FakeLeaseTool.NONE);
        ClaimNamespace recorded = tool.capture();
        var elsewhere = FakeLeaseTool.surroundings(Map.of("XDG_STATE_HOME", "/elsewhere"));
        assertThatCode(() -> tool.tool(elsewhere).on(recorded, tool.copy))
                .hasMessageContaining("XDG_STATE_HOME now says that they are elsewhere");
        Repositories.shell(tool.directory, "mv state old; mkdir state");

        assertThatCode(() -> tool.ask(recorded)).hasMessageContaining("another one than when");
    }

    @Test
    void without_a_tool_only_an_empty_place_has_no_claims() throws IOException {
        ClaimNamespace recorded = tool.capture();
        assertThat(tool.none().on(recorded, tool.copy)).isEmpty();
        Path claims = Files.createDirectories(tool.state.resolve("crabbox/claims"));
        Files.createFile(claims.resolve(".x.json.tmp-1"));
        assertThat(tool.none().on(recorded, tool.copy)).isEmpty();
        Files.createFile(claims.resolve("cbx_0123456789ab.json"));

        assertThatCode(() -> tool.none().on(recorded, tool.copy))
                .hasMessageContaining("there are claims, and no lease tool");
    }
}
