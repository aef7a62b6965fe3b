package dev.belay.proof.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.proof.program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the launcher finds, and what it starts.
@Timeout(120)
class LauncherTest {
    /// Hides the JDKs of this machine, then runs the rest.
    private static final String HIDING =
            "for d in /usr/lib/jvm /opt; do [ ! -d $d ] || mount -t tmpfs tmpfs $d || exit 99;"
                    + " done; exec \"$@\"";

    @TempDir Path place;
    private Checkout checkout;

    @BeforeEach
    void checkout() throws IOException {
        checkout = new Checkout(place);
    }

    @Test
    void the_first_use_builds_and_trains_once_and_says_so_on_stderr_only() throws Exception {
        Ran first = checkout.run("--version");
        Ran second = checkout.run("--version");

        assertThat(first.err()).contains("belay: building", "belay: preparing faster starts");
        assertThat(first.out())
                .startsWith("pid ")
                .endsWith("\n--version\n")
                .doesNotContain("noise");
        assertThat(second.err()).isEmpty();
        assertThat(checkout.count("builds")).isEqualTo(1);
        assertThat(checkout.count("trainings")).isEqualTo(1);
    }

    @Test
    void a_changed_source_is_built_and_never_runs_from_the_cache_of_another() throws Exception {
        String before = cache(checkout.run());
        checkout.change("two");
        String after = cache(checkout.run());

        assertThat(checkout.count("builds")).isEqualTo(2);
        assertThat(checkout.count("trainings")).isEqualTo(2);
        assertThat(after).isNotEqualTo(before);
        assertThat(jar(checkout.run())).hasContent("two");

        checkout.change("one");
        assertThat(cache(checkout.run())).isEqualTo(before);
        assertThat(jar(checkout.run())).hasContent("one");
    }

    @Test
    void a_removed_source_is_a_change() throws Exception {
        Path more = Files.writeString(checkout.home().resolve("app/src/main/source-2"), "more");
        assertThat(jar(checkout.run())).hasContent("onemore");

        Files.delete(more);

        assertThat(jar(checkout.run())).hasContent("one");
    }

    @Test
    void each_jdk_has_a_cache_of_its_own() throws Exception {
        String before = cache(checkout.run());

        checkout.with("BELAY_JAVA_HOME", checkout.jdk("jdk-26", "26").toString());

        assertThat(cache(checkout.run())).isNotEqualTo(before);
        assertThat(checkout.count("builds")).isEqualTo(1);
    }

    @Test
    void a_jdk_that_makes_no_cache_is_asked_once_and_runs_without() throws Exception {
        checkout.tell("no-cache");

        assertThat(checkout.run().err()).contains("makes no AOT cache");
        Ran second = checkout.run("status");

        assertThat(second.err()).isEmpty();
        assertThat(second.out()).endsWith("\nstatus\n").doesNotContain("AOTCache");
        assertThat(checkout.count("trainings")).isEqualTo(1);
    }

    @Test
    void arguments_and_exit_codes_pass_through_to_the_letter() throws Exception {
        Ran ran = checkout.with("STUB_EXIT", "5").run("a b", "", "*", "$HOME", "-x", "--", "'\"");

        assertThat(ran.exit()).isEqualTo(5);
        assertThat(ran.out()).endsWith("\na b\n\n*\n$HOME\n-x\n--\n'\"\n");
    }

