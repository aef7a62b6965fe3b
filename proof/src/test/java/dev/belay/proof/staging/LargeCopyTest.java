package dev.belay.proof.staging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Effort;
import dev.belay.proof.program.Programs;
import dev.belay.proof.program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Copies of many files, and of a large one.
@EnabledOnOs(OS.LINUX)
class LargeCopyTest {
    private static final int FILES = Effort.of(2_000, 100_000);

    /// Deep: more than an `int` counts.
    private static final String LARGE = Effort.isDeep() ? "2200M" : "200M";

    private static final Duration LIMIT = Duration.ofMinutes(8);

    @TempDir private Path scratch;
    private Path repository;

    @BeforeEach
    void make() throws Exception {
        repository = Files.createDirectory(scratch.toRealPath().resolve("r"));
        shell("git init -q -b main; git config user.name t; git config user.email t@x.invalid");
    }

    private void shell(String script) throws IOException, InterruptedException {
        Ran ran = Ran.of(in(List.of("sh", "-ec", script)), Map.of(), LIMIT);
        assertThat(ran.exit()).as(ran.err()).isZero();
    }

    private List<String> in(List<String> command) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && exec \"$@\""));
        words.add(repository.toString());
        words.addAll(command);
        return words;
    }

    private Ran belay(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("--root", scratch.resolve("home") + ""));
        command.addAll(List.of(words));
        return Ran.of(in(Programs.belay(command.toArray(String[]::new))), Map.of(), LIMIT);
    }

    @Test
    void every_one_of_many_files_is_in_the_copy_and_the_proofs_find_each() throws Exception {
        shell(
                "for d in $(seq 100); do mkdir d$d; (cd d$d; seq %d | split -l 1 -a 3 - f); done;"
                                .formatted(FILES / 100)
                        + " git add -A; git commit -qm many");

        Ran run =
                belay(
                        "staging",
                        "exec",
                        "--keep",
                        "--",
                        "sh",
                        "-c",
                        "find d* -type f | wc -l; git status --porcelain | wc -l");

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out().split("\n", -1)).containsExactly("" + FILES, "0", "");
        String id = run.err().replaceAll("(?s).*the copy ([0-9a-f-]{36}) is kept.*", "$1");
        Ran recovered = belay("staging", "recover", id);
        assertThat(recovered.exit()).as(recovered.err()).isZero();
        assertThat(recovered.out())
                .contains("the working tree holds %d of %d files".formatted(FILES, FILES));
    }

    @Test
    void h06_a_large_file_is_copied_piece_by_piece() throws Exception {
        shell("truncate -s %s large; printf end >>large".formatted(LARGE));

        Ran run = belay("staging", "exec", "--no-git", "--", "cmp", "large", repository + "/large");

        assertThat(run.exit()).as(run.err()).isZero();
    }
}
