package dev.belay.staging.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Of the user's and the system's own settings of Git, the two that say what is in a working tree
/// and whose repositories are trusted. Every other one is left unread.
final class UserSettings {
    private static final String KEYS = "^(core\\.excludesfile|safe\\.directory)$";

    private UserSettings() {}

    /// As `key=value`, in the order in which they count.
    static List<String> read(Git git) throws IOException {
        Git outside = git.with("GIT_DIR", "/dev/null");
        Optional<byte[]> answer =
                outside.find(Path.of("/"), "config", "--includes", "--null", "--get-regexp", KEYS);
        return answer.map(UserSettings::parse).orElse(List.of());
    }

    /// Each entry is the key, a line end, and the value; a key alone has none.
    static List<String> parse(byte[] answer) {
        List<String> settings = new ArrayList<>();
        for (String entry : new String(answer, StandardCharsets.UTF_8).split("\0", -1)) {
            int end = entry.indexOf('\n');
            if (end > 0) {
                settings.add(entry.substring(0, end) + "=" + entry.substring(end + 1));
            }
        }
        return settings;
    }
}
