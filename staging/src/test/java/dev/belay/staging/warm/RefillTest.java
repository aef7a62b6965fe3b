package dev.belay.staging.warm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.explore.Budget;
import dev.belay.staging.seal.Sealing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// After any edits of the working tree, and whatever a command did to the copy, it is what a fresh
/// one would be.
class RefillTest {
    private static final String MAKING =
            """
            mkdir -p dir/sub other
            for i in 1 2 3 4 5 6; do echo $i > dir/$i.txt; echo $i > dir/sub/$i.txt; done
            echo x > other/x; echo '#!' > run; chmod +x run; ln -s dir/1.txt link
            printf '*.o\\n/ignored/\\n' > .gitignore
            git add -A; git commit -qm two
            echo dirty > dir/2.txt; echo new > 'not tracked.txt'; rm dir/3.txt
            """;

    @TempDir private Path directory;
    private WarmTree tree;

    @BeforeEach
    void make() throws IOException {
        tree = new WarmTree(directory);
        tree.inTree(MAKING);
    }

    @AfterEach
    void close() {
        tree.close();
    }

    @Test
    void the_first_fill_is_a_cold_copy() throws IOException {
        tree.refill();

        tree.assertLike(tree.cold());
        assertThat(tree.notes).isEmpty();
    }

    @Test
    void what_did_not_change_stays_the_same_file() throws IOException {
        tree.refill();
        Map<String, String> before = stats();
        tree.inTree("echo changed > dir/1.txt; echo more > dir/more.txt");

        tree.refill();

        tree.assertLike(tree.cold());
        Map<String, String> after = stats();
        Map<String, String> same = new TreeMap<>(after);
        same.entrySet().retainAll(before.entrySet());
        assertThat(after.keySet())
                .filteredOn(path -> !same.containsKey(path) && !path.contains(".git"))
                .containsExactlyInAnyOrder("dir/1.txt", "dir/more.txt");
    }

    @Test
    void nothing_is_written_when_nothing_changed() throws IOException {
        tree.refill();
        tree.awaitTick();
        tree.refill();
        tree.awaitTick();
        tree.refill();
        Map<String, String> before = stats();
        Object index = Files.getAttribute(tree.index(), "unix:ctime");

        tree.refill();

        assertThat(stats()).isEqualTo(before);
        assertThat(Files.getAttribute(tree.index(), "unix:ctime")).isEqualTo(index);
        tree.assertLike(tree.cold());
    }

    /// Each kind of thing that a command may do to its copy.
    private static final List<String> TAMPERING =
            List.of(
                    """
                    echo product > made.o; mkdir -p ignored/deep; echo x > ignored/deep/x
                    echo other > dir/1.txt; rm dir/sub/2.txt; rm -r other
                    touch -r dir/4.txt ../../m; printf '9\\n' > dir/4.txt
                    touch -r ../../m dir/4.txt; rm ../../m
                    chmod +x dir/6.txt; chmod 600 run; echo more > ../more; mkdir ../links
                    rm link; ln -s /etc/passwd link; mkfifo dir/pipe dir/sub/7
                    git status > /dev/null
                    """,
                    """
                    chmod 700 dir; chmod 755 .; chmod 000 other; chmod 0 dir/5.txt
                    ln dir/1.txt ../outside; echo through > ../outside; rm ../outside
                    ln dir/2.txt dir/hard.txt
                    mv dir/4.txt x; mv dir/6.txt dir/4.txt; mv x dir/6.txt
                    git add -A; git commit -qm mine --author 'a <a@example.invalid>'
                    """,
                    """
                    mv dir x; mv other dir; mv x other
                    git checkout -q -b other; git tag t; git gc -q
                    """,
                    """
                    cp -a dir x; rm -r dir; mv x dir; rm run; ln -s /etc run
                    git config core.fsmonitor /bin/false; mkdir .git/hooks
                    echo '#!' > .git/hooks/post-index-change; chmod 700 .git
                    """,
                    """
                    mkdir ../away; mv dir ../away/dir; ln -s ../away/dir dir
                    rm -r other; echo file > other; rm -r .git; echo 'gitdir: /etc' > .git
                    """,
                    """
                    rm dir/1.txt; mkdir dir/1.txt; echo y > dir/1.txt/y
                    chmod -R u+w .git; for i in .git/objects/pack/*.pack; do echo x >> $i; done
                    """,
                    "rm -rf .git/index .git/refs",
                    "rm -r .git ../source; mkdir ../source; echo z > ../source/z",
                    "mv ../source ../elsewhere; ln -s elsewhere ../source",
                    "git update-index --assume-unchanged dir/1.txt; echo no > dir/1.txt");

    private static final String AS_SOMEBODY =
            "export GIT_COMMITTER_NAME=c GIT_COMMITTER_EMAIL=c@d;\n";

    @Test
    void whatever_a_command_did_to_the_copy_is_put_right() throws IOException {
        tree.refill();
        WarmTree.Cold cold = tree.cold();
        for (String script : TAMPERING) {
            tree.inCopy(AS_SOMEBODY + script);

            tree.refill();

            tree.assertLike(cold);
        }
    }