    @Test
    void a_directory_that_is_gone_is_told_and_not_left_to_java() throws Exception {
        String script = "mkdir gone; cd gone; rmdir ../gone; exec \"$@\"";
        String launcher = checkout.launcher().toString();

        Ran ran = checkout.run(List.of("sh", "-c", "cd " + place + "; " + script, "sh", launcher));

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).contains("the directory that you are in is gone");
        assertThat(checkout.count("builds")).isZero();
    }

    @Test
    void a_signal_reaches_the_program_which_is_the_launcher_s_own_process() throws Exception {
        checkout.run();
        checkout.tell("wait");
        Process process = checkout.start("status", "--watch");
        try (var out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("pid " + process.pid());
            String line = "";
            while (!"waiting".equals(line)) {
                line = out.readLine();
            }
            process.destroy();

            assertThat(process.waitFor()).isEqualTo(42);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void works_through_links_and_from_anywhere() throws Exception {
        checkout.run();
        Path far = Files.createSymbolicLink(place.resolve("far"), checkout.launcher());
        Path bin = Files.createDirectory(place.resolve("bin dir"));
        Files.createSymbolicLink(bin.resolve("belay"), Path.of("..", "far"));
        String jar = jar(checkout.run()).toString();

        checkout.with("CDPATH", "/:/usr");
        for (String line :
                List.of(
                        "cd / && '%s'".formatted(far),
                        "cd '%s' && ./belay".formatted(bin),
                        "cd '%s' && sh belay".formatted(bin),
                        "cd / && PATH='%s':\"$PATH\" belay".formatted(bin),
                        "cd '%s' && 'check out/belay'".formatted(place))) {
            Ran ran = checkout.run(List.of("sh", "-c", line + " show"));

            assertThat(ran.exit()).as(line + ran.err()).isZero();
            assertThat(ran.out()).as(line).contains("\n" + jar + "\n").endsWith("\nshow\n");
            assertThat(ran.err()).as(line).isEmpty();
        }
    }

    @Test
    void a_wrong_home_is_named_and_no_other_is_taken() throws Exception {
        Ran ran = checkout.with("BELAY_JAVA_HOME", checkout.jdk("old", "17.0.9").toString()).run();

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).startsWith("belay: BELAY_JAVA_HOME is not the home of a JDK 25");
        assertThat(ran.err().lines()).hasSize(1);
    }

    @Test
    void where_java_is_17_a_jdk_25_of_the_usual_places_is_found() throws Exception {
        assumeHiding();
        Path old = checkout.jdk("old", "17.0.9");
        checkout.with("BELAY_JAVA_HOME", "")
                .with("JAVA_HOME", old.toString())
                .with("PATH", old + "/bin:" + checkout.stubs() + ":/usr/bin:/bin:/usr/sbin:/sbin");
        Ran without = hidden("--version");
        assertThat(without.exit()).isEqualTo(1);
        assertThat(without.out()).isEmpty();
        assertThat(without.err())
                .isEqualTo(
                        "belay: no JDK 25 found; install one (for example Temurin 25) or set"
                                + " JAVA_HOME to its directory\n");

        checkout.jdkAt(place.resolve("user/.jdks/temurin-25"), "25.0.3");

        assertThat(hidden("--version").out()).endsWith("\n--version\n");
        assertThat(hidden("--java-home").out())
                .isEqualTo(place.resolve("user/.jdks/temurin-25") + "\n");
    }

    @Test
    void a_jdk_25_that_only_the_path_leads_to_is_found_through_its_links() throws Exception {
        assumeHiding();
        Path jdk = checkout.jdk("somewhere", "25.0.3");
        Path bin = Files.createDirectory(place.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("java"), Path.of("..", "somewhere", "bin", "java"));
        Files.createSymbolicLink(bin.resolve("javac"), jdk.resolve("bin/javac"));
        checkout.with("BELAY_JAVA_HOME", "")
                .with("PATH", bin + ":" + checkout.stubs() + ":/usr/bin:/bin:/usr/sbin:/sbin");

        assertThat(hidden("list").out()).endsWith("\nlist\n");
    }

    @Test
    void who_may_not_write_runs_the_last_build_with_a_cache_of_his_own() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can be another");
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path cache = Files.createDirectory(place.resolve("cache"));
        Files.setAttribute(cache, "unix:uid", 65534);
        Files.setPosixFilePermissions(
                checkout.stubs(), PosixFilePermissions.fromString("rwxrwxrwx"));
        checkout.with("XDG_CACHE_HOME", cache.toString());
        Ran early = asNobody();
        assertThat(early.exit()).isEqualTo(1);
        assertThat(early.err()).matches("belay: not built yet, and .*/dist cannot be written\n");

        checkout.run();
        assertThat(asNobody().exit()).isZero();
        Files.delete(Path.of(cache(checkout.run())));
        Ran second = asNobody();

        assertThat(Path.of(cache(second))).exists().hasParent(cache.resolve("belay"));
        checkout.change("two");
        Ran third = asNobody();
        assertThat(third.err()).contains("sources changed, but").contains("this is the last build");
        assertThat(jar(third)).hasContent("one");
    }

    private Ran asNobody() throws IOException, InterruptedException {
        return checkout.run(
                List.of(
                        "setpriv",
                        "--reuid=65534",
                        "--regid=65534",
                        "--clear-groups",
                        checkout.launcher().toString()));
    }

    private void assumeHiding() throws IOException, InterruptedException {
        Ran ran = checkout.run(List.of("unshare", "-m", "sh", "-c", HIDING, "sh", "true"));
        assumeTrue(ran.exit() == 0, "this user may not hide the JDKs of this machine");
    }

    private Ran hidden(String word) throws IOException, InterruptedException {
        String launcher = checkout.launcher().toString();
        return checkout.run(List.of("unshare", "-m", "sh", "-c", HIDING, "sh", launcher, word));
    }

    private static String cache(Ran ran) {
        String option = "-XX:AOTCache=";
        return ran.out()
                .lines()
                .filter(line -> line.startsWith(option))
                .map(line -> line.substring(option.length()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(ran.toString()));
    }

    private static Path jar(Ran ran) {
        List<String> lines = ran.out().lines().toList();
        return Path.of(lines.get(lines.indexOf("-jar") + 1));
    }
}
