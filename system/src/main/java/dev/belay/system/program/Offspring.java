package dev.belay.system.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything that a program has started, itself included: its descendants, who is in its session,
/// and who carries its mark in the environment, however often it forked.
///
/// What has cleared its environment, left the session, and lost its parent is not found; under
/// systemd it ends with the service. Without `/proc` only the descendants are.
final class Offspring {
    static final String MARK = "BELAY_CALL";

    private static final Path PROC = Path.of("/proc");
    private static final int ROUNDS_MAX = 2000;
    private static final int ENVIRONMENT_BYTES_MAX = 1 << 20;

    private final ProcessHandle root;
    private final byte[] mark;

    Offspring(ProcessHandle root, String mark) {
        this.root = root;
        this.mark = (MARK + "=" + mark).getBytes(StandardCharsets.UTF_8);
    }

    /// Kills until a whole look finds nobody: whoever forks meanwhile is seen by the next.
    void end() throws IOException {
        for (int round = 0; round < ROUNDS_MAX; round++) {
            List<ProcessHandle> alive = alive();
            if (alive.isEmpty()) {
                return;
            }
            alive.forEach(ProcessHandle::destroyForcibly);
            Look.pause();
        }
        throw new IOException("something that was started cannot be ended");
    }

    private List<ProcessHandle> alive() {
        List<ProcessHandle> alive = new ArrayList<>();
        if (root.isAlive()) {
            alive.add(root);
            root.descendants().forEach(alive::add);
        }
        String[] names = PROC.toFile().list();
        if (names != null) {
            for (String name : names) {
                if (Character.isDigit(name.charAt(0))) {
                    marked(Long.parseLong(name)).ifPresent(alive::add);
                }
            }
        }
        return alive;
    }

    /// The process, if it is one of ours. The handle is made before the look, so that it stands for
    /// no later process of the number.
    private Optional<ProcessHandle> marked(long pid) {
        return ProcessHandle.of(pid).filter(_ -> isInSession(pid) || carriesMark(pid));
    }

    private boolean isInSession(long pid) {
        byte[] stat = read(pid, "stat");
        if (stat == null) {
            return false;
        }
        String text = new String(stat, StandardCharsets.ISO_8859_1);
        String[] fields = text.substring(text.lastIndexOf(')') + 1).strip().split(" ", 6);
        // State, parent, group, session.
        return fields.length > 4
                && !fields[0].equals("Z")
                && fields[3].equals(Long.toString(root.pid()));
    }

    /// A process that has ended has no environment any more.
    private boolean carriesMark(long pid) {
        byte[] environment = read(pid, "environ");
        return environment != null
                && new String(environment, StandardCharsets.ISO_8859_1)
                        .contains(new String(mark, StandardCharsets.ISO_8859_1));
    }

    /// Null where it cannot be read: it is another user's, or gone.
    private static byte @Nullable [] read(long pid, String name) {
        try (InputStream file =
                Files.newInputStream(PROC.resolve(Long.toString(pid)).resolve(name))) {
            return file.readNBytes(ENVIRONMENT_BYTES_MAX);
        } catch (IOException _) {
            return null;
        }
    }
}
