package dev.belay.app.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.app.config.SecretReference;
import dev.belay.app.config.SecretReference.InCredential;
import dev.belay.app.config.SecretReference.InFile;
import dev.belay.app.config.SecretReference.InVariable;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    @TempDir Path directory;

    @Test
    void reads_a_private_file_a_variable_and_a_credential() throws IOException {
        Path file = secretFile("in-file\n", "rw-------");
        Files.writeString(directory.resolve("boat"), "in-credential");
        Files.setPosixFilePermissions(
                directory.resolve("boat"), PosixFilePermissions.fromString("r--------"));

        assertThat(read(new InFile(file.toString()))).isEqualTo("in-file");
        assertThat(read(new InVariable("TOKEN"))).isEqualTo("in-variable");
        assertThat(read(new InCredential("boat"))).isEqualTo("in-credential");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
    void refuses_a_file_that_others_may_read_or_write(String permissions) throws IOException {
        Path file = secretFile("s3cr3t", permissions);

        assertThatThrownBy(() -> read(new InFile(file.toString())))
                .hasMessageStartingWith(
                        "deletion.boat.token: names a secret's file that others may read or write")
                .hasMessageNotContaining("s3cr3t")
                .hasMessageNotContaining(directory.toString());
    }

    @Test
    void a_credential_may_show_the_mask_of_its_access_list() throws IOException {
        Path credential = Files.writeString(directory.resolve("boat"), "in-credential");
        Files.setPosixFilePermissions(credential, PosixFilePermissions.fromString("r--r-----"));

        assertThat(read(new InCredential("boat"))).isEqualTo("in-credential");

        for (String permissions : List.of("r--r--r--", "rw--w----", "r----x---")) {
            Files.setPosixFilePermissions(credential, PosixFilePermissions.fromString(permissions));
            assertThatThrownBy(() -> read(new InCredential("boat")))
                    .hasMessageContaining("others may read or write");
        }
    }

    @Test
    void refuses_a_secret_that_is_missing_or_empty() throws IOException {
        Path empty = secretFile(" \n", "rw-------");

        assertThatThrownBy(() -> read(new InFile(empty.toString()))).hasMessageContaining("empty");
        assertThatThrownBy(() -> read(new InFile(directory.resolve("no").toString())))
                .hasMessageContaining("not there");
        assertThatThrownBy(() -> read(new InVariable("NO"))).hasMessageContaining("variable NO");
        assertThatThrownBy(() -> read(new InCredential("no"))).hasMessageContaining("not there");
    }

    @Test
    void refuses_a_relative_path_and_a_credential_with_one() {
        assertThatThrownBy(() -> read(new InFile("token"))).hasMessageContaining("relative");
        assertThatThrownBy(() -> read(new InCredential("../token"))).hasMessageContaining("path");
    }

    private String read(SecretReference reference) throws IOException {
        return new Secrets(
                        LocalWorld.create(),
                        Map.of(
                                "TOKEN",
                                "in-variable",
                                "CREDENTIALS_DIRECTORY",
                                directory.toString()))
                .read(reference, "deletion.boat.token");
    }

    private Path secretFile(String text, String permissions) throws IOException {
        Path file = directory.resolve("token");
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }
}
