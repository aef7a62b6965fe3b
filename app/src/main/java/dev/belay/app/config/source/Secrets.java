package dev.belay.app.config.source;

import dev.belay.app.config.SecretReference;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.system.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads a secret from where a setting says it is. Nothing of it ever stands in a message.
///
/// - **Refuses:** a file of another user than this one or root, or that group or others may read; a
///   secret that is missing or empty. A credential may be readable by its group: systemd lets a
///   service's user read it through an access list, whose mask the mode shows in that place, and
///   keeps everybody else out of the directory.
public final class Secrets {
    private static final int BYTES_MAX = 64 * 1024;
    private static final int GROUP_AND_OTHERS = 0077;
    private static final int ALL_BUT_READING_BY_GROUP = 0037;
    private static final long ROOT = 0;

    private final World world;
    private final Map<String, String> environment;

    public Secrets(World world, Map<String, String> environment) {
        this.world = world;
        this.environment = environment;
    }

    /// The secret itself, without white space around it.
    ///
    /// @param wanted for messages: the key of the setting, or the option that named the secret
    public String read(SecretReference reference, String wanted) throws Refusal {
        String secret =
                switch (reference) {
                    case SecretReference.InFile(String path) -> inFile(path, wanted);
                    case SecretReference.InVariable(String name) ->
                            found(environment.get(name), wanted, "the variable " + name);
                    case SecretReference.InCredential(String name) -> inCredential(name, wanted);
                };
        if (secret.isEmpty()) {
            throw SettingRefusals.of(wanted, "names an empty secret", "");
        }
        return secret;
    }

    private String inFile(String path, String wanted) throws Refusal {
        Path absolute = Path.of(path);
        if (!absolute.isAbsolute()) {
            throw SettingRefusals.of(
                    wanted, "names a secret's file by a relative path", "write the whole path");
        }
        return content(absolute, wanted, "the file", GROUP_AND_OTHERS);
    }

    private String inCredential(String name, String wanted) throws Refusal {
        String directory =
                found(
                        environment.get("CREDENTIALS_DIRECTORY"),
                        wanted,
                        "$CREDENTIALS_DIRECTORY, which systemd sets");
        if (name.contains("/")) {
            throw SettingRefusals.of(wanted, "names a credential by a path", "write its name");
        }
        return content(
                Path.of(directory).toAbsolutePath().resolve(name),
                wanted,
                "the credential",
                ALL_BUT_READING_BY_GROUP);
    }

    /// @param forbidden permissions that the file may not have
    private String content(Path path, String wanted, String what, int forbidden) throws Refusal {
        Optional<BoundedFile> file =
                FollowedFile.read(world, path, wanted + " (" + what + ")", BYTES_MAX);
        if (file.isEmpty()) {
            throw SettingRefusals.of(wanted, "names a secret that is not there: " + what, "");
        }
        long owner = file.get().status().owner();
        if (owner != ROOT && owner != world.processes().ownUser()) {
            throw SettingRefusals.of(
                    wanted,
                    "names a secret's file that belongs to user %d, who could read it"
                            .formatted(owner),
                    "replace the secret, and give its file to the user that runs belay");
        }
        if ((file.get().status().permissions() & forbidden) != 0) {
            throw SettingRefusals.of(
                    wanted,
                    "names a secret's file that others may read or write (mode %04o)"
                            .formatted(file.get().status().permissions()),
                    "run chmod 0600 on it, and replace the secret if somebody may have read it");
        }
        return new String(file.get().bytes(), StandardCharsets.UTF_8).strip();
    }

    private static String found(@Nullable String value, String wanted, String what) throws Refusal {
        if (value == null || value.isBlank()) {
            throw SettingRefusals.of(wanted, "names a secret that is not there: " + what, "");
        }
        return value.strip();
    }
}
