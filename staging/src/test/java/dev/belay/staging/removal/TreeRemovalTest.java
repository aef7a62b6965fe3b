package dev.belay.staging.removal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TreeRemovalTest {
    private Directory parent;

    @BeforeEach
    void open() throws DiskFault {
        SimHost host = new SimHost();
        host.disk().makeDirectories(Path.of("/data")).close();
        SimProcess process = host.start("remover");
        parent = process.world().disk().open(Path.of("/data"), "data");
        parent.makeDirectory("tree", 0700);
    }

    private static void file(Directory directory, String name) throws DiskFault {
        try (OpenFile file = directory.open(name, 0600, OpenOption.WRITE, OpenOption.CREATE)) {
            file.sync();
        }
    }

    private Stream<String> left() throws DiskFault {
        try (Stream<String> names = parent.names()) {
            return names.sorted().toList().stream();
        }
    }

    @Test
    void a_link_is_removed_and_what_it_leads_to_stays() throws DiskFault {
        parent.makeDirectory("other", 0700);
        try (Directory other = parent.openDirectory("other");
                Directory tree = parent.openDirectory("tree")) {
            file(other, "kept");
            tree.symlink("../other", "link");
            file(tree, "file");

            TreeRemoval.remove(parent, "tree");

            assertThat(other.status("kept")).isPresent();
        }
        assertThat(left()).containsExactly("other");
    }

    @Test
    void what_is_not_there_is_removed_already() throws DiskFault {
        TreeRemoval.remove(parent, "nothing");

        assertThat(left()).containsExactly("tree");
    }

    @Test
    void s22_a_directory_that_may_not_be_written_to_is_removed_too() throws DiskFault {
        try (Directory tree = parent.openDirectory("tree")) {
            tree.makeDirectory("module", 0700);
            try (Directory module = tree.openDirectory("module")) {
                file(module, "file");
            }
            tree.changePermissions("module", 0500);
        }

        TreeRemoval.remove(parent, "tree");

        assertThat(left()).isEmpty();
    }

    @Test
    void s24_a_tree_deeper_than_any_path_is_removed() throws DiskFault {
        Directory at = parent.openDirectory("tree");
        for (int depth = 0; depth < 3 * TreeRemoval.DEPTH_MAX; depth++) {
            at.makeDirectory("d", 0700);
            file(at, "f");
            Directory below = at.openDirectory("d");
            at.close();
            at = below;
        }
        at.close();

        TreeRemoval.remove(parent, "tree");

        assertThat(left()).isEmpty();
    }
}
