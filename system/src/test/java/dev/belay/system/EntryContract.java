package dev.belay.system;

import static dev.belay.system.DiskUnderTest.assertFails;
import static dev.belay.system.DiskUnderTest.content;
import static dev.belay.system.DiskUnderTest.createFile;
import static dev.belay.system.DiskUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;

/// Creating, opening, linking, and removing the entries of a directory.
interface EntryContract extends DiskUnderTest {
    @Test
    default void a_created_file_has_the_permissions_and_one_name() throws DiskFault {
        try (Directory root = root()) {
            createFile(root, "file").close();

            FileStatus status = root.status("file").orElseThrow();
            assertThat(status.kind()).isEqualTo(FileKind.REGULAR);
            assertThat(status.permissions()).isEqualTo(0600);
            assertThat(status.links()).isEqualTo(1);
            assertThat(status.sizeBytes()).isZero();
        }
    }

    @Test
    default void creating_opens_a_file_that_is_there_and_keeps_its_content() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");

            root.open("file", 0600, OpenOption.WRITE, OpenOption.CREATE).close();

            assertThat(content(root, "file")).isEqualTo("content");
        }
    }

    @Test
    default void exclusive_creation_refuses_whatever_has_the_name() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            root.makeDirectory("directory", 0700);
            root.symlink("file", "link");
            root.symlink("nowhere", "dangling");

            for (String name : new String[] {"file", "directory", "link", "dangling"}) {
                assertFails(Errno.EEXIST, () -> createFile(root, name));
            }
            assertThat(root.status("nowhere")).isEmpty();
            assertThat(content(root, "file")).isEqualTo("content");
        }
    }

    @Test
    default void opening_what_is_not_there_fails() throws DiskFault {
        try (Directory root = root()) {
            assertFails(Errno.ENOENT, () -> root.open("file", 0, OpenOption.READ));
            assertThat(root.status("file")).isEmpty();
        }
    }

    @Test
    default void opening_never_follows_a_link() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            root.symlink("file", "link");
            root.symlink("nowhere", "dangling");

            assertFails(Errno.ELOOP, () -> root.open("link", 0, OpenOption.READ));
            assertFails(Errno.ELOOP, () -> root.open("link", 0, OpenOption.APPEND));
            assertFails(Errno.ELOOP, () -> root.open("dangling", 0, OpenOption.READ));
            assertFails(
                    Errno.ELOOP,
                    () -> root.open("dangling", 0600, OpenOption.WRITE, OpenOption.CREATE));
            assertThat(root.status("nowhere")).isEmpty();
        }
    }

    @Test
    default void a_directory_cannot_be_opened_to_write() throws DiskFault {
        try (Directory root = root()) {
            root.makeDirectory("directory", 0700);

            assertFails(Errno.EISDIR, () -> root.open("directory", 0, OpenOption.WRITE));
            assertFails(Errno.EISDIR, () -> root.open(".", 0, OpenOption.APPEND));
        }
    }

    @Test
    default void opening_says_what_for() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");

            assertThat(catchThrowable(() -> root.open("file", 0, OpenOption.CREATE)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(
                            catchThrowable(() ->
                                    root.open("file", 0, OpenOption.WRITE, OpenOption.EXCLUSIVE)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    default void the_status_of_a_link_is_its_own() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            root.symlink("file", "link");

            FileStatus status = root.status("link").orElseThrow();
            assertThat(status.kind()).isEqualTo(FileKind.SYMBOLIC_LINK);
            assertThat(status.isSameFile(root.status("file").orElseThrow())).isFalse();
        }
    }

    @Test
    default void a_link_says_its_text_and_nothing_else_has_one() throws DiskFault {
        try (Directory root = root()) {
            root.symlink("../else/where\n\uDCFF", "link");
            put(root, "file", "content");

            assertThat(root.readLink("link")).isEqualTo("../else/where\n\uDCFF");
            assertFails(Errno.EINVAL, () -> root.readLink("file"));
            assertFails(Errno.ENOENT, () -> root.readLink("nothing"));
            assertFails(Errno.EEXIST, () -> root.symlink("other", "link"));
            assertFails(Errno.EEXIST, () -> root.symlink("other", "file"));
        }
    }

    @Test
    default void a_further_name_is_the_same_file() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");

            root.link("file", "other");

            FileStatus status = root.status("other").orElseThrow();
            assertThat(status.isSameFile(root.status("file").orElseThrow())).isTrue();
            assertThat(status.links()).isEqualTo(2);
            assertThat(content(root, "other")).isEqualTo("content");
        }
    }

    @Test
    default void a_further_name_must_be_free_and_the_file_there() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            put(root, "taken", "other");
            root.symlink("nowhere", "dangling");
            root.makeDirectory("directory", 0700);

            assertFails(Errno.EEXIST, () -> root.link("file", "taken"));
            assertFails(Errno.EEXIST, () -> root.link("file", "dangling"));
            assertFails(Errno.EEXIST, () -> root.link("file", "file"));
            assertFails(Errno.ENOENT, () -> root.link("nothing", "name"));
            assertFails(Errno.EPERM, () -> root.link("directory", "name"));
            assertThat(content(root, "taken")).isEqualTo("other");
        }
    }

    @Test
    default void a_further_name_of_a_link_is_a_link() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            root.symlink("file", "link");

            root.link("link", "other");

            assertThat(root.readLink("other")).isEqualTo("file");
            assertThat(root.status("file").orElseThrow().links()).isEqualTo(1);
        }
    }

    @Test
    default void unlinking_removes_one_name() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            root.link("file", "other");
            root.symlink("file", "link");
            root.makeDirectory("directory", 0700);

            root.unlink("link");
            root.unlink("file");

            assertThat(root.status("link")).isEmpty();
            assertThat(root.status("file")).isEmpty();
            assertThat(root.status("other").orElseThrow().links()).isEqualTo(1);
            assertFails(Errno.ENOENT, () -> root.unlink("file"));
            assertFails(Errno.EISDIR, () -> root.unlink("directory"));
        }
    }

    @Test
    default void permissions_change_and_never_through_a_link() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            root.makeDirectory("directory", 0700);
            root.symlink("file", "link");

            root.changePermissions("file", 0440);
            root.changePermissions("directory", 0750);

            assertFails(Errno.EOPNOTSUPP, () -> root.changePermissions("link", 0777));
            assertFails(Errno.ENOENT, () -> root.changePermissions("nothing", 0777));
            assertThat(root.status("file").orElseThrow().permissions()).isEqualTo(0440);
            assertThat(root.status("directory").orElseThrow().permissions()).isEqualTo(0750);
        }
    }
}
