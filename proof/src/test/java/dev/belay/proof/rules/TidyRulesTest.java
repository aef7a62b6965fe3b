package dev.belay.proof.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.rules.Repository.TextFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each rule complains about what it is for, and about nothing beside it.
class TidyRulesTest {
    private static final TextFile SEALED =
            new TextFile(
                    "a/Side.java",
                    """
                    sealed interface Side {
                        record Left() implements Side {}
                        record Right(int a) implements Side {}
                        record Up() implements Other {}
                    }
                    sealed class Turn permits a.Back, Around {}
                    """);

    @Test
    void a_tidy_file_is_left_in_peace() {
        String text =
                """
                class A {
                    int of(Side side, int a, int b, int c) {
                        return switch (side) {
                            case Left _ -> a;
                            case Right(int d) -> d;
                        };
                    }
                }
                """;

        assertThat(javaComplaints(text)).isEmpty();
        assertThat(TextRules.complaints(java(text))).isEmpty();
    }

    @Test
    void a_method_of_more_than_forty_lines_needs_a_reason() {
        String body = "int a;\n".repeat(39);
        String unsaid = "class A {\nvoid a() {\n" + body + "}\n}";
        String said = "class A {\nvoid a() {\n// Long: a table.\n" + body + "}\n}";
        String endless = "class A {\n// Long: a table.\nvoid a() {\n" + body + body + "}\n}";

        assertThat(javaComplaints(unsaid)).containsExactly("a/A.java:2 a has 41 lines");
        assertThat(javaComplaints(said)).isEmpty();
        assertThat(javaComplaints(endless)).containsExactly("a/A.java:3 a has 80 lines");
    }

    @Test
    void a_method_takes_four_parameters_unless_a_supertype_wants_more() {
        String ours = "class A { void a(int b, int c, int d, int e, int f) {} }";
        String compact = "record A(int a, int b, int c, int d, int e) { A { b(); } }";
        String theirs = "class A { @Override void a(int b, int c, int d, int e, int f) {} }";

        assertThat(javaComplaints(ours)).containsExactly("a/A.java:1 a has 5 parameters");
        assertThat(javaComplaints(theirs)).isEmpty();
        assertThat(javaComplaints(compact)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Left _",
                "Left(int a)",
                "Side.Left l",
                "Right(_) when now()",
                "Back b",
                "Around a"
            })
    void a_switch_over_a_sealed_type_has_no_default(String label) {
        String statement = "switch (o) { case " + label + " -> a(); default -> b(); }";
        String expression = "return switch (o) { case " + label + " -> 1; default -> 2; };";
        String other = "return switch (o) { case Up u -> 1; default -> 2; };";

        assertThat(javaComplaints("class A { void a(Object o) { " + statement + "} }")).hasSize(1);
        assertThat(javaComplaints("class A { int a(Object o) { " + expression + "} }")).hasSize(1);
        assertThat(javaComplaints("class A { int a(Object o) { " + other + "} }")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"import java.util.*;", "import module java.base;"})
    void an_import_names_one_type(String line) {
        assertThat(javaComplaints(line + " class A {}")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"testsThis", "oneword", "should_work_well", "test_of_this"})
    void a_test_is_named_by_its_claim(String name) {
        assertThat(javaComplaints("class A { @Test void " + name + "() {} }")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "// TO" + "DO later",
                "// see /wor" + "k/main",
                "\"/roo" + "t/.m2\"",
                "// https://repo" + ".maven.apache.org/x",
                "/" + "** Old style. */",
                "/// This class is a class.",
                "// int a = 5;",
            })
    void some_words_are_in_no_source(String line) {
        assertThat(TextRules.complaints(java(line))).hasSize(1);
    }

    @Test
    void lines_and_files_are_short() {
        String wide = "/".repeat(101);
        String tall = "\n".repeat(401);

        assertThat(TextRules.complaints(java(wide))).containsExactly("a/A.java:1 has 101 columns");
        assertThat(TextRules.complaints(java(tall))).containsExactly("a/A.java has 401 lines");
    }

    @Test
    void a_package_says_what_it_guarantees_in_ten_lines() {
        String path = "a/package-info.java";

        assertThat(TextRules.complaints(new TextFile("src/main/" + path, "package a;"))).hasSize(1);
        assertThat(TextRules.complaints(new TextFile("src/test/" + path, "package a;"))).isEmpty();
        assertThat(TextRules.complaints(new TextFile(path, "/// A.\n".repeat(11)))).hasSize(1);
        assertThat(TextRules.complaints(new TextFile(path, "/// A.\n".repeat(10)))).isEmpty();
    }

    @Test
    void dead_links_are_found(@TempDir Path root) throws Exception {
        Files.createDirectory(root.resolve("docs"));
        Files.createFile(root.resolve("docs/B.md"));
        TextFile page =
                new TextFile(
                        "docs/A.md",
                        """
                        # One thing, then another
                        [alive](B.md) [alive](#one-thing-then-another) [alive](https://a.example)
                        [dead](C.md) [dead](#two) [dead](B.md#nothing) docs/D.md
                        ```
                        [not a link](E.md)
                        ```
                        """);
        DocumentRules rules = new DocumentRules(new Repository(root, List.of(page)));

        assertThat(rules.complaints(page))
                .containsExactly(
                        "docs/A.md links to C.md",
                        "docs/A.md links to #two",
                        "docs/A.md links to B.md#nothing",
                        "docs/A.md names docs/D.md");
    }

    private static List<String> javaComplaints(String text) {
        return JavaRules.complaints(List.of(java(text), SEALED));
    }

    private static TextFile java(String text) {
        return new TextFile("a/A.java", text);
    }
}
