package dev.belay.staging.git;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListingTest {
    private static final String ID = "0123456789abcdef0123456789abcdef01234567";

    @Test
    void an_empty_answer_lists_nothing() throws Refusal {
        assertThat(Listing.paths(bytes(""))).isEmpty();
        assertThat(Listing.index(bytes(""))).isEmpty();
        assertThat(Listing.tree(bytes(""))).isEmpty();
    }

    @Test
    void every_byte_of_a_name_but_nul_is_kept() throws Refusal {
        String name = "a\nb\t\"\\ \377\303\244\001";

        assertThat(Listing.paths(bytes(name + "\0" + "dir/\0")))
                .containsExactly("a\nb\t\"\\ \udcff\u00e4\001", "dir/");
    }

    @Test
    void an_index_is_read_with_its_stages_and_what_a_sparse_checkout_skips() throws Refusal {
        String answer =
                "H 100644 "
                        + ID
                        + " 0\ta\tb\0"
                        + "M 100755 "
                        + ID
                        + " 2\tc\0"
                        + "s 120000 "
                        + ID
                        + " 0\td\0"
                        + "h 160000 "
                        + ID
                        + " 0\te\0";

        assertThat(Listing.index(bytes(answer)))
                .containsExactly(
                        new IndexEntry("a\tb", "100644", ID, 0, false),
                        new IndexEntry("c", "100755", ID, 2, false),
                        new IndexEntry("d", "120000", ID, 0, true),
                        new IndexEntry("e", "160000", ID, 0, false));
    }

    @Test
    void a_tree_is_read_with_its_commits_of_other_repositories() throws Refusal {
        String answer = "100644 blob " + ID + "\tx/y\0" + "160000 commit " + ID + "\tsub\0";

        assertThat(Listing.tree(bytes(answer)))
                .containsExactly(
                        new TreeEntry("x/y", "100644", ID), new TreeEntry("sub", "160000", ID));
    }

    @Test
    void what_a_commit_has_and_the_index_has_not_is_read_in_pairs() throws Refusal {
        String zeros = "0".repeat(ID.length());
        String answer =
                ":100644 000000 "
                        + ID
                        + " "
                        + zeros
                        + " D\0a\nb\0"
                        + ":160000 000000 "
                        + ID
                        + " "
                        + zeros
                        + " D\0:sub\0";

        assertThat(Listing.removed(bytes(""))).isEmpty();
        assertThat(Listing.removed(bytes(answer)))
                .containsExactly(
                        new TreeEntry("a\nb", "100644", ID), new TreeEntry(":sub", "160000", ID));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ":100644 000000 ID ZEROS D\0", // No name.
                ":100644 000000 ID ZEROS D\0a", // Cut off.
                ":100644 000000 ID ZEROS D\0\0",
                ":100644 000000 ID ZEROS M\0a\0", // Still there.
                ":100644 100644 ID ZEROS D\0a\0",
                ":100644 000000 ID ID D\0a\0",
                "100644 000000 ID ZEROS D\0a\0",
                "a\0"
            })
    void removals_in_another_form_are_refused(String answer) {
        String whole = answer.replace("ID", ID).replace("ZEROS", "0".repeat(ID.length()));
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> Listing.removed(bytes(whole)))
                .extracting(Refusal::code)
                .isEqualTo(ErrorCode.GIT_FAILED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "H 100644 ID 0\ta", // Cut off.
                "H 100644 ID 0\t\0", // No name.
                "\0",
                "a\0",
                "H 100644 ID 0 a\0",
                "H 100644 ID 4\ta\0",
                "H 10064 ID 0\ta\0",
                "H 100644 ID0123 0\ta\0", // Too long an id.
                "H 100644 0123 0\ta\0",
                "HH 100644 ID 0\ta\0",
                "H  100644 ID 0\ta\0",
                "H 100644 ID 0\ta\0\0", // An empty record.
                "100644 blob ID\ta\0"
            })
    void an_index_in_another_form_is_refused(String answer) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> Listing.index(bytes(answer.replace("ID", ID))))
                .extracting(Refusal::code)
                .isEqualTo(ErrorCode.GIT_FAILED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100644 tree ID\ta\0",
                "100644 blob ID \ta\0",
                "100644 blob ID\ta",
                "100644 blob ID\t\0",
                "H 100644 ID 0\ta\0"
            })
    void a_tree_in_another_form_is_refused(String answer) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> Listing.tree(bytes(answer.replace("ID", ID))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "\0", "a\0\0", "a\0b"})
    void paths_in_another_form_are_refused(String answer) {
        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> Listing.paths(bytes(answer)));
    }

    private static byte[] bytes(String answer) {
        return answer.getBytes(ISO_8859_1);
    }
}
