package dev.belay.system;

import static dev.belay.system.DiskUnderTest.assertFails;
import static dev.belay.system.DiskUnderTest.createFile;
import static dev.belay.system.DiskUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The kernel lock of an open file.
@SuppressWarnings("try") // Closing by hand is what is tested.
interface LockContract extends DiskUnderTest {
    Duration SHORT = Duration.ofMillis(10);

    @Test
    default void one_open_file_has_the_lock_at_a_time() throws DiskFault {
        try (Directory root = root();
                OpenFile first = createFile(root, "file");
                OpenFile second = root.open("file", 0, OpenOption.READ)) {
            assertThat(first.tryLock()).isTrue();

            assertThat(second.tryLock()).isFalse();
            assertThat(second.lock(SHORT)).isFalse();
            assertThat(second.lock(Duration.ZERO)).isFalse();
        }
    }

    @Test
    default void who_has_the_lock_may_take_it_again() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file")) {
            assertThat(file.lock(SHORT)).isTrue();

            assertThat(file.tryLock()).isTrue();
            assertThat(file.lock(Duration.ZERO)).isTrue();
        }
    }

    @Test
    default void closing_frees_the_lock() throws DiskFault {
        try (Directory root = root();
                OpenFile first = createFile(root, "file");
                OpenFile second = root.open("file", 0, OpenOption.READ)) {
            assertThat(first.tryLock()).isTrue();

            first.close();

            assertThat(second.tryLock()).isTrue();
        }
    }

    @Test
    default void an_open_file_may_drop_the_lock_and_take_it_again() throws DiskFault {
        try (Directory root = root();
                OpenFile first = createFile(root, "file");
                OpenFile second = root.open("file", 0, OpenOption.READ)) {
            first.unlock();
            assertThat(first.tryLock()).isTrue();
            second.unlock();
            assertThat(second.tryLock()).isFalse();

            first.unlock();

            assertThat(second.tryLock()).isTrue();
            assertThat(first.tryLock()).isFalse();
            second.unlock();
            assertThat(first.lock(SHORT)).isTrue();
        }
    }

    @Test
    default void closing_another_open_of_the_file_frees_nothing() throws DiskFault {
        try (Directory root = root();
                OpenFile holder = createFile(root, "file");
                OpenFile other = root.open("file", 0, OpenOption.READ)) {
            assertThat(holder.tryLock()).isTrue();

            root.open("file", 0, OpenOption.WRITE).close();

            assertThat(other.tryLock()).isFalse();
        }
    }

    @Test
    default void the_lock_belongs_to_the_file_and_not_to_its_name() throws DiskFault {
        try (Directory root = root();
                OpenFile holder = createFile(root, "file")) {
            assertThat(holder.tryLock()).isTrue();
            root.link("file", "other");
            root.rename("file", root, "renamed");
            put(root, "file", "stranger");

            try (OpenFile stranger = root.open("file", 0, OpenOption.READ);
                    OpenFile renamed = root.open("renamed", 0, OpenOption.READ);
                    OpenFile other = root.open("other", 0, OpenOption.READ)) {
                root.unlink("renamed");
                root.unlink("other");

                assertThat(stranger.tryLock()).isTrue();
                assertThat(renamed.tryLock()).isFalse();
                assertThat(other.tryLock()).isFalse();
            }
        }
    }

    @Test
    default void a_directory_can_be_locked() throws DiskFault {
        try (Directory root = root();
                OpenFile first = root.open(".", 0, OpenOption.READ);
                OpenFile second = root.open(".", 0, OpenOption.READ)) {
            assertThat(first.lock(SHORT)).isTrue();
            assertThat(second.lock(SHORT)).isFalse();
            put(root, "file", "content");

            first.close();

            assertThat(second.lock(SHORT)).isTrue();
        }
    }

    @Test
    default void who_waited_in_vain_may_have_the_lock_later() throws DiskFault {
        try (Directory root = root();
                OpenFile first = createFile(root, "file");
                OpenFile second = root.open("file", 0, OpenOption.READ)) {
            assertThat(first.tryLock()).isTrue();
            assertThat(second.lock(SHORT)).isFalse();

            first.close();

            assertThat(second.tryLock()).isTrue();
            assertThat(second.tryLock()).isTrue();
        }
    }

    @Test
    default void who_waited_in_vain_and_closed_is_in_nobodys_way() throws DiskFault {
        try (Directory root = root();
                OpenFile first = createFile(root, "file");
                OpenFile third = root.open("file", 0, OpenOption.READ)) {
            OpenFile second = root.open("file", 0, OpenOption.READ);
            assertThat(first.tryLock()).isTrue();
            assertThat(second.lock(SHORT)).isFalse();
            second.close();

            first.close();

            assertThat(third.lock(Duration.ofSeconds(10))).isTrue();
        }
    }

    @Test
    default void one_open_file_has_a_range_at_a_time() throws DiskFault {
        try (Directory root = root();
                OpenFile first = createFile(root, "file");
                OpenFile second = root.open("file", 0, OpenOption.WRITE)) {
            assertThat(first.tryLockRange(0x4000_0000L, 512)).isTrue();

            assertThat(second.tryLockRange(0x4000_0000L, 512)).isFalse();
            assertThat(second.tryLockRange(0x4000_0000L + 511, 1)).isFalse();
            assertThat(second.tryLockRange(0x4000_0000L - 1, 1)).isTrue();
            assertThat(second.tryLockRange(0x4000_0000L + 512, 1)).isTrue();
            assertThat(first.tryLockRange(0x4000_0000L, 512)).isTrue();
            assertThat(second.tryLock()).isTrue();
        }
    }

    @Test
    default void a_range_is_free_when_its_open_file_is_closed_and_no_other() throws DiskFault {
        try (Directory root = root();
                OpenFile first = createFile(root, "file");
                OpenFile second = root.open("file", 0, OpenOption.WRITE)) {
            assertThat(first.tryLockRange(0, 10)).isTrue();

            root.open("file", 0, OpenOption.WRITE).close();
            assertThat(second.tryLockRange(0, 10)).isFalse();
            root.rename("file", root, "renamed");
            assertThat(second.tryLockRange(0, 10)).isFalse();

            first.close();
            assertThat(second.tryLockRange(0, 10)).isTrue();
        }
    }

    @Test
    default void who_may_only_read_locks_no_range() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file");
                OpenFile reader = root.open("file", 0, OpenOption.READ)) {
            assertFails(Errno.EBADF, () -> reader.tryLockRange(0, 1));
            file.close();
            assertFails(Errno.EBADF, () -> file.tryLockRange(0, 1));
        }
    }

    @Test
    default void a_closed_file_takes_no_lock() throws DiskFault {
        try (Directory root = root();
                OpenFile file = createFile(root, "file");
                OpenFile other = root.open("file", 0, OpenOption.READ)) {
            file.close();

            assertFails(Errno.EBADF, file::tryLock);
            assertFails(Errno.EBADF, () -> file.lock(SHORT));
            assertThat(other.tryLock()).isTrue();
        }
    }
}
