package dev.belay.proof.seed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.json.JsonObject;
import dev.belay.proof.program.Effort;
import dev.belay.proof.seed.Peer.Answer;
import dev.belay.proof.seed.Peer.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Random calls to the Node program and to Belay, on two directories that are swapped now and then:
/// the same answers, and after every call the same files.
class SeedComparisonTest {
    private static final int SEQUENCES = Effort.of(20, 500);
    private static final int CALLS = 60;
    private static final long START = 1_750_000_000_000L;

    @TempDir private static Path scratch;

    @RegisterExtension private static final Peers PEERS = new Peers();

    @Test
    void random_calls_have_the_same_answers_and_leave_the_same_files() throws IOException {
        long random = Effort.seed(1);
        Map<Difference, Integer> differences = new EnumMap<>(Difference.class);

        for (int i = 0; i < SEQUENCES; i++) {
            compareSequence(random + i, differences);
        }

        assertThat(differences)
                .as("differences that never occurred in " + SEQUENCES + " sequences")
                .containsOnlyKeys(Difference.values());
    }

    private static void compareSequence(long random, Map<Difference, Integer> differences)
            throws IOException {
        SplittableRandom source = new SplittableRandom(random);
        RandomCommands commands = new RandomCommands(source);
        Path seeds = Files.createDirectories(scratch.resolve("a" + random + "/data"));
        Path belays = Files.createDirectories(scratch.resolve("b" + random + "/data"));
        makePrivate(seeds);
        makePrivate(belays);
        Set<String> earlier = new HashSet<>();
        long now = START;

        for (int call = 0; call < CALLS; call++) {
            Command command = commands.next();
            String where = "-Dbelay.seed=" + random + ", call " + call + ": " + command;
            now += commands.milliseconds();
            ask(PEERS.seed(), Command.clock(now), seeds);
            ask(PEERS.belay(), Command.clock(now), belays);
            noteEarlier(command, DirectoryState.of(belays), earlier);
            DirectoryState before = DirectoryState.of(belays);

            Answer seedAnswer = ask(PEERS.seed(), command, seeds);
            Answer belayAnswer = ask(PEERS.belay(), command, belays);

            var step = new Difference.Step(command, seedAnswer, belayAnswer, earlier);
            if (seedAnswer.isLikeThatOf(belayAnswer)) {
                assertThat(DirectoryState.of(belays)).as(where).isEqualTo(DirectoryState.of(seeds));
            } else {
                Optional<Difference> difference = Difference.of(step);
                assertThat(difference).as(where + ": " + step).isPresent();
                assertThat(DirectoryState.of(belays)).as(where).isEqualTo(before);
                differences.merge(difference.get(), 1, Integer::sum);
                copy(belays, seeds);
            }
            if (commands.oneIn(10)) {
                Path swapped = seeds;
                seeds = belays;
                belays = swapped;
            }
        }
    }

    /// Notes what an attempt is bound to that is about to end: prepared anew, or retired.
    private static void noteEarlier(Command command, DirectoryState state, Set<String> earlier) {
        boolean prepares = command.operation().equals("deletion.prepare");
        boolean retires = command.operation().equals("deletion.retire");
        for (JsonObject record : state.records()) {
            boolean blocked = record.string("phase").orElse("").equals("blocked");
            boolean meant = record.string("boxId").equals(command.arguments().string("boxId"));
            if ((prepares && blocked) || (retires && meant)) {
                record.string("operationId").ifPresent(earlier::add);
            }
        }
    }

    private static Answer ask(Peer peer, Command command, Path directory) throws IOException {
        return peer.ask(command, directory).orElseThrow(() -> new IOException("the program ended"));
    }

    private static void makePrivate(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }

    /// Makes the files of `to` those of `from`.
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> stale = Files.list(to)) {
            for (Path file : stale.toList()) {
                Files.delete(file);
            }
        }
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(
                        file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
