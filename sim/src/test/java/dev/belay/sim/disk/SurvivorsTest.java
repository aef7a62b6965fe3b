package dev.belay.sim.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.SimClock;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What a power cut may leave, and what not.
class SurvivorsTest {
    private final SimClock clock = new SimClock();
    private final SimDisk disk = new SimDisk(clock);
    private final Directory root;

    SurvivorsTest() throws DiskFault {
        root = disk.open(Path.of("/"), "");
    }

    private static void write(Directory directory, String name, String text) throws DiskFault {
        try (OpenFile file = directory.open(name, 0600, OpenOption.APPEND, OpenOption.CREATE)) {
            byte[] bytes = text.getBytes(UTF_8);
            assertThat(file.write(bytes, 0, bytes.length, 0)).isEqualTo(bytes.length);
        }
    }

    private static void sync(Directory directory, String name) throws DiskFault {
        try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            file.sync();
        }
    }

    @Test
    void what_a_sync_of_the_file_system_covers_is_certain() throws DiskFault {
        root.makeDirectory("below", 0700);
        try (Directory below = root.openDirectory("below")) {
            write(below, "file", "content");

            root.syncFileSystem();
        }

        assertThat(outcomes()).containsExactly("below/(file=content)");
    }

    /// Every outcome, as the sorted entries of the root: `name=content`, `name/` of a directory.
    private Set<String> outcomes() throws DiskFault {
        Set<String> outcomes = new TreeSet<>();
        Survivors survivors = disk.survivors();
        for (int choice = 0; choice < survivors.count(); choice++) {
            SimDisk after = survivors.disk(choice, clock);
            assertThat(after.survivors().count()).as("all that is left is durable").isEqualTo(1);
            try (Directory top = after.open(Path.of("/"), "")) {
                outcomes.add(describe(top));
            }
        }
        return outcomes;
    }

    private static String describe(Directory directory) throws DiskFault {
        Set<String> entries = new TreeSet<>();
        try (Stream<String> names = directory.names()) {
            for (String name : names.toList()) {
                if (directory.status(name).orElseThrow().kind() == FileKind.DIRECTORY) {
                    try (Directory below = directory.openDirectory(name)) {
                        entries.add(name + "/(" + describe(below) + ")");
                    }
                } else {
                    entries.add(name + "=" + content(directory, name));
                }
            }
        }
        return String.join(" ", entries);
    }

    private static String content(Directory directory, String name) throws DiskFault {
        byte[] buffer = new byte[100];
        try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            int count = Math.max(0, file.read(buffer, 0, buffer.length, 0));
            return new String(buffer, 0, count, UTF_8).replace('\0', '~');
        }
    }

    @Test
    void content_and_name_survive_by_their_own_syncs() throws DiskFault {
        write(root, "a", "12");
        sync(root, "a");
        assertThat(outcomes()).containsExactlyInAnyOrder("", "a=12");

        root.sync();
        assertThat(outcomes()).containsExactly("a=12");
    }

    @Test
    void a_sync_of_the_directory_does_nothing_for_content() throws DiskFault {
        write(root, "a", "1234");
        root.sync();

        assertThat(outcomes()).containsExactly("a=", "a=12", "a=123", "a=1234", "a=~~~~");
    }

    @Test
    void what_was_synced_stays_and_what_was_appended_may_go() throws DiskFault {
        write(root, "a", "12");
        disk.settle();
        write(root, "a", "34");

        assertThat(outcomes()).containsExactly("a=12", "a=123", "a=1234", "a=12~~");
    }

    @Test
    void each_write_survives_for_itself() throws DiskFault {
        write(root, "a", "");
        disk.settle();
        write(root, "a", "1");
        write(root, "a", "2");

        assertThat(outcomes()).containsExactly("a=", "a=1", "a=12", "a=1~", "a=~", "a=~2", "a=~~");
    }

    @Test
    void a_truncation_survives_or_not() throws DiskFault {
        write(root, "a", "12");
        disk.settle();
        try (OpenFile file = root.open("a", 0, OpenOption.WRITE)) {
            file.truncate(0);
            assertThat(file.write("x".getBytes(UTF_8), 0, 1, 0)).isEqualTo(1);
        }

        assertThat(outcomes()).containsExactly("a=", "a=12", "a=x", "a=x2", "a=~");
    }

    @Test
    void each_name_survives_for_itself() throws DiskFault {
        root.symlink("x", "a");
        root.symlink("y", "b");
        assertThat(disk.survivors().count()).isEqualTo(4);

        root.sync();
        assertThat(disk.survivors().count()).isEqualTo(1);
    }

    @Test
    void the_last_of_the_changes_of_a_name_that_survive_counts() throws DiskFault {
        write(root, "a", "1");
        disk.settle();
        root.unlink("a");
        write(root, "a", "2");
        sync(root, "a");

        assertThat(outcomes()).containsExactly("", "a=1", "a=2");
    }

    @Test
    void a_rename_within_a_directory_is_one_change() throws DiskFault {
        write(root, "a", "new");
        write(root, "b", "old");
        disk.settle();
        root.rename("a", root, "b");

        assertThat(outcomes()).containsExactly("a=new b=old", "b=new");
    }

    @Test
    void a_rename_across_directories_is_two_changes() throws DiskFault {
        write(root, "a", "1");
        root.makeDirectory("d", 0700);
        disk.settle();
        try (Directory below = root.openDirectory("d")) {
            root.rename("a", below, "b");
        }

        assertThat(outcomes()).containsExactly("a=1 d/()", "a=1 d/(b=1)", "d/()", "d/(b=1)");
    }

    @Test
    void a_directory_of_two_names_keeps_one() throws DiskFault {
        root.makeDirectory("d", 0700);
        root.makeDirectory("e", 0700);
        disk.settle();
        try (Directory below = root.openDirectory("d")) {
            root.rename("e", below, "f");
        }

        assertThat(outcomes()).containsExactly("d/()", "d/() e/()", "d/(f/())");
    }

    @Test
    void directories_that_would_hold_each_other_do_not() throws DiskFault {
        root.makeDirectory("a", 0700);
        root.makeDirectory("b", 0700);
        disk.settle();
        try (Directory a = root.openDirectory("a");
                Directory b = root.openDirectory("b")) {
            root.rename("b", a, "b");
            a.rename("b", root, "b");
            root.rename("a", b, "a");
        }

        assertThat(outcomes()).contains("a/() b/()", "b/(a/())", "a/(b/())", "");
    }

    @Test
    void what_is_below_a_lost_name_is_lost_however_it_was_synced() throws DiskFault {
        root.makeDirectory("d", 0700);
        try (Directory below = root.openDirectory("d")) {
            write(below, "a", "1");
            sync(below, "a");
            below.sync();
        }

        assertThat(outcomes()).containsExactly("", "d/(a=1)");
    }

    @Test
    void changed_permissions_survive_or_not() throws DiskFault {
        write(root, "a", "");
        disk.settle();
        root.changePermissions("a", 0400);

        Set<Integer> permissions = new HashSet<>();
        Survivors survivors = disk.survivors();
        for (int choice = 0; choice < survivors.count(); choice++) {
            try (Directory top = survivors.disk(choice, clock).open(Path.of("/"), "")) {
                permissions.add(top.status("a").orElseThrow().permissions());
            }
        }

        assertThat(permissions).containsExactlyInAnyOrder(0600, 0400);
    }

    @Test
    void no_sync_brings_back_what_a_failed_one_dropped() throws DiskFault {
        write(root, "a", "1");
        disk.settle();
        try (OpenFile file = root.open("a", 0, OpenOption.WRITE)) {
            assertThat(file.write("2".getBytes(UTF_8), 0, 1, 0)).isEqualTo(1);
            ((Droppable) file).dropUnsynced();
            file.sync();
            assertThat(outcomes()).containsExactly("a=1", "a=2");
            assertThat(file.write("3".getBytes(UTF_8), 0, 1, 1)).isEqualTo(1);
            file.sync();
        }
        assertThat(outcomes()).containsExactly("a=13", "a=23");

        root.symlink("x", "l");
        ((Droppable) root).dropUnsynced();
        root.sync();
        assertThat(disk.survivors().count()).isEqualTo(4);
    }

    @Test
    void no_two_survivors_have_one_number() throws DiskFault {
        write(root, "a", "1");
        disk.settle();
        FileStatus before = root.status("a").orElseThrow();
        root.unlink("a");
        write(root, "b", "2");
        assertThat(root.status("b").orElseThrow().isSameFile(before))
                .as("the number is taken again at once")
                .isTrue();

        Survivors survivors = disk.survivors();
        for (int choice = 0; choice < survivors.count(); choice++) {
            try (Directory top = survivors.disk(choice, clock).open(Path.of("/"), "")) {
                if (top.status("a").isPresent() && top.status("b").isPresent()) {
                    FileStatus a = top.status("a").orElseThrow();
                    assertThat(top.status("b").orElseThrow().isSameFile(a)).isFalse();
                }
            }
        }
    }

    @Test
    void further_names_of_a_file_survive_for_themselves() throws DiskFault {
        write(root, "a", "1");
        disk.settle();
        root.link("a", "b");
        root.unlink("a");

        assertThat(outcomes()).containsExactly("", "a=1", "a=1 b=1", "b=1");
        Survivors survivors = disk.survivors();
        for (int choice = 0; choice < survivors.count(); choice++) {
            try (Directory top = survivors.disk(choice, clock).open(Path.of("/"), "")) {
                long names = Stream.of("a", "b").filter(n -> isThere(top, n)).count();
                if (names > 0) {
                    FileStatus status = top.status(isThere(top, "a") ? "a" : "b").orElseThrow();
                    assertThat(status.links()).isEqualTo(names);
                }
            }
        }
    }

    private static boolean isThere(Directory directory, String name) {
        try {
            return directory.status(name).isPresent();
        } catch (DiskFault fault) {
            throw new AssertionError(fault);
        }
    }

    @Test
    void a_copy_may_lose_the_same_and_has_nothing_open() throws DiskFault {
        write(root, "a", "1");
        try (OpenFile file = root.open("a", 0, OpenOption.READ)) {
            assertThat(file.tryLock()).isTrue();
            Set<String> mine = outcomes();
            SimDisk copy = disk.copy(clock);

            root.sync();
            write(root, "a", "2");

            assertThat(mine).containsExactly("", "a=", "a=1", "a=~");
            assertThat(copy.survivors().count()).as("2 for the name, 3 for the file").isEqualTo(6);
            try (Directory other = copy.open(Path.of("/"), "");
                    OpenFile same = other.open("a", 0, OpenOption.READ)) {
                assertThat(same.tryLock()).isTrue();
            }
        }
    }

    @Test
    void a_report_says_what_is_lost() throws DiskFault {
        root.symlink("x", "a");
        Survivors survivors = disk.survivors();

        assertThat(survivors.lost(0)).isEqualTo("nothing");
        assertThat(survivors.lost(1)).isEqualTo("/: symlink a");
    }

    @Test
    void too_many_combinations_are_sampled_with_every_departure_of_two() throws DiskFault {
        for (int i = 0; i < 20; i++) {
            root.symlink("x", "l" + i);
        }

        Set<Integer> sizes = new TreeSet<>();
        Set<Set<String>> kept = new HashSet<>();
        Survivors survivors = disk.survivors();
        for (int choice = 0; choice < survivors.count(); choice++) {
            try (Directory top = survivors.disk(choice, clock).open(Path.of("/"), "");
                    Stream<String> names = top.names()) {
                Set<String> left = new TreeSet<>(names.toList());
                sizes.add(left.size());
                kept.add(left);
            }
        }

        assertThat(sizes).contains(0, 1, 2, 10, 18, 19, 20);
        assertThat(kept.stream().filter(s -> s.size() == 18)).hasSizeGreaterThanOrEqualTo(190);
        assertThat(kept.stream().filter(s -> s.size() == 2)).hasSizeGreaterThanOrEqualTo(190);
        assertThat(kept).hasSizeGreaterThan(1_000);
    }
}
