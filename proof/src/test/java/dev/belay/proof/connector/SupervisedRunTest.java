package dev.belay.proof.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Conversation;
import dev.belay.proof.program.DatagramSocket;
import dev.belay.proof.program.Signal;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a real run tells whoever supervises it: systemd by its socket, Prometheus by a page.
@Timeout(240)
class SupervisedRunTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String[] RUN = {"connector", "run", "demo"};

    @TempDir private Path home;

    @BeforeEach
    void a_private_home() throws IOException {
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        configure("");
    }

    private void configure(String more) throws IOException {
        Path files = Files.createDirectories(home.resolve("config/belay/bindings"));
        Files.writeString(
                files.resolve("demo.yaml"),
                "channel: {type: terminal}\nengine: {type: echo}\n" + more);
    }

    @ParameterizedTest
    @ValueSource(strings = {"@belay-test-", "/notify"})
    void systemd_is_told_that_it_is_ready_lives_reloads_and_ends(String kind) throws Exception {
        String address = kind.startsWith("@") ? kind + ProcessHandle.current().pid() : home + kind;
        try (DatagramSocket systemd = new DatagramSocket(address);
                Conversation run =
                        Conversation.start(
                                home,
                                Map.of("NOTIFY_SOCKET", address, "WATCHDOG_USEC", "300000"),
                                RUN)) {
            assertThat(systemd.receive(LIMIT)).contains("READY=1");
            for (int sign = 0; sign < 3; sign++) {
                assertThat(systemd.receive(LIMIT)).contains("WATCHDOG=1");
            }
            Signal.HUP.send(run.pid());
            assertThat(next(systemd)).startsWith("RELOADING=1\nMONOTONIC_USEC=");
            assertThat(next(systemd)).isEqualTo("READY=1");

            Signal.TERM.send(run.pid());

            assertThat(next(systemd)).isEqualTo("STOPPING=1");
            assertThat(run.exit()).isZero();
            List<String> rest = new ArrayList<>();
            systemd.receive(Duration.ofMillis(1)).ifPresent(rest::add);
            assertThat(rest).isSubsetOf("WATCHDOG=1");
        }
    }

    /// It would have ended the start, as a signal does that nobody has asked for.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_request_to_read_the_settings_again_that_comes_too_early_waits() throws Exception {
        try (Conversation before = Conversation.start(home, Map.of(), RUN)) {
            before.endInput();
            assertThat(before.exit()).isZero();
        }
        Path binding = home.resolve("discord/demo");
        try (Directory directory = LocalWorld.create().disk().open(binding, "demo")) {
            hangUpDuringStart(directory.open(".", 0, OpenOption.READ));
        }
        assertThat(Files.readString(binding.resolve("reloads.jsonl"))).contains("applied");
    }

    /// @param lock what a start waits for, until it is closed
    private void hangUpDuringStart(OpenFile lock) throws Exception {
        assertThat(lock.tryLock()).isTrue();
        try (Conversation run = Conversation.start(home, Map.of(), RUN)) {
            ChatPlace.await("a start that waits", () -> waitsForLock(run.pid()));
            Signal.HUP.send(run.pid());
            lock.close();

            run.logged("\"reloaded\"");
            run.endInput();
            assertThat(run.exit()).isZero();
        } finally {
            lock.close();
        }
    }

    private static boolean waitsForLock(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/locks")).stream()
                .anyMatch(line -> line.matches(".* -> FLOCK .* WRITE " + pid + " .*"));
    }

    @Test
    void a_run_from_which_nothing_is_wanted_notices_that_its_lock_is_gone() throws Exception {
        try (Conversation run = Conversation.start(home, Map.of(), RUN)) {
            Path lock = home.resolve("discord/demo/run.lock");
            ChatPlace.await("an owner", () -> Files.exists(lock));
            Files.move(lock, home.resolve("moved-away"));

            assertThat(run.logged("BLY-0015")).contains("run.lock", "no longer ours");
            assertThat(run.exit()).isEqualTo(3);
        }
    }

    /// The next message that is no sign of life.
    private static String next(DatagramSocket systemd) throws IOException {
        String message = systemd.receive(LIMIT).orElseThrow(() -> new IOException("silent"));
        return message.equals("WATCHDOG=1") ? next(systemd) : message;
    }

    /// A run that hangs, or whose process is stopped, gives none: systemd then starts it again.
    @Test
    void no_sign_of_life_comes_from_a_process_that_stands_still() throws Exception {
        String address = home + "/notify";
        try (DatagramSocket systemd = new DatagramSocket(address);
                Conversation run =
                        Conversation.start(
                                home,
                                Map.of("NOTIFY_SOCKET", address, "WATCHDOG_USEC", "300000"),
                                RUN)) {
            assertThat(systemd.receive(LIMIT)).contains("READY=1");
            Signal.freeze(run.pid());
            while (systemd.receive(Duration.ofMillis(1)).isPresent()) {
                // What was said before.
            }
            assertThat(systemd.receive(Duration.ofMillis(600))).isEmpty();
            Signal.CONT.send(run.pid());
            assertThat(systemd.receive(LIMIT)).contains("WATCHDOG=1");
        }
    }

    @Test
    void the_page_of_numbers_counts_and_shows_no_id_and_no_text() throws Exception {
        int port = freePort();
        configure("metrics: {port: %d}\nceilings: {daily: 2}\n".formatted(port));
        try (Conversation run = Conversation.start(home, Map.of(), RUN)) {
            run.type("a-secret-question");
            assertThat(run.answer()).isEqualTo("a-secret-question");
            run.logged("confirmed");
            String id = onlyTurn();

            HttpResponse<String> page = get(port, "GET", "/metrics");

            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Type"))
                    .contains("text/plain; version=0.0.4");
            assertThat(page.body())
                    .contains(
                            "belay_messages_accepted_total 1\n",
                            "belay_questions_total 1\n",
                            "belay_turns_total{outcome=\"answered\"} 1\n",
                            "belay_parts_total{status=\"confirmed\"} 1\n",
                            "belay_braked 0\n",
                            "belay_ceiling_daily 2\n",
                            "belay_ceiling_daily_used 1\n",
                            "belay_answer_seconds_count 1\n")
                    .doesNotContain("secret", "terminal", "demo", id);
            assertThat(page.body().lines())
                    .allMatch(
                            line -> line.matches("# TYPE [a-z_]+ [a-z]+|[a-z_]+(\\{.*})? [0-9.]+"));
            assertThat(get(port, "GET", "/").statusCode()).isEqualTo(404);
            assertThat(get(port, "POST", "/metrics").statusCode()).isEqualTo(404);
            assertThat(listeners(port)).as("addresses of the page").containsOnly("0100007F");
        }
    }

    @Test
    void a_port_that_is_taken_is_refused_with_the_line_of_its_setting() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            configure("metrics: {port: %d}\n".formatted(taken.getLocalPort()));
            try (Conversation run = Conversation.start(home, Map.of(), RUN)) {
                assertThat(run.logged("metrics.port")).contains("demo.yaml:3", "cannot be had");
                assertThat(run.exit()).isEqualTo(2);
            }
        }
        assertThat(home.resolve("discord/demo/run.lock")).doesNotExist();
    }

    private String onlyTurn() throws IOException {
        try (var turns = Files.list(home.resolve("discord/demo/turns"))) {
            return turns.map(turn -> turn.getFileName().toString().replace(".json", ""))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static HttpResponse<String> get(int port, String method, String path)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .timeout(LIMIT)
                            .build();
            return client.send(request, BodyHandlers.ofString());
        }
    }

    /// The addresses, as the kernel writes them, on which somebody listens at a port.
    private static List<String> listeners(int port) throws IOException {
        String end = ":%04X".formatted(port);
        List<String> addresses = new ArrayList<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] words = line.strip().split(" +", -1);
                if (words[1].endsWith(end) && words[3].equals("0A")) {
                    String address = words[1].substring(0, words[1].length() - end.length());
                    // An address of the older kind, written as one of the newer.
                    addresses.add(address.replace("0000000000000000FFFF0000", ""));
                }
            }
        }
        return addresses;
    }
}
