package dev.belay.proof.staging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Effort;
import dev.belay.proof.program.Programs;
import dev.belay.proof.program.Ran;
import dev.belay.staging.discovery.Cursor;
import dev.belay.staging.discovery.Found;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.discovery.Page;
import dev.belay.staging.discovery.Standing;
import dev.belay.staging.discovery.Standing.Status;
import dev.belay.staging.discovery.Sweep;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Kill -9 of real runs in sealed copies, two at a time, while another one goes on.
@EnabledOnOs(OS.LINUX)
class ExecKillTest {
    private static final int KILLS = Effort.of(50, 500);
    private static final int AT_ONCE = 2;
    private static final int KILLED = 137;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long POLL_NANOSECONDS = 1_000_000;
    private static final long EARLY = 500_000_000;
    private static final long LATE = 20_000_000;

    private static final Pattern DIRECTORY = Pattern.compile("\"directory\":\"([^\"]+)\"");
    private static final Pattern NEXT = Pattern.compile("\"nextCursor\":\"([^\"]+)\"");

    /// What its command reads, writes, and leaves; the copy is no longer what it was.
    private static final String SCRIPT =
            "mkdir -p .crabbox/runs; echo %d >.crabbox/runs/n; cat d0/f0 >>d1/f1; rm d3/f3; :";

    /// Says that it is up, waits for a line, and compares its tree with what it was.
    private static final String WATCHING =
            "sum() { find . -path ./.git -prune -o -type f -print | sort | xargs sha1sum; };"
                    + " sum >../before; echo up; read line; sum >../after;"
                    + " mkdir -p .crabbox/runs; cmp ../before ../after"
                    + " && echo same >.crabbox/runs/w";

    @TempDir private Path scratch;

    private final World world = LocalWorld.create();
    private final SplittableRandom random = new SplittableRandom(Effort.seed(1));
    private final Map<Standing, Integer> seen = new EnumMap<>(Standing.class);
    private DirtyCheckout checkout;
    private Path home;
    private Path stagings;

    /// What lay beside the copies before the runs that are to be killed.
    private Set<String> earlier = Set.of();

    private int killed;

    @BeforeEach
    void makeCheckout() throws Exception {
        checkout = new DirtyCheckout(scratch.toRealPath().resolve("r"));
        home = scratch.toRealPath().resolve("home");
        stagings = home.resolve("staging");
    }