    @Test
    void each_edit_is_noticed() throws IOException {
        tree.refill();
        for (String script :
                List.of(
                        """
                        touch -r dir/1.txt m; printf '8\\n' > dir/1.txt; touch -r m dir/1.txt; rm m
                        chmod +x dir/6.txt; mv dir/4.txt x; mv dir/5.txt dir/4.txt; mv x dir/5.txt
                        rm -r dir/sub; ln -s ../other dir/sub
                        """,
                        """
                        rm dir/sub; mkdir dir/sub; echo fresh > dir/sub/1.txt
                        rm dir/1.txt; mkdir dir/1.txt; echo deep > dir/1.txt/deep
                        """,
                        "git add -A; git commit -qm three",
                        """
                        git mv other another; git rm -q --cached run
                        git update-index --skip-worktree dir/4.txt; rm dir/4.txt
                        """,
                        """
                        git update-index --no-skip-worktree dir/4.txt
                        echo '*.key' > .git/info/exclude; echo k > a.key
                        """,
                        "git reset -q --hard",
                        "git clean -qfdx")) {
            tree.inTree(script);

            tree.refill();

            tree.assertLike(tree.cold());
        }
    }

    @Test
    void a_copy_changes_between_having_a_repository_a_history_and_none() throws IOException {
        for (Sealing.Options options :
                List.of(
                        new Sealing.Options("HEAD", true, 1),
                        new Sealing.Options("HEAD", false, 0),
                        new Sealing.Options("HEAD~1", true, 0),
                        new Sealing.Options("nothing", true, 0))) {
            tree.options = options;

            tree.refill();

            tree.assertLike(tree.cold());
        }
    }

    @Test
    void an_index_that_is_damaged_or_of_another_copy_is_not_used() throws IOException {
        tree.refill();
        byte[] index = Files.readAllBytes(tree.index());
        Random random = new Random(7);
        for (int round = 0; round < 2; round++) {
            byte[] damaged = index.clone();
            damaged[random.nextInt(index.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(tree.index(), damaged);
            Map<String, String> before = stats();

            tree.refill();

            assertThat(tree.notes).hasSize(1);
            assertThat(stats().get("dir/1.txt")).isNotEqualTo(before.get("dir/1.txt"));
        }
        for (int length : List.of(0, index.length - 1)) {
            Files.write(tree.index(), Arrays.copyOf(index, length));
            tree.refill();
            assertThat(tree.notes).hasSize(1);
        }
        Path second = Files.createDirectory(directory.resolve("second"));
        try (WarmTree other = new WarmTree(second)) {
            other.refill();
            Files.write(tree.index(), Files.readAllBytes(other.index()));
        }
        tree.refill();
        assertThat(tree.notes).hasSize(1);
        tree.assertLike(tree.cold());
    }

    @Test
    void random_edits_and_random_damage_leave_what_a_cold_copy_has() throws IOException {
        int rounds = Budget.current().of(4, 200);
        Random random = new Random(11);
        for (int round = 0; round < rounds; round++) {
            for (int i = random.nextInt(6); i > 0; i--) {
                tree.inTree(edit(random));
            }

            tree.refill();

            tree.assertLike(tree.cold());
            for (int i = random.nextInt(4); i > 0; i--) {
                tree.inCopy(edit(random));
            }
        }
    }

    private static String edit(Random random) {
        String path = List.of("dir/", "dir/sub/", "other/", "").get(random.nextInt(4));
        String name = path + "f" + random.nextInt(8);
        String directory = "d" + random.nextInt(3);
        return switch (random.nextInt(9)) {
            case 0, 1 ->
                    "mkdir -p ./"
                            + path
                            + "; rm -rf "
                            + name
                            + "; echo "
                            + random.nextInt(3)
                            + " > "
                            + name;
            case 2 -> "rm -rf " + name;
            case 3 ->
                    "test ! -f "
                            + name
                            + " || chmod "
                            + (random.nextBoolean() ? "+x " : "-x ")
                            + name;
            case 4 -> "mkdir -p " + directory + "; echo x > " + directory + "/x";
            case 5 -> "rm -rf " + directory + "; ln -s other " + directory;
            case 6 -> "rm -rf " + directory;
            case 7 -> "git add -A 2>/dev/null || true";
            default -> "test ! -f dir/f1 || { test -d other && mv dir/f1 other/f1; } || true";
        };
    }

    private Map<String, String> stats() throws IOException {
        Map<String, String> stats = new HashMap<>();
        try (Stream<Path> walk = Files.walk(tree.copy())) {
            for (Path path : walk.toList()) {
                if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    Map<String, Object> all =
                            Files.readAttributes(path, "unix:ino,ctime", LinkOption.NOFOLLOW_LINKS);
                    stats.put(tree.copy().relativize(path).toString(), all.toString());
                }
            }
        }
        return stats;
    }
}
