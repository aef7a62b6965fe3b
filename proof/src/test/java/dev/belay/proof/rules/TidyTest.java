package dev.belay.proof.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.ErrorCode;
import dev.belay.proof.rules.Repository.TextFile;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The whole repository under the rules that `TidyRulesTest` shows to bite.
class TidyTest {
    private final Repository repository = Repository.here();

    @Test
    void java_files_keep_the_limits() {
        var sources = repository.files().stream().filter(TextFile::isJava).toList();

        assertThat(JavaRules.complaints(sources)).isEmpty();
    }

    @Test
    void every_text_keeps_the_limits() {
        assertThat(repository.files()).flatMap(TextRules::complaints).isEmpty();
    }

    @Test
    void every_link_leads_somewhere() {
        DocumentRules rules = new DocumentRules(repository);

        assertThat(repository.files()).flatMap(rules::complaints).isEmpty();
    }

    @Test
    void every_error_code_has_a_page_and_every_page_a_code() {
        assertThat(new DocumentRules(repository).errorPages())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(ErrorCode.values()).map(ErrorCode::id).toList());
    }

    @Test
    void every_package_of_the_product_says_what_it_guarantees() {
        Set<String> packages = new HashSet<>();
        Set<String> described = new HashSet<>();
        for (TextFile file : repository.files()) {
            if (file.path().matches("[a-z]+/src/main/java/dev/.*\\.java")) {
                String directory = file.path().replaceAll("/[^/]*$", "");
                packages.add(directory);
                if (file.path().endsWith("/package-info.java")) {
                    described.add(directory);
                }
            }
        }

        assertThat(described).containsExactlyInAnyOrderElementsOf(packages);
    }
}
