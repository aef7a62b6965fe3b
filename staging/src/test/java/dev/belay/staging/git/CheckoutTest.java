package dev.belay.staging.git;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckoutTest {
    @TempDir Path directory;
    private Path repository = Path.of("");

    @BeforeEach
    void make() throws IOException {
        directory = directory.toRealPath();
        repository = Repositories.create(directory.resolve("r"));
    }

    private static Checkout checkout(Path inside, Map<String, String> environment)
            throws IOException {
        return Checkout.around(Git.create(new LocalPrograms(), environment), inside);
    }

    private Checkout checkout() throws IOException {
        return checkout(repository, Repositories.environment());
    }

    @Test
    void a_checkout_is_known_from_any_directory_in_it() throws IOException {
        Repositories.write(repository, "deep/er/file", "x");

        Checkout checkout = checkout(repository.resolve("deep/er"), Repositories.environment());

        assertThat(checkout.repository().top()).isEqualTo(repository);
        assertThat(checkout.repository().directory()).isEqualTo(repository.resolve(".git"));
        assertThat(Listing.paths(checkout.untracked())).containsExactly("deep/er/file");
    }

    @Test
    void d04_a_checkout_that_is_reached_through_a_link_is_the_one_that_it_leads_to()
            throws IOException {
        Path alias = Files.createSymbolicLink(directory.resolve("alias"), repository);

        assertThat(checkout(alias, Repositories.environment()).repository())
                .isEqualTo(checkout().repository());
    }

    @Test
    void the_base_is_a_commit_or_there_is_none() throws IOException {
        Path fresh = directory.resolve("fresh");
        Repositories.git(directory, "init", "-q", fresh.toString());

        assertThat(checkout().commit("HEAD").orElseThrow()).matches("[0-9a-f]{40}");
        assertThat(checkout().commit("no-such")).isEmpty();
        assertThat(checkout().commit("HEAD:a.txt")).isEmpty();
        assertThat(checkout(fresh, Repositories.environment()).commit("HEAD")).isEmpty();
    }

    @Test
    void a_revision_stays_what_it_was_when_it_was_first_asked_for() throws IOException {
        Checkout checkout = checkout();
        Optional<String> first = checkout.commit("HEAD");

        Repositories.shell(repository, "git commit -q --allow-empty -m next");

        assertThat(checkout.commit("HEAD")).isEqualTo(first);
        assertThat(checkout().commit("HEAD")).isPresent().isNotEqualTo(first);
    }

    @Test
    void f16_variables_that_aim_git_elsewhere_are_not_obeyed() throws IOException {
        Path other = Repositories.create(directory.resolve("other"));
        Repositories.write(other, "b.txt", "b");
        Map<String, String> environment = new LinkedHashMap<>(Repositories.environment());
        environment.put("GIT_DIR", other.resolve(".git").toString());
        environment.put("GIT_WORK_TREE", other.toString());
        environment.put("GIT_INDEX_FILE", "/nonexistent");
        environment.put("GIT_OBJECT_DIRECTORY", "/tmp");
        environment.put("GIT_CONFIG_COUNT", "1");
        environment.put("GIT_CONFIG_KEY_0", "core.worktree");
        environment.put("GIT_CONFIG_VALUE_0", "/");

        Checkout aimed = checkout(repository, environment);

        assertThat(aimed.repository()).isEqualTo(checkout().repository());
        assertThat(aimed.index()).isEqualTo(checkout().index());
        assertThat(aimed.untracked()).isEmpty();
    }

    @Test
    void f15_no_program_of_the_repository_runs() throws IOException {
        Path ran = directory.resolve("ran");
        String touch = "touch " + ran + "; false";
        Repositories.git(repository, "config", "core.fsmonitor", touch);
        Repositories.git(repository, "config", "core.pager", touch);
        Repositories.git(repository, "config", "filter.x.clean", touch);
        Repositories.write(repository, ".gitattributes", "* filter=x\n");

        Checkout checkout = checkout();
        checkout.index();
        checkout.untracked();
        checkout.tree("HEAD");
        checkout.ignored(List.of("a.txt"));

        assertThat(ran).doesNotExist();
    }

    @Test
    void g01_a_repository_that_names_objects_by_sha_256_is_refused() {
        Path long_ = directory.resolve("long");
        Repositories.git(directory, "init", "-q", "--object-format=sha256", long_.toString());

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> checkout(long_, Repositories.environment()))
                .withMessageContaining("sha256")
                .extracting(Refusal::code)
                .isEqualTo(ErrorCode.SOURCE_UNSUPPORTED);
    }

    @Test
    void g07_another_users_repository_is_refused_unless_the_user_trusts_it() throws IOException {
        assumeTrue(Repositories.shell(directory, "id -u").equals("0\n"), "only root can give away");
        Repositories.shell(repository, "chown -R 65534:65534 .");
        Path home = Files.createDirectory(directory.resolve("home"));
        Map<String, String> environment = new LinkedHashMap<>(Repositories.environment());
        environment.put("HOME", home.toString());

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> checkout(repository, environment))
                .withMessageContaining("belongs to another user");
        Repositories.write(home, ".gitconfig", "[safe]\n\tdirectory = " + repository + "\n");

        assertThat(checkout(repository, environment).index()).isNotEmpty();
    }

    @Test
    void what_the_user_ignores_everywhere_is_ignored_and_no_other_setting_counts()
            throws IOException {
        Path home = Files.createDirectory(directory.resolve("home"));
        Repositories.write(home, "ignored", "*.swp\n");
        Path ran = directory.resolve("ran");
        Repositories.write(
                home,
                ".gitconfig",
                "[core]\n\texcludesFile = %s/ignored\n\tfsmonitor = touch %s\n"
                        .formatted(home, ran));
        Repositories.write(repository, "a.swp", "");
        Repositories.write(repository, "b", "");
        Map<String, String> environment = new LinkedHashMap<>(Repositories.environment());
        environment.put("HOME", home.toString());

        byte[] untracked = checkout(repository, environment).untracked();

        assertThat(new String(untracked, ISO_8859_1)).isEqualTo("b\0");
        assertThat(ran).doesNotExist();
    }

    @Test
    void what_is_no_checkout_is_refused_without_its_path() {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> checkout(directory, Repositories.environment()))
                .withMessageContaining("not in a Git repository")
                .withMessageNotContaining(directory.toString());
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> checkout(repository.resolve(".git"), Repositories.environment()))
                .withMessageContaining("no working tree");
    }

    @Test
    void without_git_the_refusal_says_so() {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> checkout(repository, Map.of("PATH", directory.toString())))
                .withMessageContaining("no program git");
    }

    @Test
    void a_path_with_a_line_end_is_refused() {
        Path odd = Repositories.create(directory.resolve("o\ndd"));

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> checkout(odd, Repositories.environment()))
                .withMessageContaining("line end");
    }

    @Test
    void which_paths_are_ignored_is_asked_by_name_and_not_by_pattern() throws IOException {
        Repositories.write(repository, ".gitignore", "*.log\n");

        assertThat(checkout().ignored(List.of("x.log", "*", ":(top)a.log", "a.txt")))
                .containsExactly("x.log", ":(top)a.log");
        assertThat(checkout().ignored(List.of())).isEmpty();
    }
}
