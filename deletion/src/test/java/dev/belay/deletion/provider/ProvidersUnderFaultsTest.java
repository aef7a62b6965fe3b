package dev.belay.deletion.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.ComputerProvider;
import dev.belay.deletion.ComputerProvider.Absent;
import dev.belay.deletion.ComputerProvider.Live;
import dev.belay.deletion.ComputerProvider.Refused;
import dev.belay.deletion.ComputerProvider.Unknown;
import dev.belay.deletion.OperationId;
import dev.belay.simulators.DeleteSeen;
import dev.belay.simulators.DeleteSeen.Outcome;
import dev.belay.simulators.FakeBoat;
import dev.belay.simulators.FakeBoatOptions;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What every provider makes of answers that fail it, over real sockets.
@ParameterizedClass
@EnumSource(Subject.class)
class ProvidersUnderFaultsTest {
    private static final BoxId BOX = new BoxId("bx_23456789");
    private static final BoxId OTHER_BOX = new BoxId("bx_2345678a");
    private static final int BODY_BYTES_MAX = 65_536;
    private static final Limits SHORT = new Limits(Duration.ofMillis(80), BODY_BYTES_MAX);

    private final Subject subject;
    private final FakeBoat boat;
    private ComputerProvider provider;

    ProvidersUnderFaultsTest(Subject subject) throws IOException {
        World world = LocalWorld.create();
        this.subject = subject;
        this.boat = FakeBoat.start(FakeBoatOptions.USUAL, world.clock(), world.waiting());
        this.provider = subject.at(boat, Limits.USUAL);
    }

