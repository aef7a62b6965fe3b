package dev.belay.app.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.SimHost;
import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class InstalledTreeTest {
    private static final Path PREFIX = Path.of("/opt/programs");

    private final Disk disk = new SimHost().start("installer").world().disk();
    private final InstalledTree tree = new InstalledTree(disk, PREFIX);

    @Test
    void makes_the_prefix_and_what_is_below_it() throws Exception {
        tree.write("share/man/man1/belay.1", "page\n", InstalledTree.FILE);
        tree.write("bin/belay", "program\n", InstalledTree.PROGRAM);

        assertThat(content("share/man/man1", "belay.1")).isEqualTo("page\n");
        assertThat(tree.written()).containsExactly("share/man/man1/belay.1", "bin/belay");
        try (Directory bin = disk.open(PREFIX.resolve("bin"), "bin")) {
            assertThat(bin.status("belay").orElseThrow().permissions()).isEqualTo(0755);
        }
    }

    @Test
    void replaces_what_an_earlier_version_put_there_and_leaves_nothing_beside_it()
            throws Exception {
        tree.write("bin/belay", "old and longer\n", InstalledTree.PROGRAM);
        tree.write("bin/belay", "new\n", InstalledTree.PROGRAM);

        assertThat(content("bin", "belay")).isEqualTo("new\n");
        try (Directory bin = disk.open(PREFIX.resolve("bin"), "bin");
                var names = bin.names()) {
            assertThat(names).containsExactly("belay");
        }
    }

    @Test
    void copies_a_file_longer_than_its_buffer() throws Exception {
        tree.write("from/jar", "0123456789".repeat(20_000), InstalledTree.FILE);
        try (Directory from = disk.open(PREFIX.resolve("from"), "from")) {
            tree.copy(from, "jar", "lib/belay/jar", InstalledTree.FILE);
        }

        assertThat(content("lib/belay", "jar")).isEqualTo("0123456789".repeat(20_000));
    }

    @Test
    void follows_the_links_that_the_owner_of_the_prefix_set() throws Exception {
        tree.write("elsewhere/file", "x\n", InstalledTree.FILE);
        try (Directory prefix = disk.open(PREFIX, "")) {
            prefix.symlink("elsewhere", "bin");
        }

        tree.write("bin/belay", "program\n", InstalledTree.PROGRAM);

        assertThat(content("elsewhere", "belay")).isEqualTo("program\n");
    }

    @Test
    void a_prefix_may_go_up_through_what_is_not_there_yet() throws Exception {
        Path around = PREFIX.resolve("new").resolve("..").resolve(".").resolve("other");

        new InstalledTree(disk, around).write("bin/belay", "x\n", InstalledTree.PROGRAM);

        assertThat(content("other/bin", "belay")).isEqualTo("x\n");
    }

    @Test
    void the_page_is_ascii_as_roff_reads_it() {
        CommandSpec root = CommandSpec.create().name("belay");
        CommandSpec list = CommandSpec.create();
        list.usageMessage().description("Lists\u2026 -x");
        root.addSubcommand("list", list);

        String page = ManualPage.of(new CommandLine(root), "1");

        assertThat(page).contains("Lists\\[u2026] \\-x").matches("(?s)\\p{ASCII}+");
    }

    @Test
    void the_page_and_the_completions_name_each_command_and_no_hidden_one() {
        CommandSpec root = CommandSpec.create().name("belay");
        CommandSpec group = CommandSpec.create();
        group.addSubcommand("list", CommandSpec.create());
        root.addSubcommand("deletion", group);
        CommandSpec hidden = CommandSpec.create();
        hidden.usageMessage().hidden(true);
        root.addSubcommand("secret", hidden);
        CommandLine line = new CommandLine(root);

        List<String> texts =
                List.of(ManualPage.of(line, "1"), Completion.fish(line), Completion.bash(line));

        assertThat(texts).allSatisfy(text -> assertThat(text).contains("deletion", "list"));
        assertThat(ManualPage.of(line, "1") + Completion.fish(line)).doesNotContain("secret");
    }

    private String content(String directory, String name) throws IOException {
        try (Directory at = disk.open(PREFIX.resolve(directory), directory);
                OpenFile file = at.open(name, 0, OpenOption.READ)) {
            byte[] bytes = new byte[(int) file.status().sizeBytes()];
            file.read(bytes, 0, bytes.length, 0);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
