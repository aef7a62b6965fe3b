package dev.belay.system;

import static dev.belay.system.DiskUnderTest.assertFails;
import static dev.belay.system.DiskUnderTest.content;
import static dev.belay.system.DiskUnderTest.createFile;
import static dev.belay.system.DiskUnderTest.put;
import static dev.belay.system.DiskUnderTest.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// The content of open files.
interface OpenFileContract extends DiskUnderTest {
    @Test
    default void reading_gives_what_was_written_where_it_was_written() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file")) {
            write(file, "hello world", 0);
            write(file, "W", 6);
            byte[] buffer = "........".getBytes(StandardCharsets.UTF_8);

            int count = file.read(buffer, 2, 5, 6);

            assertThat(count).isEqualTo(5);
            assertThat(new String(buffer, StandardCharsets.UTF_8)).isEqualTo("..World.");
            assertThat(file.status().sizeBytes()).isEqualTo(11);
        }
    }

    @Test
    default void writing_takes_the_part_of_the_buffer_that_was_given() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file")) {
            byte[] bytes = "..content..".getBytes(StandardCharsets.UTF_8);

            assertThat(file.write(bytes, 2, 7, 0)).isEqualTo(7);

            assertThat(content(file)).isEqualTo("content");
        }
    }

    @Test
    default void reading_at_the_end_or_beyond_gives_minus_one() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file")) {
            byte[] buffer = new byte[10];
            assertThat(file.read(buffer, 0, 10, 0)).isEqualTo(-1);
            write(file, "content", 0);

            assertThat(file.read(buffer, 0, 10, 5)).isEqualTo(2);
            assertThat(file.read(buffer, 0, 10, 7)).isEqualTo(-1);
            assertThat(file.read(buffer, 0, 10, 1000)).isEqualTo(-1);
            assertThat(file.read(buffer, 0, 0, 0)).isZero();
        }
    }

    @Test
    default void writing_beyond_the_end_leaves_zeros_between() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file")) {
            write(file, "a", 0);
            write(file, "b", 3);

            assertThat(content(file)).isEqualTo("a\0\0b");
        }
    }

    @Test
    default void appending_goes_to_the_end_wherever_that_is_now() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "0");
            try (OpenFile one = root.open("file", 0, OpenOption.APPEND);
                    OpenFile two = root.open("file", 0, OpenOption.READ, OpenOption.APPEND)) {
                write(one, "1", 0);
                write(two, "2", 0);
                write(one, "3", 1);

                assertThat(content(two)).isEqualTo("0123");
            }
        }
    }

    @Test
    default void truncating_cuts_off_or_adds_zeros() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file")) {
            write(file, "content", 0);

            file.truncate(4);
            assertThat(content(file)).isEqualTo("cont");
            file.truncate(6);
            assertThat(content(file)).isEqualTo("cont\0\0");
            file.truncate(0);
            assertThat(file.status().sizeBytes()).isZero();
        }
    }

    @Test
    default void a_large_content_comes_back_whole() throws DiskFault {
        byte[] bytes = new byte[5_000_000];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) ((at * 31) >> 3);
        }
        byte[] back = new byte[bytes.length];
        try (Directory root = root();
                OpenFile file = createFile(root, "file")) {
            for (int at = 0; at < bytes.length; ) {
                at += file.write(bytes, at, bytes.length - at, at);
            }
            for (int at = 0; at < back.length; ) {
                int count = file.read(back, at, back.length - at, at);
                assertThat(count).isPositive();
                at += count;
            }
        }

        assertThat(back).isEqualTo(bytes);
    }

    @Test
    default void a_file_does_only_what_it_was_opened_for() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            try (OpenFile reader = root.open("file", 0, OpenOption.READ);
                    OpenFile writer = root.open("file", 0, OpenOption.WRITE)) {
                assertFails(Errno.EBADF, () -> reader.write(new byte[1], 0, 1, 0));
                assertFails(Errno.EINVAL, () -> reader.truncate(0));
                assertFails(Errno.EBADF, () -> writer.read(new byte[1], 0, 1, 0));
            }
            assertThat(content(root, "file")).isEqualTo("content");
        }
    }

    @Test
    default void a_directory_has_no_content() throws DiskFault {
        try (Directory root = root();
                OpenFile itself = root.open(".", 0, OpenOption.READ)) {
            assertFails(Errno.EISDIR, () -> itself.read(new byte[1], 0, 1, 0));
            assertThat(itself.status().isSameFile(root.status())).isTrue();
            assertThat(itself.label()).isEqualTo("root");
        }
    }

    @Test
    default void a_position_before_the_start_is_refused() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file")) {
            assertFails(Errno.EINVAL, () -> file.read(new byte[1], 0, 1, -1));
            assertFails(Errno.EINVAL, () -> file.write(new byte[1], 0, 1, -1));
            assertFails(Errno.EINVAL, () -> file.truncate(-1));
        }
    }

    @Test
    default void a_part_beyond_the_buffer_is_refused() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file")) {
            assertThatThrownBy(() -> file.read(new byte[3], 2, 2, 0))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> file.write(new byte[3], -1, 2, 0))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(file.status().sizeBytes()).isZero();
        }
    }

    @Test
    default void an_open_file_outlives_its_name() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file")) {
            write(file, "content", 0);
            root.unlink("file");
            put(root, "file", "stranger");

            assertThat(content(file)).isEqualTo("content");
            assertThat(file.status().links()).isZero();
            assertThat(file.status().isSameFile(root.status("file").orElseThrow())).isFalse();
            file.sync();
        }
    }

    @Test
    default void an_open_file_keeps_its_content_when_it_is_renamed_or_replaced() throws DiskFault {
        try (Directory root = root();
                OpenFile replaced = createFile(root, "to");
                OpenFile moved = createFile(root, "from")) {
            write(replaced, "old", 0);
            write(moved, "new", 0);

            root.rename("from", root, "to");
            write(moved, "er", 3);

            assertThat(content(replaced)).isEqualTo("old");
            assertThat(content(root, "to")).isEqualTo("newer");
        }
    }

    @Test
    default void times_never_go_back_as_a_file_changes() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file")) {
            FileStatus before = file.status();
            write(file, "content", 0);
            FileStatus written = file.status();
            root.changePermissions("file", 0400);
            FileStatus changed = file.status();

            assertThat(written.modified()).isAfterOrEqualTo(before.modified());
            assertThat(written.changed()).isAfterOrEqualTo(before.changed());
            assertThat(changed.modified()).isEqualTo(written.modified());
            assertThat(changed.changed()).isAfterOrEqualTo(written.changed());
        }
    }

    @Test
    default void the_status_of_an_open_file_is_that_of_its_name() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file")) {
            write(file, "content", 0);
            file.sync();
            file.syncData();

            assertThat(file.status()).isEqualTo(root.status("file").orElseThrow());
        }
    }

    @Test
    default void a_closed_file_does_nothing_more() throws DiskFault {
        try (Directory root = root()) {
            OpenFile file = createFile(root, "file");
            file.close();
            file.close();

            assertFails(Errno.EBADF, file::status);
            assertFails(Errno.EBADF, () -> file.read(new byte[1], 0, 1, 0));
            assertFails(Errno.EBADF, () -> file.write(new byte[1], 0, 1, 0));
            assertFails(Errno.EBADF, () -> file.truncate(0));
            assertFails(Errno.EBADF, file::sync);
            assertFails(Errno.EBADF, file::syncData);
        }
    }

    @Test
    default void closing_twice_leaves_a_file_opened_between_alone() throws DiskFault {
        try (Directory root = root()) {
            put(root, "file", "content");
            OpenFile first = root.open("file", 0, OpenOption.READ);
            first.close();
            try (OpenFile second = root.open("file", 0, OpenOption.READ)) {
                first.close();

                assertThat(content(second)).isEqualTo("content");
            }
        }
    }
}
