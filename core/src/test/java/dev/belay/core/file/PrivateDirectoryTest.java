package dev.belay.core.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.FaultExplorer;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateDirectoryTest {
    private static final Path ABOVE = Path.of("/home/state");
    private static final Path ROOT = ABOVE.resolve("belay");

    private SimHost host = new SimHost();
    private SimProcess process = host.start("program");

    @BeforeEach
    void machine() throws IOException {
        host = new SimHost();
        host.disk().makeDirectories(Path.of("/home")).close();
        process = host.start("program");
    }

    private static Directory create(SimProcess process) throws IOException {
        return PrivateDirectory.create(process.world(), ROOT, "root");
    }

    @Test
    void makes_what_is_missing_private() throws Exception {
        try (Directory root = create(process)) {
            assertThat(root.status().permissions()).isEqualTo(0700);
            assertThat(root.label()).isEqualTo("root");
        }
        try (Directory above = host.disk().open(Path.of("/home"), "")) {
            assertThat(above.status("state").orElseThrow().permissions()).isEqualTo(0700);
        }
    }

    @Test
    void a_path_may_go_up_through_what_is_not_there_yet() throws Exception {
        Path around = ABOVE.resolve("new").resolve("..").resolve(".").resolve("belay");

        PrivateDirectory.create(process.world(), around, "root").close();

        assertThat(PrivateDirectory.open(process.world(), ROOT, "root")).isPresent();
    }

    @Test
    void another_process_may_be_faster() throws Exception {
        Interposed gate =
                Interposed.before(
                        process,
                        "mkdir",
                        "root/belay",
                        _ -> {
                            try (Directory above = host.disk().open(ABOVE, "")) {
                                above.makeDirectory("belay", 0700);
                            }
                        });

        create(process).close();

        assertThat(gate.count()).isEqualTo(1);
    }

    @Test
    void opens_what_is_there_and_makes_nothing() throws Exception {
        assertThat(PrivateDirectory.open(process.world(), ROOT, "root")).isEmpty();

        create(process).close();

        assertThat(PrivateDirectory.open(process.world(), ROOT, "root")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {0750, 0705, 0701, 0720, 0777})
    void refuses_one_that_others_may_enter(int permissions) throws Exception {
        create(process).close();
        try (Directory above = host.disk().open(ABOVE, "")) {
            above.changePermissions("belay", permissions);
        }

        assertThatThrownBy(() -> PrivateDirectory.open(process.world(), ROOT, "root"))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> {
                            assertThat(refusal.code()).isEqualTo(ErrorCode.DIRECTORY_NOT_PRIVATE);
                            assertThat(refusal)
                                    .hasMessage(
                                            "root: has mode %04o, and others may not have access"
                                                            .formatted(permissions)
                                                    + " to it");
                            assertThat(refusal.help()).contains("chmod 0700");
                        });
        assertThatThrownBy(() -> create(process)).isInstanceOf(Refusal.class);
    }

    @Test
    void what_has_no_label_is_called_the_data_root() throws Exception {
        create(process).close();
        try (Directory above = host.disk().open(ABOVE, "")) {
            above.changePermissions("belay", 0755);
        }

        assertThatThrownBy(() -> PrivateDirectory.open(process.world(), ROOT, ""))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith("the data root: has mode 0755");
    }

    @Test
    void refuses_one_of_another_owner() throws Exception {
        create(process).close();
        host.disk().changeOwner(ROOT, 4711);

        assertThatThrownBy(() -> PrivateDirectory.open(process.world(), ROOT, "root"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("belongs to user 4711");
    }

    @Test
    void a_link_to_a_directory_works_and_stays_a_link() throws Exception {
        host.disk().makeDirectories(Path.of("/srv/real")).close();
        host.disk().makeDirectories(ABOVE).close();
        try (Directory above = host.disk().open(ABOVE, "")) {
            above.symlink("/srv/real", "belay");

            try (Directory root = create(process)) {
                Disks.write(root, "file", "x");
            }

            assertThat(above.readLink("belay")).isEqualTo("/srv/real");
        }
        assertThat(Disks.text(host.disk().open(Path.of("/srv/real"), ""), "file")).hasValue("x");
    }

    @Test
    void a_file_in_its_place_is_left_alone() throws Exception {
        host.disk().makeDirectories(ABOVE).close();
        try (Directory above = host.disk().open(ABOVE, "")) {
            Disks.write(above, "belay", "file");

            assertThatThrownBy(() -> create(process)).isInstanceOf(DiskFault.class);

            assertThat(Disks.text(above, "belay")).hasValue("file");
        }
    }

    /// What somebody was told.
    private static final class User {
        private boolean wasTold;
    }

    @Test
    void d17_what_was_created_survives_every_crash_with_all_its_parents() throws Exception {
        Explored explored =
                CrashExplorer.with(User::new)
                        .prepare(host -> host.disk().makeDirectories(Path.of("/home")).close())
                        .run((process, user) -> {
                            create(process).close();
                            user.wasTold = true;
                        })
                        .restart((process, user) -> {
                            boolean isThere =
                                    PrivateDirectory.open(process.world(), ROOT, "root")
                                            .isPresent();
                            assertThat(!user.wasTold || isThere).isTrue();
                            create(process).close();
                            user.wasTold = true;
                        })
                        .check((process, _) ->
                                assertThat(PrivateDirectory.open(process.world(), ROOT, "root"))
                                        .isPresent())
                        .explore();

        System.out.println("PrivateDirectory.create: " + explored);
        assertThat(explored.states()).isGreaterThan(20);
    }

    @Test
    void d17_a_second_attempt_does_not_trust_what_the_first_could_not_sync() throws Exception {
        Explored explored =
                FaultExplorer.with(User::new)
                        .prepare(host -> host.disk().makeDirectories(Path.of("/home")).close())
                        .run((process, user) -> {
                            try {
                                create(process).close();
                            } catch (DiskFault _) {
                                create(process).close();
                            }
                            user.wasTold = true;
                        })
                        .restart((process, user) ->
                                assertThat(
                                                !user.wasTold
                                                        || PrivateDirectory.open(
                                                                        process.world(),
                                                                        ROOT,
                                                                        "root")
                                                                .isPresent())
                                        .isTrue())
                        .check((process, _) -> create(process).close())
                        .explore();

        System.out.println("PrivateDirectory.create, faults: " + explored);
        assertThat(explored.states()).isGreaterThan(20);
    }

    @Test
    void an_identity_tells_one_directory_from_another() throws Exception {
        try (Directory root = create(process);
                Directory other = host.disk().makeDirectories(Path.of("/srv/other"))) {
            DirectoryIdentity identity = DirectoryIdentity.of(root);

            identity.requireSame(root);

            assertThat(identity.inode()).matches("[0-9]+");
            assertThatThrownBy(() -> identity.requireSame(other))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("is another directory than before");
        }
    }
}
