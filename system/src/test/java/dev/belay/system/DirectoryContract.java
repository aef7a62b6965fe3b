package dev.belay.system;

import static dev.belay.system.DiskUnderTest.assertFails;
import static dev.belay.system.DiskUnderTest.content;
import static dev.belay.system.DiskUnderTest.createFile;
import static dev.belay.system.DiskUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// Directories themselves, and the names in them.
interface DirectoryContract extends DiskUnderTest {
    @Test
    default void only_an_existing_directory_can_be_opened() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");

            assertFails(Errno.ENOENT, () -> disk().open(path().resolve("nothing"), ""));
            assertFails(Errno.ENOTDIR, () -> disk().open(path().resolve("file"), ""));
            assertFails(Errno.ENOENT, () -> root.openDirectory("nothing"));
            assertFails(Errno.ENOTDIR, () -> root.openDirectory("file"));
        }
    }

    @Test
    default void a_path_may_lead_through_links_and_an_entry_may_not() throws DiskFault {
        try (Directory root = root()) {
            root.makeDirectory("directory", 0700);
            root.symlink("directory", "link");

            try (Directory followed = disk().open(path().resolve("link"), "")) {
                assertThat(followed.status().isSameFile(root.status("directory").orElseThrow()))
                        .isTrue();
            }
            assertFails(Errno.ENOTDIR, () -> root.openDirectory("link"));
        }
    }

    @Test
    default void a_file_system_can_be_asked_for_space_and_synced_as_a_whole() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");

            root.syncFileSystem();

            assertThat(root.availableBytes()).isPositive();
        }
    }

    @Test
    default void labels_name_what_is_below() throws DiskFault {
        try (Directory root = root();
                Directory unnamed = disk().open(path(), "")) {
            root.makeDirectory("below", 0700);
            try (Directory below = root.openDirectory("below");
                    OpenFile file = createFile(below, "file")) {
                assertThat(file.label()).isEqualTo("root/below/file");
                assertThat(unnamed.label("below")).isEqualTo("below");
                DiskFault fault =
                        catchThrowableOfType(DiskFault.class, () -> below.unlink("nothing"));
                assertThat(fault).hasMessageContaining("root/below/nothing: does not exist");
            }
        }
    }

    @Test
    default void a_directory_is_made_once_and_removed_when_empty() throws DiskFault {
        try (Directory root = root()) {
            root.makeDirectory("directory", 0700);
            put(root, "file", "content");
            root.symlink("nowhere", "dangling");
            try (Directory directory = root.openDirectory("directory")) {
                put(directory, "inside", "content");

                assertFails(Errno.EEXIST, () -> root.makeDirectory("directory", 0700));
                assertFails(Errno.EEXIST, () -> root.makeDirectory("file", 0700));
                assertFails(Errno.EEXIST, () -> root.makeDirectory("dangling", 0700));
                assertFails(Errno.ENOTEMPTY, () -> root.removeDirectory("directory"));
                assertFails(Errno.ENOTDIR, () -> root.removeDirectory("file"));
                assertFails(Errno.ENOENT, () -> root.removeDirectory("nothing"));
                directory.unlink("inside");
            }
            FileStatus status = root.status("directory").orElseThrow();
            assertThat(status.kind()).isEqualTo(FileKind.DIRECTORY);
            assertThat(status.permissions()).isEqualTo(0700);

            root.removeDirectory("directory");

            assertThat(root.status("directory")).isEmpty();
        }
    }

    @Test
    default void an_open_directory_stays_the_same_one() throws DiskFault {
        try (Directory root = root()) {
            root.makeDirectory("old", 0700);
            try (Directory directory = root.openDirectory("old")) {
                root.rename("old", root, "new");
                root.makeDirectory("old", 0700);
                put(directory, "file", "content");

                try (Directory renamed = root.openDirectory("new")) {
                    assertThat(content(renamed, "file")).isEqualTo("content");
                    assertThat(renamed.status().isSameFile(directory.status())).isTrue();
                }
            }
        }
    }

    @Test
    default void nothing_comes_into_a_removed_directory() throws DiskFault {
        try (Directory root = root()) {
            root.makeDirectory("gone", 0700);
            try (Directory directory = root.openDirectory("gone")) {
                root.removeDirectory("gone");

                assertFails(Errno.ENOENT, () -> createFile(directory, "file"));
                assertFails(Errno.ENOENT, () -> directory.makeDirectory("below", 0700));
                assertThat(directory.status("file")).isEmpty();
                assertThat(names(directory)).isEmpty();
            }
        }
    }

    @Test
    default void every_name_comes_back_as_it_was_given() throws DiskFault {
        List<String> names =
                List.of(
                        "two\nlines",
                        " ",
                        "...",
                        "back\\slash",
                        "-rf",
                        "caf\u00e9",
                        "\ud83d\ude80",
                        "not\udcff\udcfeutf8",
                        "half\udcc3",
                        "n".repeat(255));
        try (Directory root = root()) {
            for (String name : names) {
                put(root, name, "content");
            }

            assertThat(names(root)).containsExactlyInAnyOrderElementsOf(names);
            assertThat(root.status("not\udcff\udcfeutf8")).isPresent();
            assertFails(Errno.ENAMETOOLONG, () -> createFile(root, "n".repeat(256)));
            assertFails(Errno.ENAMETOOLONG, () -> createFile(root, "n".repeat(5000)));
        }
    }

    @Test
    default void what_is_no_name_is_refused_everywhere() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            for (String name :
                    List.of("", "..", "a/b", "a\0b", "\udc2f", "\ud83d", "\udcc3\udca9")) {
                assertRefuses(() -> root.open(name, 0600, OpenOption.WRITE, OpenOption.CREATE));
                assertRefusesToName(root, name);
            }
            assertRefusesToName(root, ".");
            assertThat(names(root)).containsExactly("file");
        }
    }

    private static void assertRefusesToName(Directory root, String name) {
        assertRefuses(() -> root.status(name));
        assertRefuses(() -> root.openDirectory(name));
        assertRefuses(() -> root.makeDirectory(name, 0700));
        assertRefuses(() -> root.removeDirectory(name));
        assertRefuses(() -> root.link("file", name));
        assertRefuses(() -> root.link(name, "other"));
        assertRefuses(() -> root.rename("file", root, name));
        assertRefuses(() -> root.rename(name, root, "other"));
        assertRefuses(() -> root.renameNoReplace("file", root, name));
        assertRefuses(() -> root.renameNoReplace(name, root, "other"));
        assertRefuses(() -> root.unlink(name));
        assertRefuses(() -> root.symlink("file", name));
        assertRefuses(() -> root.readLink(name));
        assertRefuses(() -> root.changePermissions(name, 0600));
    }

    private static void assertRefuses(ThrowingCallable call) {
        assertThat(catchThrowableOfType(IllegalArgumentException.class, call)).isNotNull();
    }

    @Test
    default void a_walk_sees_each_of_many_names_once() throws DiskFault {
        List<String> names = IntStream.range(0, 2000).mapToObj(i -> "a-long-name-" + i).toList();
        try (Directory root = root()) {
            for (String name : names) {
                createFile(root, name).close();
            }

            assertThat(names(root)).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    @Test
    default void two_walks_do_not_disturb_each_other() throws DiskFault {
        try (Directory root = root()) {
            put(root, "a", "content");
            put(root, "b", "content");
            try (Stream<String> outer = root.names()) {
                Iterator<String> walk = outer.iterator();
                String first = walk.next();

                assertThat(names(root)).containsExactlyInAnyOrder("a", "b");

                assertThat(List.of(first, walk.next())).containsExactlyInAnyOrder("a", "b");
                assertThat(walk.hasNext()).isFalse();
            }
        }
    }

    private static List<String> names(Directory directory) throws DiskFault {
        try (Stream<String> names = directory.names()) {
            return names.toList();
        }
    }

    @Test
    default void a_directory_can_be_synced() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");

            root.sync();

            assertThat(content(root, "file")).isEqualTo("content");
        }
    }

    @Test
    default void a_closed_directory_does_nothing_more() throws DiskFault {
        Directory root = root();
        put(root, "file", "content");
        root.close();
        root.close();

        assertFails(Errno.EBADF, root::status);
        assertFails(Errno.EBADF, () -> root.status("file"));
        assertFails(Errno.EBADF, () -> root.open("file", 0, OpenOption.READ));
        assertFails(Errno.EBADF, () -> root.openDirectory("file"));
        assertFails(Errno.EBADF, () -> root.makeDirectory("other", 0700));
        assertFails(Errno.EBADF, () -> root.removeDirectory("other"));
        assertFails(Errno.EBADF, () -> root.link("file", "other"));
        assertFails(Errno.EBADF, () -> root.rename("file", root, "other"));
        assertFails(Errno.EBADF, () -> root.renameNoReplace("file", root, "other"));
        assertFails(Errno.EBADF, () -> root.unlink("file"));
        assertFails(Errno.EBADF, () -> root.symlink("file", "other"));
        assertFails(Errno.EBADF, () -> root.readLink("file"));
        assertFails(Errno.EBADF, root::names);
        assertFails(Errno.EBADF, () -> root.changePermissions("file", 0600));
        assertFails(Errno.EBADF, root::sync);
    }

    @Test
    default void a_closed_directory_takes_nothing_in() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            root.makeDirectory("below", 0700);
            Directory below = root.openDirectory("below");
            below.close();

            assertFails(Errno.EBADF, () -> root.rename("file", below, "file"));
            assertThat(root.status("file")).isPresent();
        }
    }
}