    @AfterEach
    void stop() {
        boat.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 410})
    void takes_404_and_410_in_the_providers_own_form_for_absence(int status) {
        boat.fail("* * x3 status=" + status);

        assertThat(provider.delete(BOX)).isEqualTo(new Absent(status));
        assertThat(provider.read(BOX)).isEqualTo(new Absent(status));
        assertThat(provider.operation(new OperationId("bdop_" + "0".repeat(32)), BOX))
                .isEqualTo(new Absent(status));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "html",
                "empty",
                "garbage",
                "message=not-found-or-you-lack-access",
                "code=access_denied",
                "code=route_not_found",
                "body={\"error\":\"not found, or you lack access\"}",
                "body={\"message\":\"no Route matched with those values\"}",
                "body={\"statusCode\":404,\"error\":\"Not Found\",\"message\":\"Not Found\"}",
                "body=[]",
                "body={\"ok\":true}"
            })
    void takes_no_other_404_for_absence(String fault) {
        boat.fail("* * x2 status=404 " + fault);

        assertThat(provider.delete(BOX)).isInstanceOf(Unknown.class);
        assertThat(provider.read(BOX)).isInstanceOf(Unknown.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 304, 307, 308, 408, 425, 429, 500, 502, 503, 504, 599})
    void learns_nothing_from_a_redirect_a_limit_or_a_fault_of_the_server(int status) {
        boat.fail("* * x2 status=" + status);

        assertThat(provider.delete(BOX)).isInstanceOf(Unknown.class);
        assertThat(provider.read(BOX)).isInstanceOf(Unknown.class);
        assertThat(provider.read(BOX)).isEqualTo(new Live("web-1"));
    }

    @Test
    void follows_no_redirect_even_to_a_place_that_would_answer() {
        URI elsewhere = boat.base(subject.form());
        boat.fail("* * x2 redirect=" + elsewhere + subject.computer(OTHER_BOX.value()));

        assertThat(provider.delete(BOX)).isInstanceOf(Unknown.class);
        assertThat(provider.read(BOX)).isInstanceOf(Unknown.class);
        assertThat(boat.requests("DELETE", subject.computer(OTHER_BOX.value()))).isZero();
        assertThat(boat.requests("GET", subject.computer(OTHER_BOX.value()))).isZero();
    }

    @ParameterizedTest
    @CsvSource({"retry-after=7, 7", "retry-after=date:60, 60"})
    void passes_on_how_long_it_is_asked_to_wait(String fault, long seconds) {
        boat.fail("* * x2 status=429 " + fault);

        Duration asked = retryAfter(provider.delete(BOX)).orElseThrow();
        assertThat(asked).isBetween(Duration.ofSeconds(seconds - 2), Duration.ofSeconds(seconds));
        assertThat(retryAfter(provider.read(BOX))).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "400, invalid_input",
        "401, unauthorized",
        "402, billing_required",
        "403, forbidden",
        "409, operation_in_progress",
        "418, teapot"
    })
    void passes_on_what_the_provider_refuses(int status, String code) {
        boat.fail("* * x2 status=" + status + " code=" + code + " message=No");

        Refused refused = new Refused(status, code, "No");
        assertThat(provider.delete(BOX)).isEqualTo(refused);
        assertThat(provider.read(BOX)).isEqualTo(refused);
        assertThat(boat.requests("DELETE", subject.computer(BOX.value()))).isEqualTo(1);
    }

    @Test
    void is_refused_with_a_token_that_the_provider_does_not_know() {
        ComputerProvider stranger =
                subject.at(boat.base(subject.form()), "box_stranger", Limits.USUAL);

        assertThat(stranger.read(BOX))
                .asInstanceOf(InstanceOfAssertFactories.type(Refused.class))
                .extracting(Refused::status)
                .isEqualTo(401);
    }

    @Test
    void shows_nothing_of_a_page_and_nothing_of_the_token() {
        boat.fail("DELETE * html status=403; DELETE * status=403 message=" + FakeBoat.TOKEN);
        boat.fail("DELETE * html status=500; DELETE * drop-before");

        assertThat(provider.delete(BOX)).isEqualTo(new Refused(403, "", ""));
        for (int i = 0; i < 3; i++) {
            assertThat(provider.delete(BOX).toString())
                    .doesNotContain("<", "gateway", FakeBoat.TOKEN, "127.0.0.1");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "drop-before, LOST",
        "drop-after, ACCEPTED",
        "truncated, ACCEPTED",
        "huge=70000, ACCEPTED"
    })
    void does_not_know_whether_a_lost_answer_was_an_acceptance(String fault, Outcome truth) {
        provider = subject.at(boat, new Limits(Limits.USUAL.exchange(), BODY_BYTES_MAX));
        boat.fail("DELETE * " + fault);

        assertThat(provider.delete(BOX)).isInstanceOf(Unknown.class);

        assertThat(boat.requests("DELETE", subject.computer(BOX.value()))).isEqualTo(1);
        assertThat(boat.deletes()).extracting(DeleteSeen::outcome).containsExactly(truth);
    }

    @ParameterizedTest
    @ValueSource(strings = {"latency=9s", "slow=9s"})
    void does_not_know_what_becomes_of_a_request_that_takes_too_long(String fault) {
        provider = subject.at(boat, SHORT);
        boat.fail("DELETE * " + fault);

        assertThat(provider.delete(BOX))
                .isEqualTo(new Unknown("the provider: no whole answer in 80 ms", Optional.empty()));
    }

    @Test
    void finds_what_became_of_a_lost_acceptance_by_reading_the_computer() {
        boat.fail("DELETE * drop-after");

        assertThat(provider.delete(BOX)).isInstanceOf(Unknown.class);
        assertThat(provider.read(BOX)).isEqualTo(new Live("web-1"));
        assertThat(provider.read(BOX)).isEqualTo(new Absent(404));
    }

    @ParameterizedTest
    @ValueSource(strings = {"latency=9s", "slow=9s", "huge=70000", "truncated"})
    void learns_nothing_from_a_read_without_a_whole_answer(String fault) {
        provider = subject.at(boat, SHORT);
        boat.fail("GET * x9 " + fault);

        assertThat(provider.read(BOX)).isInstanceOf(Unknown.class);
    }

    @Test
    void learns_nothing_where_nobody_answers() {
        URI base = boat.base(subject.form());
        boat.close();

        assertThat(subject.at(base, FakeBoat.TOKEN, Limits.USUAL).delete(BOX))
                .isEqualTo(
                        new Unknown("the provider: no connection could be made", Optional.empty()));
    }

    @Test
    void learns_nothing_where_no_private_connection_can_be_made() throws Exception {
        HttpsServer server =
                HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        // A server without a certificate cannot agree with anyone.
        server.setHttpsConfigurator(new HttpsConfigurator(SSLContext.getDefault()));
        server.start();
        URI base = URI.create("https://127.0.0.1:" + server.getAddress().getPort());

        ComputerProvider.DeleteAnswer answer =
                subject.at(base, FakeBoat.TOKEN, Limits.USUAL).delete(BOX);
        server.stop(0);

        assertThat(answer)
                .isEqualTo(
                        new Unknown("the provider: the TLS connection failed", Optional.empty()));
    }

    private static Optional<Duration> retryAfter(Object answer) {
        return ((Unknown) answer).retryAfter();
    }
}
