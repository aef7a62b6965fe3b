package dev.belay.system;

import static dev.belay.system.DiskUnderTest.assertFails;
import static dev.belay.system.DiskUnderTest.content;
import static dev.belay.system.DiskUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Both kinds of renaming.
interface RenameContract extends DiskUnderTest {
    @Test
    default void rename_replaces_what_was_there() throws DiskFault {
        try (Directory root = root()) {
            put(root, "from", "new");
            put(root, "to", "old");
            FileStatus moved = root.status("from").orElseThrow();

            root.rename("from", root, "to");

            assertThat(root.status("from")).isEmpty();
            assertThat(root.status("to").orElseThrow().isSameFile(moved)).isTrue();
            assertThat(content(root, "to")).isEqualTo("new");
        }
    }

    @Test
    default void rename_replaces_a_link_and_not_what_it_points_to() throws DiskFault {
        try (Directory root = root()) {
            put(root, "from", "new");
            put(root, "file", "content");
            root.symlink("file", "link");

            root.rename("from", root, "link");

            assertThat(content(root, "link")).isEqualTo("new");
            assertThat(content(root, "file")).isEqualTo("content");
        }
    }

    @Test
    default void rename_of_two_names_of_one_file_leaves_both() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            root.link("file", "other");

            root.rename("file", root, "other");

            assertThat(root.status("file")).isPresent();
            assertThat(root.status("other").orElseThrow().links()).isEqualTo(2);
        }
    }

    @Test
    default void rename_moves_between_directories() throws DiskFault {
        try (Directory root = root()) {
            root.makeDirectory("below", 0700);
            put(root, "file", "content");
            try (Directory below = root.openDirectory("below")) {
                root.rename("file", below, "moved");

                assertThat(root.status("file")).isEmpty();
                assertThat(content(below, "moved")).isEqualTo("content");
            }
        }
    }

    @Test
    default void rename_refuses_what_does_not_go_together() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            root.makeDirectory("empty", 0700);
            root.makeDirectory("full", 0700);
            try (Directory full = root.openDirectory("full")) {
                put(full, "inside", "content");

                assertFails(Errno.EISDIR, () -> root.rename("file", root, "empty"));
                assertFails(Errno.ENOTDIR, () -> root.rename("empty", root, "file"));
                assertFails(Errno.ENOTEMPTY, () -> root.rename("empty", root, "full"));
                assertFails(Errno.EINVAL, () -> root.rename("full", full, "itself"));
                assertFails(Errno.ENOENT, () -> root.rename("nothing", root, "file"));
            }
        }
    }

    @Test
    default void rename_of_a_directory_replaces_an_empty_one() throws DiskFault {
        try (Directory root = root()) {
            root.makeDirectory("empty", 0700);
            root.makeDirectory("full", 0700);
            try (Directory full = root.openDirectory("full")) {
                put(full, "inside", "content");
            }

            root.rename("full", root, "empty");

            assertThat(root.status("full")).isEmpty();
            try (Directory renamed = root.openDirectory("empty")) {
                assertThat(content(renamed, "inside")).isEqualTo("content");
            }
        }
    }

    @Test
    default void rename_without_replacing_takes_a_free_name() throws DiskFault {
        try (Directory root = root()) {
            root.makeDirectory("directory", 0700);
            put(root, "file", "content");

            root.renameNoReplace("file", root, "moved");
            root.renameNoReplace("directory", root, "elsewhere");

            assertThat(root.status("file")).isEmpty();
            assertThat(content(root, "moved")).isEqualTo("content");
            assertThat(root.status("elsewhere").orElseThrow().kind()).isEqualTo(FileKind.DIRECTORY);
        }
    }

    @Test
    default void rename_without_replacing_refuses_a_taken_name() throws DiskFault {
        try (Directory root = root()) {
            put(root, "from", "new");
            root.link("from", "same");
            put(root, "file", "old");
            root.makeDirectory("directory", 0700);
            root.symlink("nowhere", "dangling");

            for (String to : new String[] {"file", "directory", "dangling", "same", "from"}) {
                assertFails(Errno.EEXIST, () -> root.renameNoReplace("from", root, to));
            }
            assertFails(Errno.ENOENT, () -> root.renameNoReplace("nothing", root, "free"));
            assertThat(content(root, "from")).isEqualTo("new");
            assertThat(content(root, "file")).isEqualTo("old");
        }
    }
}
