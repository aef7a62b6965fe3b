package dev.belay.app.cli.staging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.staging.RealCheckout.Ran;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What the real program says of a real disk.
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class DuProcessTest {
    @TempDir Path directory;

    @Test
    void what_each_thing_takes_is_what_du_says_and_what_would_free_it_does() throws Exception {
        RealCheckout checkout = RealCheckout.in(directory);
        assertThat(checkout.belay("staging", "du").output())
                .isEqualTo("Nothing takes any space.\n");
        checkout.exec("mkdir -p .crabbox/runs; echo out >.crabbox/runs/log", "--mirror");
        Path mirror = checkout.copies().getFirst();
        checkout.exec("head -c 100000 /dev/zero >made; ln made again", "--keep");
        List<Path> copies = checkout.copies();
        Path kept = copies.get(copies.getFirst().equals(mirror) ? 1 : 0);
        Path left = checkout.home.resolve("staging/.belay/tmp/left");
        Files.createDirectories(left);

        Ran ran = checkout.belay("staging", "du", "--json");

        assertThat(ran.code()).as(ran.complaints()).isZero();
        for (Path each : List.of(mirror, kept)) {
            assertThat(diskBytes(ran.output(), RealCheckout.id(each)))
                    .isEqualTo(
                            Long.parseLong(
                                    checkout.shell("du -s -B1 %s | cut -f1".formatted(each))
                                            .strip()));
        }
        assertThat(ran.output())
                .contains("\"kind\":\"mirror\"", "\"freedBy\":\"belay staging mirrors --evict ")
                .contains("\"kind\":\"copy\"", "belay staging recover preserves them")
                .contains("\"kind\":\"leftover\",\"name\":\".belay/tmp/left\"")
                .contains("\"kind\":\"outputs\",\"name\":\"" + checkout.top + "/.crabbox/wrapper-")
                .contains("\"copies\":{\"count\":1,", "\"mirrors\":{\"count\":1,")
                .contains("\"outputs\":{\"count\":1,", "\"leftovers\":{\"count\":1,", "freeBytes");
        assertThat(checkout.belay("staging", "du").output())
                .contains("in all  ", "copies: 1  ", "records: ", "are free on the disk");
        assertThat(checkout.belay("staging", "mirrors", "--evict-idle").code()).isZero();
        assertThat(checkout.belay("staging", "du").output()).doesNotContain("  mirror  ");
    }

    private static long diskBytes(String json, String name) {
        Matcher matcher =
                Pattern.compile("\"name\":\"" + name + "\"[^}]*\"diskBytes\":(\\d+)").matcher(json);
        assertThat(matcher.find()).as(json).isTrue();
        return Long.parseLong(matcher.group(1));
    }
}
