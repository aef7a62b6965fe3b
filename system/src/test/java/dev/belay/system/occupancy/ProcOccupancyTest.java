package dev.belay.system.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.system.local.LocalWorld;
import dev.belay.system.occupancy.Occupancy.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real processes that use a tree, and one that does not.
class ProcOccupancyTest {
    private static final long USER = LocalWorld.create().processes().ownUser();

    @TempDir private Path scratch;
    private Path top;
    private Path file;

    @BeforeEach
    void make() throws IOException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "there is no /proc");
        top = scratch.resolve("copy");
        file = top.resolve("payload/file");
        Files.createDirectories(top.resolve("payload"));
        Files.writeString(file, "text");
    }

    private static Optional<Use> use(Path top) throws IOException {
        long device = (long) Files.getAttribute(top, "unix:dev");
        Set<Long> inodes = Set.of((long) Files.getAttribute(top, "unix:ino"));
        return LocalWorld.occupancy().of(new Occupancy.Tree(top, device, inodes, Instant.now()));
    }

    /// Asks while a process has begun and waits for its input, and when it has ended.
    private void assertFound(Process process, Path top, boolean isFound) throws Exception {
        try {
            assertThat(use(top).map(Use::pid))
                    .isEqualTo(isFound ? Optional.of(process.pid()) : Optional.empty());
            assertThat(use(top).stream()).allMatch(Use::isCertain);
        } finally {
            process.outputWriter().close();
            process.waitFor();
        }
        assertThat(use(top)).isEmpty();
    }

    /// A shell that has come to the end of a script, and waits.
    private static Process shell(Path directory, String script) throws IOException {
        Process shell =
                new ProcessBuilder("sh", "-c", script + "; echo; read x")
                        .directory(directory.toFile())
                        .start();
        assertThat(shell.inputReader().readLine()).isEmpty();
        return shell;
    }

    @Test
    void a_process_that_works_in_the_tree_is_found() throws Exception {
        assertFound(shell(top.resolve("payload"), ":"), top, true);
    }

    @Test
    void a_process_that_has_a_file_open_is_found() throws Exception {
        assertFound(shell(scratch, "exec 3< copy/payload/file"), top, true);
    }

    @Test
    void a_process_that_has_a_file_open_is_found_where_the_tree_was_moved() throws Exception {
        Process shell = shell(scratch, "exec 3< copy/payload/file; mv copy moved");

        assertFound(shell, scratch.resolve("moved"), true);
    }

    @Test
    void a_process_that_runs_a_program_of_the_tree_is_found() throws Exception {
        Path program = top.resolve("payload/program");
        Files.copy(Path.of("/bin/cat"), program);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Process process =
                new ProcessBuilder(program.toString()).directory(scratch.toFile()).start();

        assertFound(process, top, true);
    }

    @Test
    void a_process_whose_place_only_begins_alike_is_none() throws Exception {
        Path other = Files.createDirectories(scratch.resolve("copy-of-another"));

        assertFound(shell(other, ":"), top, false);
    }

    @Test
    void a_process_that_cannot_be_looked_into_counts_when_it_is_young_and_ours()
            throws IOException {
        Path proc = Files.createDirectories(scratch.resolve("proc"));
        Files.createDirectories(proc.resolve("7/ns"));
        Files.createSymbolicLink(proc.resolve("7/ns/mnt"), Path.of("mnt:[1]"));
        Files.createSymbolicLink(proc.resolve("self"), Path.of("7"));
        Files.writeString(proc.resolve("uptime"), "1000.00 900.00\n");
        Path closed = Files.createDirectories(proc.resolve("8"));
        Files.writeString(closed.resolve("status"), status(USER));
        Files.writeString(closed.resolve("stat"), "8 (a) b) S" + " 0".repeat(18) + " 40000 0");
        ProcOccupancy occupancy = new ProcOccupancy(proc, USER);
        Instant start = Instant.now().minusSeconds(600); // It began 400 s after the boot.

        assertThat(occupancy.of(tree(start.minusSeconds(5))))
                .contains(new Use(8, "cannot be looked into", false));
        assertThat(occupancy.of(tree(start.plusSeconds(300)))).isEmpty();
        Files.writeString(closed.resolve("status"), status(USER + 1));
        assertThat(occupancy.of(tree(start.minusSeconds(5)))).isEmpty();
    }

    private Occupancy.Tree tree(Instant since) {
        return new Occupancy.Tree(top, 1, Set.of(), since);
    }

    private static String status(long user) {
        return "Name:\ta\nUid:\t%1$d\t%1$d\t%1$d\t%1$d\n".formatted(user);
    }
}