    @Test
    void no_work_is_lost_and_no_copy_lost_track_of_through_every_kill() throws Exception {
        Map<String, String> before = checkout.everything();
        Process watching = start(WATCHING);
        try (BufferedReader reader = watching.inputReader(UTF_8);
                Writer writer = watching.outputWriter(UTF_8)) {
            assertThat(reader.readLine()).isEqualTo("up");
            Set<String> live = names();
            assertThat(live).hasSize(1);
            assertThat(end(start(SCRIPT.formatted(-1)))).isZero();
            assertThat(checkout.broughtBack("runs/n")).containsExactly("-1");

            for (int run = 0; run < KILLS; run += AT_ONCE) {
                kill(run);
                assertThat(checkout.everything()).isEqualTo(before);
                assertAccounted(live);
            }
            writer.write("go on\n");
            writer.flush();
            assertThat(watching.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(watching.exitValue()).isZero();
            assertThat(checkout.broughtBack("runs/w")).containsExactly("same");
            assertThat(names()).doesNotContainAnyElementsOf(live);
        }
        assertListedByTheProgram();
        System.out.printf("%d of %d runs were killed; their copies: %s%n", killed, KILLS, seen);
        assertThat(killed).isGreaterThan(KILLS / 3);
        assertThat(seen.keySet()).contains(Standing.INCOMPLETE, Standing.WRITERS_UNSETTLED);
    }

    /// Starts runs, and kills each shortly after it has come to some point.
    private void kill(int first) throws Exception {
        List<Process> runs = new ArrayList<>();
        earlier = Set.copyOf(listed(stagings.resolve(".belay")));
        for (int run = first; run < first + AT_ONCE; run++) {
            runs.add(start(SCRIPT.formatted(run)));
        }
        for (int i = 0; i < runs.size(); i++) {
            Point point = Point.values()[(first + i) % Point.values().length];
            while (runs.get(i).isAlive() && !hasCome(runs.get(i), point)) {
                LockSupport.parkNanos(POLL_NANOSECONDS);
            }
            LockSupport.parkNanos(random.nextLong(point == Point.STARTED ? EARLY : LATE));
            runs.get(i).destroyForcibly();
            int code = end(runs.get(i));
            String mark = Integer.toString(first + i);
            if (code == KILLED) {
                killed++;
            } else {
                assertThat(code).as(() -> complaints(mark)).isZero();
                assertThat(checkout.broughtBack("runs/n")).containsOnlyOnce(mark);
            }
        }
    }

    /// How far a run has come, by what is in its copy.
    private enum Point {
        STARTED(""),
        COPYING("payload/source"),
        SEALED("manifest.json"),
        RUNNING("payload/source/.crabbox/runs/n"),
        PRESERVED("artifacts-");

        private final String sign;

        Point(String sign) {
            this.sign = sign;
        }
    }

    private boolean hasCome(Process run, Point point) throws IOException {
        if (point == Point.STARTED) {
            return true;
        }
        Path copy = copyOf(run);
        return point == Point.PRESERVED
                ? listed(copy).stream().anyMatch(name -> name.startsWith(point.sign))
                : Files.exists(copy.resolve(point.sign));
    }

    /// Where a run makes its copy, by the number of its owner; a path of nothing before it does.
    private Path copyOf(Process run) throws IOException {
        Path own = stagings.resolve(".belay");
        for (String name : listed(own)) {
            if (name.endsWith(".json") && !earlier.contains(name)) {
                try {
                    String owner = "\"owner\":{\"pid\":%d,".formatted(run.pid());
                    if (Files.readString(own.resolve(name)).contains(owner)) {
                        String id = name.substring(0, name.length() - ".json".length());
                        return stagings.resolve(new StagingId(id).directory());
                    }
                } catch (NoSuchFileException _) {
                    // Another run was done with its copy just then.
                }
            }
        }
        return scratch.resolve("nothing");
    }

    /// Each copy that is there is told of, has a receipt that counts, and is active only while its
    /// owner is alive.
    private void assertAccounted(Set<String> live) throws IOException {
        Map<String, Standing> told = new TreeMap<>();
        try (Directory directory = world.disk().open(stagings, "staging")) {
            Sweep sweep = Sweep.start(directory, new Owners(world, Set.of()), world.clock(), null);
            Page page;
            do {
                page = sweep.next();
                for (Found found : page.entries()) {
                    told.put(found.directory(), found.standing());
                    seen.merge(found.standing(), 1, Integer::sum);
                }
            } while (page.position().isPresent());
        }
        assertThat(told.keySet()).isEqualTo(names());
        assertThat(told).doesNotContainValue(Standing.UNKNOWN);
        told.forEach((name, standing) ->
                assertThat(standing.status() == Status.ACTIVE)
                        .as(name + " " + standing)
                        .isEqualTo(live.contains(name)));
    }

    /// All pages together, each as long as it takes on this machine.
    private void assertListedByTheProgram() throws Exception {
        Set<String> told = new TreeSet<>();
        String after = "";
        do {
            List<String> words =
                    new ArrayList<>(
                            Programs.belay(
                                    "--root", home.toString(), "staging", "inspect", "--json"));
            if (!after.isEmpty()) {
                words.addAll(List.of("--after", after));
            }
            Ran ran = Ran.of(words, Map.of(), LIMIT);
            assertThat(ran.exit()).isZero();
            DIRECTORY.matcher(ran.out()).results().forEach(found -> told.add(found.group(1)));
            after = NEXT.matcher(ran.out()).results().map(it -> it.group(1)).findAny().orElse("");
        } while (!after.isEmpty());
        assertThat(told).isEqualTo(names());
    }

    private Process start(String script) throws IOException {
        List<String> command =
                new ArrayList<>(Programs.belay("--root", home.toString(), "staging", "exec", "--"));
        command.addAll(List.of("sh", "-c", script));
        return new ProcessBuilder(command)
                .directory(checkout.top.toFile())
                .redirectError(scratch.resolve("complaints").toFile())
                .start();
    }

    private static int end(Process run) throws InterruptedException {
        assertThat(run.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return run.exitValue();
    }

    private String complaints(String run) {
        try {
            return "run %s: %s".formatted(run, Files.readString(scratch.resolve("complaints")));
        } catch (IOException e) {
            return run;
        }
    }

    /// The directories of the copies that are there.
    private Set<String> names() throws IOException {
        return listed(stagings).stream()
                .filter(name -> name.startsWith(StagingId.PREFIX))
                .filter(name -> !name.equals(Cursor.DIRECTORY))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> listed(Path directory) throws IOException {
        try (Stream<Path> listed = Files.list(directory)) {
            return listed.map(path -> path.getFileName().toString()).toList();
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }
}
