package dev.belay.app.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.app.config.Configuration;
import dev.belay.app.config.Keys;
import dev.belay.app.config.SecretReference;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationSourceTest {
    private final World world = LocalWorld.create();
    private final Map<String, String> environment = new LinkedHashMap<>();

    @TempDir Path home;
    private Path file;

    @BeforeEach
    void name_the_usual_file() {
        file = home.resolve("belay").resolve("belay.yaml");
        environment.put("XDG_CONFIG_HOME", home.toString());
    }

    @Test
    void without_a_file_the_usual_holds() throws IOException {
        Configuration configuration = read();

        assertThat(configuration.required(Keys.PROVIDER)).isEqualTo("boat");
        assertThat(configuration.duration(Keys.TIMEOUT)).isEqualTo(Duration.ofSeconds(20));
        assertThat(configuration.count(Keys.PER_HOUR_MAX)).isEmpty();
        assertThat(configuration.setting(Keys.PROVIDER)).isEmpty();
    }

    @Test
    void reads_every_kind_of_value_and_remembers_the_line() throws IOException {
        write(
                """
                deletion:
                  provider: http
                  maxPerHour: 7
                  timeout: 5s
                  protected: [production, "db-*"]
                  boat:
                    token: {file: /etc/belay/token}
                  http:
                    success:
                      /ok: true
                """);

        Configuration configuration = read();

        assertThat(configuration.required(Keys.PROVIDER)).isEqualTo("http");
        assertThat(configuration.count(Keys.PER_HOUR_MAX)).hasValue(7L);
        assertThat(configuration.duration(Keys.TIMEOUT)).isEqualTo(Duration.ofSeconds(5));
        assertThat(configuration.texts(Keys.PROTECTED)).containsExactly("production", "db-*");
        assertThat(configuration.pairs(Keys.HTTP_SUCCESS)).isEqualTo(Map.of("/ok", "true"));
        assertThat(configuration.secret(Keys.BOAT_TOKEN))
                .hasValue(new SecretReference.InFile("/etc/belay/token"));
        assertThat(configuration.setting(Keys.PER_HOUR_MAX).orElseThrow().origin())
                .isEqualTo("belay.yaml:3");
    }

    @Test
    void the_environment_wins_over_the_file() throws IOException {
        write("deletion: {maxPerHour: 7, provider: http}");
        environment.put("BELAY_DELETION_MAXPERHOUR", "9");
        environment.put("BELAY_DELETION_PROTECTED", "a, b");
        environment.put("BELAY_DELETION_HTTP_SUCCESS", "{\"/ok\":true}");
        environment.put("BELAY_DELETION_BOAT_TOKEN_ENV", "TOKEN");

        Configuration configuration = read();

        assertThat(configuration.count(Keys.PER_HOUR_MAX)).hasValue(9L);
        assertThat(configuration.required(Keys.PROVIDER)).isEqualTo("http");
        assertThat(configuration.texts(Keys.PROTECTED)).containsExactly("a", "b");
        assertThat(configuration.pairs(Keys.HTTP_SUCCESS)).isEqualTo(Map.of("/ok", "true"));
        assertThat(configuration.secret(Keys.BOAT_TOKEN))
                .hasValue(new SecretReference.InVariable("TOKEN"));
        assertThat(configuration.setting(Keys.PER_HOUR_MAX).orElseThrow().origin())
                .isEqualTo("BELAY_DELETION_MAXPERHOUR");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "deletion: {providr: boat}|belay.yaml:1: there is no setting deletion.providr;"
                        + " did you mean deletion.provider?",
                "deletoin: {}|belay.yaml:1: there is no setting deletoin; did you mean deletion?",
                "deletion: {xyzzy: 1}|belay.yaml:1: there is no setting deletion.xyzzy",
                "deletion: {maxPerHour: many}|belay.yaml:1: deletion.maxPerHour is \"many\", and"
                        + " a whole number, 1 or more belongs there",
                "deletion: {maxPerHour: 0}|belay.yaml:1: deletion.maxPerHour is \"0\", and a whole"
                        + " number, 1 or more belongs there",
                "deletion: {maxPerHour: [1]}|belay.yaml:1: deletion.maxPerHour is a list, and a"
                        + " whole number, 1 or more belongs there",
                "deletion: {provider: cloud}|belay.yaml:1: deletion.provider is \"cloud\", and one"
                        + " of boat, http, simulated belongs there",
                "deletion: {provider: true}|belay.yaml:1: deletion.provider is true or false, and"
                        + " one of boat, http, simulated belongs there",
                "deletion: {dir: 5}|belay.yaml:1: deletion.dir is a number, and the path of a"
                        + " directory belongs there",
                "deletion: {timeout: 5}|belay.yaml:1: deletion.timeout is a number, and a time such"
                        + " as 500ms, 60s, 5m, 2h, or 1d belongs there",
                "deletion: {timeout: 0s}|belay.yaml:1: deletion.timeout is \"0s\", and a time such"
                        + " as 500ms, 60s, 5m, 2h, or 1d belongs there",
                "deletion: {protected: web}|belay.yaml:1: deletion.protected is \"web\", and a list"
                        + " of texts belongs there",
                "deletion: boat|belay.yaml:1: deletion is \"boat\", and settings by name belong"
                        + " there",
                "[1, 2]|belay.yaml:1: the file is a list, and settings by name belong there",
                "deletion: {dir: a, dir: b}|belay.yaml:1: deletion.dir is set twice",
            })
    void refuses_what_is_not_a_setting(String yaml, String message) throws IOException {
        write(yaml);

        assertThat(refusal()).hasMessage(message);
        assertThat(refusal().code()).isEqualTo(ErrorCode.USAGE);
    }

    @Test
    void names_the_line_of_what_is_not_yaml() throws IOException {
        write("deletion:\n  dir: \"a\n");

        assertThat(refusal()).hasMessageStartingWith("belay.yaml:3: is not YAML: ");
    }

    @Test
    void refuses_bytes_that_are_not_utf_8() throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[] {'d', (byte) 0xC0, ':'});

        assertThat(refusal()).hasMessage("belay.yaml: is not UTF-8");
    }

    @Test
    void refuses_depth_without_running_out_of_stack() throws IOException {
        write("deletion: " + "[".repeat(100_000));

        assertThat(refusal()).hasMessage("belay.yaml: is nested too deep");
    }

    @Test
    void never_repeats_a_secret_that_was_written_by_mistake() throws IOException {
        write("deletion: {boat: {token: s3cr3t}}");
        Refusal inFile = refusal();
        write("");
        environment.put("BELAY_DELETION_BOAT_TOKEN", "s3cr3t");
        Refusal inEnvironment = refusal();

        assertThat(inFile)
                .hasMessageContaining("belay.yaml:1: deletion.boat.token holds a secret itself")
                .hasMessageNotContaining("s3cr3t");
        assertThat(inEnvironment)
                .hasMessageContaining("BELAY_DELETION_BOAT_TOKEN: deletion.boat.token holds")
                .hasMessageNotContaining("s3cr3t");
    }

    @Test
    void refuses_a_misspelt_variable_of_its_own_sections_and_no_other() throws IOException {
        environment.put("BELAY_HOME", "/x");
        environment.put("BELAY_SOMETHING", "else");
        read();
        environment.put("BELAY_DELETION_MAXPERHUOR", "5");

        assertThat(refusal()).hasMessageContaining("did you mean BELAY_DELETION_MAXPERHOUR?");
    }

    @Test
    void every_section_has_variables() throws IOException {
        environment.put("BELAY_CONNECTOR_DIR", "/c");
        environment.put("BELAY_DELETION_DIR", "/d");
        environment.put("BELAY_STAGING_DIR", "/s");
        environment.put("BELAY_STAGING_KEPTFREEBYTES", "5497558138880");

        Configuration configuration = read();

        assertThat(configuration.required(Keys.CONNECTOR_DIR)).isEqualTo("/c");
        assertThat(configuration.required(Keys.DELETION_DIR)).isEqualTo("/d");
        assertThat(configuration.required(Keys.STAGING_DIR)).isEqualTo("/s");
        assertThat(configuration.count(Keys.STAGING_KEPT_FREE)).hasValue(5_497_558_138_880L);
    }

    @Test
    void refuses_two_variables_for_one_secret() throws IOException {
        environment.put("BELAY_DELETION_BOAT_TOKEN_FILE", "/a");
        environment.put("BELAY_DELETION_BOAT_TOKEN_ENV", "B");

        assertThat(refusal()).hasMessageContaining("says the same as");
    }

    @Test
    void a_named_file_must_be_there() {
        assertThatThrownBy(() -> source().read(Optional.of("mine.yaml"), home))
                .isInstanceOf(Refusal.class)
                .hasMessage("mine.yaml: is not there");
    }

    @Test
    void follows_a_link_and_refuses_one_to_nothing() throws IOException {
        write("deletion: {maxPerHour: 7}");
        Path real = home.resolve("real.yaml");
        Files.move(file, real);
        Files.createSymbolicLink(file, Path.of("../real.yaml"));
        assertThat(read().count(Keys.PER_HOUR_MAX)).hasValue(7L);

        Files.delete(real);

        assertThat(refusal()).hasMessage("belay.yaml: is a link to nothing");
    }

    @Test
    void refuses_a_file_that_everybody_may_write() throws IOException {
        write("deletion: {maxPerHour: 7}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--rw-"));

        assertThat(refusal()).hasMessage("belay.yaml: may be written by everybody");
    }

    private ConfigurationSource source() {
        return new ConfigurationSource(world, environment);
    }

    private Configuration read() throws IOException {
        return source().read(Optional.empty(), home);
    }

    private Refusal refusal() {
        try {
            read();
        } catch (Refusal refusal) {
            return refusal;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("nothing was refused");
    }

    private void write(String yaml) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, yaml);
    }
}
