package dev.belay.sim.explore;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Code that mistakes a failure for a success is found, and code that does not passes.
class FaultExplorerTest {
    private static final Path DATA = Path.of("/data");

    /// What careless code gets wrong.
    enum Carelessness {
        IGNORES_A_SHORT_WRITE,
        SWALLOWS_ENOSPC,
        SWALLOWS_A_FAILED_SYNC,
        SYNCS_AGAIN_AFTER_A_FAILURE,
        LEAVES_ITS_TEMPORARY_FILE
    }

    /// What the user was told.
    private static final class User {
        private boolean wasToldNew;
    }

    private static void replace(SimProcess process, User user, Set<Carelessness> careless)
            throws IOException {
        try (Directory data = process.world().disk().open(DATA, "data")) {
            SmallFile.removeIfThere(data, "pending");
            try {
                create(data, careless);
                data.rename("pending", data, "file");
            } catch (IOException failure) {
                if (!careless.contains(Carelessness.LEAVES_ITS_TEMPORARY_FILE)) {
                    SmallFile.removeIfThere(data, "pending");
                }
                throw failure;
            }
            data.sync();
        }
        user.wasToldNew = true;
    }

    private static void create(Directory data, Set<Carelessness> careless) throws IOException {
        try (OpenFile file =
                data.open(
                        "pending",
                        0600,
                        OpenOption.WRITE,
                        OpenOption.CREATE,
                        OpenOption.EXCLUSIVE)) {
            if (careless.contains(Carelessness.IGNORES_A_SHORT_WRITE)) {
                assertThat(file.write("new".getBytes(UTF_8), 0, 3, 0)).isPositive();
            } else {
                SmallFile.writeAll(file, "new");
            }
            sync(file, careless);
        } catch (DiskFault fault) {
            boolean isSwallowed =
                    fault.errno() == Errno.ENOSPC
                            && careless.contains(Carelessness.SWALLOWS_ENOSPC);
            if (!isSwallowed) {
                throw fault;
            }
        }
    }

    private static void sync(OpenFile file, Set<Carelessness> careless) throws DiskFault {
        try {
            file.sync();
        } catch (DiskFault fault) {
            if (careless.contains(Carelessness.SYNCS_AGAIN_AFTER_A_FAILURE)) {
                file.sync();
            } else if (!careless.contains(Carelessness.SWALLOWS_A_FAILED_SYNC)) {
                throw fault;
            }
        }
    }

    private static FaultExplorer<User> explorer(Set<Carelessness> careless) throws IOException {
        return FaultExplorer.with(User::new)
                .prepare(host -> {
                    Directory data = host.disk().makeDirectories(DATA);
                    SmallFile.create(data, "file", "old", true);
                })
                .run((process, user) -> replace(process, user, careless))
                .check((process, user) -> {
                    try (Directory data = process.world().disk().open(DATA, "data")) {
                        String found = SmallFile.read(data, "file");
                        assertThat(found).isIn("old", "new");
                        if (user.wasToldNew) {
                            assertThat(found).isEqualTo("new");
                        }
                    }
                });
    }

    @Test
    void finds_nothing_in_careful_code() throws IOException {
        Explored explored = explorer(EnumSet.noneOf(Carelessness.class)).explore();

        System.out.println("replacing a file with faults: " + explored);
        assertThat(explored.runs()).isGreaterThan(100);
    }

    private static String failureOf(Carelessness careless) throws IOException {
        FaultExplorer<User> explorer = explorer(EnumSet.of(careless));
        try {
            explorer.explore();
        } catch (AssertionError failure) {
            String message = String.valueOf(failure.getMessage());
            Matcher replay = Pattern.compile("belay.replay='(.*)'").matcher(message);
            assertThat(replay.find()).isTrue();
            assertThatThrownBy(() -> explorer.replay(replay.group(1))).hasMessage(message);
            return message;
        }
        throw new AssertionError("nothing was found");
    }

    @Test
    void finds_who_ignores_a_short_write() throws IOException {
        assertThat(failureOf(Carelessness.IGNORES_A_SHORT_WRITE)).contains("SHORT hit: write");
    }

    @Test
    void finds_who_swallows_a_full_disk() throws IOException {
        assertThat(failureOf(Carelessness.SWALLOWS_ENOSPC)).contains("ENOSPC hit: ");
    }

    @Test
    void finds_who_swallows_a_failed_sync() throws IOException {
        assertThat(failureOf(Carelessness.SWALLOWS_A_FAILED_SYNC)).contains("hit: sync", ", cut ");
    }

    @Test
    void finds_who_takes_a_second_sync_for_a_success() throws IOException {
        String failure = failureOf(Carelessness.SYNCS_AGAIN_AFTER_A_FAILURE);

        assertThat(failure).contains("hit: sync", " once at call ", ", cut ");
    }

    @Test
    void a_restart_shows_what_was_left_behind() throws IOException {
        FaultExplorer<User> explorer =
                explorer(EnumSet.of(Carelessness.LEAVES_ITS_TEMPORARY_FILE))
                        .restart((process, _) -> {
                            try (Directory data = process.world().disk().open(DATA, "data")) {
                                SmallFile.create(data, "pending", "", false);
                            }
                        });

        assertThatThrownBy(explorer::explore).hasMessageContaining("exists already");
    }
}
