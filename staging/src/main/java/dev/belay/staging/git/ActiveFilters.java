package dev.belay.staging.git;

import dev.belay.core.error.Refusal;
import dev.belay.system.FileNames;
import dev.belay.system.program.Filters.Feed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The filters that Git would run on files of a checkout: named by an attribute, and with a program
/// in somebody's settings. None is run here.
public final class ActiveFilters {
    private static final String PREFIX = "filter.";
    private static final String PROGRAMS = "^filter\\..*\\.(clean|smudge|process)$";

    private ActiveFilters() {}

    /// Each filter with the first of these paths that goes through it.
    ///
    /// @param top of the working tree
    public static Map<String, String> of(Git git, Path top, List<String> paths) throws IOException {
        Optional<byte[]> settings =
                git.withUserSettings()
                        .find(top, "config", "--null", "--name-only", "--get-regexp", PROGRAMS);
        if (settings.isEmpty()) {
            return Map.of();
        }
        Set<String> programs = names(settings.get());
        Feed feed =
                pipe -> {
                    for (String path : paths) {
                        pipe.write(FileNames.encodeText(path));
                        pipe.write(0);
                    }
                };
        byte[] answer = git.tell(top, feed, "check-attr", "-z", "--stdin", "filter");
        Map<String, String> active = new TreeMap<>();
        parse(answer)
                .forEach((name, path) -> {
                    if (programs.contains(name)) {
                        active.put(name, path);
                    }
                });
        return active;
    }

    /// What stands between `filter.` and the last dot.
    static Set<String> names(byte[] settings) {
        return Stream.of(new String(settings, StandardCharsets.UTF_8).split("\0"))
                .map(key -> key.substring(PREFIX.length(), key.lastIndexOf('.')))
                .collect(Collectors.toSet());
    }

    /// The first path of each filter. For each path there are three texts: itself, the attribute,
    /// and its value.
    static Map<String, String> parse(byte[] answer) throws Refusal {
        Map<String, String> first = new TreeMap<>();
        List<String> texts = Listing.paths(answer);
        for (int at = 0; at + 2 < texts.size(); at += 3) {
            first.putIfAbsent(texts.get(at + 2), texts.get(at));
        }
        return first;
    }
}
