package dev.belay.staging.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActiveFiltersTest {
    private static final List<String> PATHS = List.of("a.txt", "big.bin", ":x.bin");

    @TempDir Path directory;
    private final Map<String, String> environment = new HashMap<>(Repositories.environment());
    private Path repository = Path.of("");

    @BeforeEach
    void make() throws IOException {
        repository = Repositories.create(directory.toRealPath().resolve("r"));
        Repositories.write(repository, ".gitattributes", "*.bin filter=lfs -text\na.txt filter=z");
    }

    private Map<String, String> filters() throws IOException {
        return ActiveFilters.of(Git.create(new LocalPrograms(), environment), repository, PATHS);
    }

    @Test
    void an_attribute_alone_runs_nothing() throws IOException {
        assertThat(filters()).isEmpty();
    }

    @Test
    void a_program_of_the_repository_is_named_with_a_path_and_does_not_run() throws IOException {
        Path mark = directory.resolve("ran");
        Repositories.git(repository, "config", "filter.lfs.clean", "touch " + mark);
        Repositories.git(repository, "config", "filter.unused.smudge", "cat");

        assertThat(filters()).isEqualTo(Map.of("lfs", "big.bin"));
        assertThat(mark).doesNotExist();
    }

    @Test
    void a_program_of_the_user_counts_as_well() throws IOException {
        Path home = Files.createDirectory(directory.resolve("home"));
        Files.writeString(home.resolve(".gitconfig"), "[filter \"lfs\"]\n\tprocess = git-lfs\n");
        environment.put("HOME", home.toString());

        assertThat(filters()).isEqualTo(Map.of("lfs", "big.bin"));
    }
}
