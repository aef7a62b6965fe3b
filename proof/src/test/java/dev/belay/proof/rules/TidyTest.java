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
    /// Files that do not keep the limits yet. The list may only become shorter.
    private static final Set<String> OVERDUE =
            Set.of(
                    "app/src/test/java/dev/belay/app/root/DataRootTest.java",
                    "app/src/main/java/dev/belay/app/config/Keys.java",
                    "app/src/main/java/dev/belay/app/config/ConfigurationPage.java",
                    "app/src/main/java/dev/belay/app/cli/audit/AuditVerifyCommand.java",
                    "app/src/main/java/dev/belay/app/cli/custody/ExplainCommand.java",
                    "app/src/main/java/dev/belay/app/cli/deletion/ResolveCommand.java",
                    "core/src/main/java/dev/belay/core/lock/record/Candidate.java",
                    "core/src/test/java/dev/belay/core/file/PrivateDirectoryTest.java",
                    "core/src/test/java/dev/belay/core/json/JsonTextTest.java",
                    "deletion/src/test/java/dev/belay/deletion/TransitionsTest.java",
                    "deletion/src/test/java/dev/belay/deletion/custody/DeletionsTest.java",
                    "deletion/src/test/java/dev/belay/deletion/custody/FollowingTest.java",
                    "deletion/src/test/java/dev/belay/deletion/journal/DefectsTest.java",
                    "deletion/src/test/java/dev/belay/deletion/journal/DeletionFormatTest.java");

    private final Repository repository = Repository.here();

    @Test
    void java_files_keep_the_limits() {
        var sources = repository.files().stream().filter(TextFile::isJava).toList();

        assertThat(JavaRules.complaints(sources)).filteredOn(TidyTest::isDue).isEmpty();
    }

    @Test
    void every_text_keeps_the_limits() {
        assertThat(repository.files())
                .flatMap(TextRules::complaints)
                .filteredOn(complaint -> isDue(complaint.toString()))
                .isEmpty();
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

    private static boolean isDue(String complaint) {
        return OVERDUE.stream().noneMatch(complaint::startsWith);
    }
}
