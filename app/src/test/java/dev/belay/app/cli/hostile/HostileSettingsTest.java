package dev.belay.app.cli.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Settings and secrets that are wrong end every command with 2 and a place, and do nothing else.
@Timeout(30)
class HostileSettingsTest {
    @TempDir Path place;
    private Path settings;
    private CommandLineRun belay;

    @BeforeEach
    void a_user() {
        settings = place.resolve("belay.yaml");
        belay =
                new CommandLineRun()
                        .in(LocalWorld.create())
                        .with("BELAY_HOME", place.resolve("root").toString());
    }

    private static Stream<Arguments> wrong() {
        String bomb =
                """
                a: &a [x,x,x,x,x,x,x,x,x,x]
                b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]
                c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]
                d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]
                deletion: {protected: *d}
                """;
        return Stream.of(
                Arguments.of(
                        "deletion:\n  maxPerHuor: 5\n",
                        "belay.yaml:2: there is no setting deletion.maxPerHuor; did you mean"
                                + " deletion.maxPerHour?"),
                Arguments.of(
                        "deletion:\n  maxPerHour: five\n", "belay.yaml:2: deletion.maxPerHour"),
                Arguments.of("deletion:\n\tmaxPerHour: 5\n", "belay.yaml:2: is not YAML"),
                Arguments.of(
                        "deletion:\n  dir: a\n  dir: b\n", "belay.yaml:3: deletion.dir is set"),
                Arguments.of(
                        "deletion: {dir: a}\ndeletion: {maxPerHour: 5}\n",
                        "belay.yaml:2: deletion is set twice"),
                Arguments.of(bomb, "belay.yaml:1: there is no setting a"),
                Arguments.of("deletion: &d {http: {success: *d}}\n", "belay.yaml:1: is "),
                Arguments.of(
                        "deletion: !!java.net.URL [\"http://x\"]\n", "belay.yaml:1: deletion is"),
                Arguments.of("deletion: {dir: !!int \"x\"}\n", "belay.yaml:1: deletion.dir is"),
                Arguments.of("? [a, b]\n: c\n", "belay.yaml"),
                Arguments.of("--- {}\n--- {}\n", "belay.yaml:2: is not YAML"),
                Arguments.of("deletion: {dir: \"a\u0000b\"}\n", "belay.yaml"),
                Arguments.of("\u0000\u0001\u0002\u00FF\u00FE", "belay.yaml"),
                Arguments.of("\u007FELF\u0002\u0001", "belay.yaml"),
                Arguments.of("{".repeat(100_000), "belay.yaml: is nested too deep"),
                Arguments.of("- ".repeat(50_000), "belay.yaml: is nested too deep"),
                Arguments.of("#".repeat(3 << 20), "belay.yaml: is 3145728 bytes long"),
                Arguments.of("deletion: {boat: {token: s3cr3t}}\n", "belay.yaml:1: deletion.boat"),
                Arguments.of("deletion: {dir: \"s3cr3t\n", "belay.yaml:"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void what_is_no_right_file_of_settings_is_refused_with_its_line(String yaml, String message)
            throws IOException {
        Files.write(settings, yaml.getBytes(ISO_8859_1));

        for (String command : new String[] {"config check", "deletion list", "status"}) {
            assertRefused(command, message);
            assertThat(belay.err()).doesNotContain("s3cr3t");
        }
        assertThat(place.resolve("root")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(names = {"LINK_TO_NOTHING", "PIPE", "DIRECTORY", "NOT_UTF8"})
    void what_is_no_file_at_all_is_refused_too(Damage damage) throws IOException {
        Files.writeString(settings, "deletion: {maxPerHour: 5}\n");
        damage.doTo(settings);

        assertRefused("config check", "belay: belay.yaml: is");
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "EMPTY",
                "LINK_TO_NOTHING",
                "PIPE",
                "DIRECTORY",
                "READABLE_BY_ALL",
                "WRITABLE_BY_GROUP",
                "OF_ANOTHER_USER",
                "TOO_LONG"
            })
    void a_token_that_is_not_ours_alone_is_refused(Damage damage) throws IOException {
        if (!damage.isPossible()) {
            return;
        }
        Path token = token();
        Files.writeString(settings, "deletion: {boat: {token: {file: \"%s\"}}}\n".formatted(token));
        assertThat(check().exit()).as(belay.err()).isZero();
        damage.doTo(token);

        assertRefused("config check", "belay: deletion.boat.token");
        assertRefused("deletion request bx_23456789 --name web-1", "belay: deletion.boat.token");
        assertThat(belay.err()).doesNotContain("s3cr3t");
    }

    @Test
    void a_check_makes_the_provider() throws IOException {
        Files.writeString(
                settings,
                """
                deletion:
                  provider: http
                  http:
                    token: {file: "%s"}
                    delete: {url: "https://x.example/{id}"}
                """
                        .formatted(token()));

        assertRefused("config check", "deletion.http.read.url is not set");
    }

    @Test
    void a_secret_in_a_header_is_refused_and_not_shown() throws IOException {
        Files.writeString(
                settings,
                """
                deletion:
                  provider: http
                  http:
                    token: {file: "%s"}
                    headers: {X-Api-Key: s3cr3t}
                    delete: {url: "https://x.example/{id}"}
                """
                        .formatted(token()));

        assertRefused("config check", "deletion.http.headers holds a secret in `X-Api-Key`");
        assertThat(belay.err()).doesNotContain("s3cr3t");
    }

    @Test
    void without_a_token_a_check_says_what_is_missing() {
        assertRefused("config check", "deletion.boat.token is not set");
    }

    @Test
    void a_path_that_no_file_can_have_is_wrong_usage() throws IOException {
        Files.writeString(settings, "deletion: {dir: \"a\\0b\"}\n");

        assertRefused("deletion list", "a path cannot be used: Nul character not allowed");
    }

    @Test
    void a_data_root_that_is_a_file_is_refused_and_left_alone() throws IOException {
        Path file = Files.writeString(place.resolve("root"), "precious");

        for (String command : new String[] {"status", "deletion list", "stop --all"}) {
            run(command);

            assertThat(belay.err())
                    .startsWith("belay: data root: cannot be opened: is not a directory (ENOTDIR)")
                    .doesNotContain(place.toString());
            assertThat(belay.exit()).isEqualTo(5);
        }
        assertThat(file).hasContent("precious");
    }

    private Path token() throws IOException {
        Path token = place.resolve("token");
        Files.writeString(token, "s3cr3t-of-twenty-letters\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        return token;
    }

    private CommandLineRun check() {
        return run("config check");
    }

    private CommandLineRun run(String command) {
        String all =
                Files.exists(settings, LinkOption.NOFOLLOW_LINKS)
                        ? command + " --config " + settings
                        : command;
        return belay.run(all.split(" ", -1));
    }

    private void assertRefused(String command, String message) {
        run(command);

        assertThat(belay.exit()).as(belay.out() + belay.err()).isEqualTo(2);
        assertThat(belay.err())
                .contains(message)
                .doesNotContain(place.toString(), "Exception", "\tat ", "bug:");
        assertThat(belay.out()).isEmpty();
    }
}
