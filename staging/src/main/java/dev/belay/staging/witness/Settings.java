package dev.belay.staging.witness;

import dev.belay.core.error.Refusal;
import java.util.Map;
import java.util.regex.Pattern;

/// Which settings of a repository make it no witness, whatever it holds.
final class Settings {
    private static final String FORMAT = "extensions.objectformat";

    /// By key in lower case; what is between the first and the last dot keeps its own.
    private static final Map<Pattern, String> REFUSED =
            Map.of(
                    Pattern.compile("include(if\\..*)?\\.path", Pattern.DOTALL),
                            "takes settings from another file",
                    Pattern.compile("extensions\\.partialclone"),
                            "is a partial clone, which lacks objects",
                    Pattern.compile("remote\\..*\\.(promisor|partialclonefilter)", Pattern.DOTALL),
                            "expects objects from another repository",
                    Pattern.compile("extensions\\.refstorage"),
                            "keeps its refs in a form that is not looked at",
                    Pattern.compile("extensions\\.compatobjectformat"),
                            "names its objects in two ways",
                    Pattern.compile("fsck\\..*", Pattern.DOTALL),
                            "overlooks damage that Git would report");

    private Settings() {}

    /// Checks all settings of the file `file`.
    static void check(String file, Map<String, String> settings) throws Refusal {
        for (String key : settings.keySet()) {
            for (Map.Entry<Pattern, String> refused : REFUSED.entrySet()) {
                if (refused.getKey().matcher(key).matches()) {
                    throw Unproved.at(
                            file,
                            "by its setting `%s` it %s".formatted(plain(key), refused.getValue()),
                            Unproved.RESCUE);
                }
            }
        }
        String format = settings.getOrDefault(FORMAT, "sha1");
        if (!format.equals("sha1")) {
            throw Unproved.at(
                    file,
                    "its objects are not named by SHA-1, as those of receipts",
                    Unproved.RESCUE);
        }
    }

    /// A section may be called after a path of the host.
    private static String plain(String key) {
        int first = key.indexOf('.');
        int last = key.lastIndexOf('.');
        return first == last ? key : key.substring(0, first) + ".…" + key.substring(last);
    }
}
