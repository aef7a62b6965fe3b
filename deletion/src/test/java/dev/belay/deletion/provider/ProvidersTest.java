package dev.belay.deletion.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.ComputerProvider;
import dev.belay.deletion.ComputerProvider.Absent;
import dev.belay.deletion.ComputerProvider.Accepted;
import dev.belay.deletion.ComputerProvider.Live;
import dev.belay.deletion.ComputerProvider.Unknown;
import dev.belay.deletion.ComputerProvider.Unusable;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Receipt;
import dev.belay.simulators.DeleteSeen;
import dev.belay.simulators.FakeBoat;
import dev.belay.simulators.FakeBoatOptions;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What every provider takes for a receipt, an operation, and a computer, over real sockets.
@ParameterizedClass
@EnumSource(Subject.class)
class ProvidersTest {
    private static final BoxId BOX = new BoxId("bx_23456789");
    private static final BoxId OTHER_BOX = new BoxId("bx_2345678a");

    private final Subject subject;
    private final FakeBoat boat;
    private final ComputerProvider provider;

    ProvidersTest(Subject subject) throws IOException {
        World world = LocalWorld.create();
        this.subject = subject;
        this.boat = FakeBoat.start(FakeBoatOptions.USUAL, world.clock(), world.waiting());
        this.provider = subject.at(boat, Limits.USUAL);
    }

    @AfterEach
    void stop() {
        boat.close();
    }

    @Test
    void follows_a_deletion_from_its_acceptance_to_its_end() {
        Receipt accepted = accepted(provider.delete(BOX));

        assertThat(accepted.target()).isEqualTo(BOX);
        assertThat(accepted.status()).isEqualTo(OperationStatus.PENDING);
        assertThat(poll(accepted).status()).isEqualTo(OperationStatus.PROCESSING);
        assertThat(poll(accepted))
                .isEqualTo(new Receipt(accepted.operation(), BOX, OperationStatus.COMPLETED));
        assertThat(provider.read(BOX)).isEqualTo(new Absent(404));
        assertThat(provider.delete(BOX)).isEqualTo(new Absent(404));
        assertThat(provider.read(OTHER_BOX)).isEqualTo(new Live("web-2"));
    }

    @Test
    void names_the_computer_once_more_in_the_confirming_header() {
        provider.delete(BOX);

        assertThat(boat.deletes())
                .extracting(DeleteSeen::target, DeleteSeen::confirm)
                .containsExactly(tuple(BOX.value(), BOX.value()));
    }

    @Test
    void reads_the_name_of_a_computer_that_is_being_removed() {
        boat.progress("pending");
        provider.delete(BOX);

        assertThat(provider.read(BOX)).isEqualTo(new Live("web-1"));
    }

    @Test
    void takes_a_blocked_operation_for_a_receipt() {
        boat.fail("DELETE * blocked");

        Receipt receipt = accepted(provider.delete(BOX));

        assertThat(receipt.status()).isEqualTo(OperationStatus.BLOCKED);
        assertThat(poll(receipt).status()).isEqualTo(OperationStatus.BLOCKED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "target=bx_2345678a",
                "target=",
                "kind=snapshot",
                "kind=Sandbox",
                "op-status=COMPLETED",
                "op-status=succeeded",
                "op-status=failed",
                "op-status=",
                "operation=",
                "without=id",
                "without=kind",
                "without=targetId",
                "without=status",
                "ok-false",
                "empty",
                "garbage",
                "status=200 acts body=[]",
                "status=200 acts body=null",
                "status=200 acts body=\"deleted\"",
                "status=200 acts body={}",
                "status=200 acts body={\"ok\":true}",
                "status=200 acts body={\"ok\":true,\"operation\":[]}",
                "status=200 acts body={\"ok\":true,\"id\":\"{id}\",\"status\":\"deleted\"}",
                "html status=200",
                "status=204 acts empty"
            })
    void takes_no_other_success_for_a_receipt(String fault) {
        boat.fail("DELETE * " + fault);

        assertThat(provider.delete(BOX)).isInstanceOf(Unusable.class);
    }

    @Test
    void takes_no_receipt_whose_keys_are_doubled() {
        String operation =
                "{\"id\":\"{operation}\",\"targetId\":\"{id}\","
                        + "\"kind\":\"%s\",\"status\":\"%s\"%s}";
        String kind = subject.form().collection().startsWith("sand") ? "sandbox" : "box";
        String good = operation.formatted(kind, "pending", "");
        String doubled = operation.formatted(kind, "pending", ",\"status\":\"completed\"");
        boat.fail("DELETE * body={\"ok\":true,\"operation\":" + good + "}");
        boat.fail("DELETE * body={\"ok\":true,\"operation\":" + doubled + "}");

        assertThat(provider.delete(BOX)).isInstanceOf(Accepted.class);
        assertThat(provider.delete(BOX)).isInstanceOf(Unusable.class);
    }

    @Test
    void takes_the_kind_of_the_other_generation_for_another_kind() {
        String other = subject.form().collection().startsWith("sand") ? "box" : "sandbox";
        boat.fail("DELETE * kind=" + other);

        assertThat(provider.delete(BOX)).isInstanceOf(Unusable.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "operation=bdop_00000000000000000000000000000001",
                "target=bx_2345678a",
                "kind=snapshot",
                "op-status=COMPLETED",
                "op-status=succeeded",
                "without=status",
                "ok-false",
                "empty",
                "garbage",
                "html",
                "truncated",
                "status=200 acts body=null",
                "status=404 html",
                "status=404 body={\"message\":\"Not Found\"}",
                "status=404 message=You-lack-access",
                "status=301",
                "redirect=http://127.0.0.1:1/",
                "status=429 retry-after=3",
                "status=500",
                "status=503",
                "drop-before"
            })
    void learns_nothing_from_a_poll_that_is_not_about_this_operation(String fault) {
        Receipt accepted = accepted(provider.delete(BOX));
        boat.fail("GET * x9 " + fault);

        assertThat(provider.operation(accepted.operation(), BOX)).isInstanceOf(Unknown.class);
    }

    @Test
    void does_not_know_an_operation_that_another_account_began() {
        Receipt accepted = accepted(provider.delete(BOX));
        ComputerProvider other =
                subject.at(boat.base(subject.form()), FakeBoat.OTHER_TOKEN, Limits.USUAL);

        assertThat(other.operation(accepted.operation(), BOX)).isEqualTo(new Absent(404));
        assertThat(other.read(BOX)).isEqualTo(new Absent(404));
    }

    @Test
    void binds_an_operation_to_the_computer_that_it_is_asked_for() {
        Receipt accepted = accepted(provider.delete(BOX));

        assertThat(provider.operation(accepted.operation(), OTHER_BOX)).isInstanceOf(Unknown.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"ok\":true,\"%1$s\":{\"id\":\"bx_2345678a\",\"name\":\"web-1\"}}",
                "{\"ok\":true,\"%1$s\":{\"id\":\"bx_23456789\"}}",
                "{\"ok\":true,\"%1$s\":{\"id\":\"bx_23456789\",\"name\":\"\"}}",
                "{\"ok\":true,\"%1$s\":{\"id\":\"bx_23456789\",\"name\":\"a\\nb\"}}",
                "{\"ok\":true,\"%1$s\":{\"id\":\"bx_23456789\",\"name\":null}}",
                "{\"ok\":true,\"%1$s\":[]}",
                "{\"ok\":true,\"id\":\"bx_23456789\",\"name\":\"web-1\"}",
                "{\"ok\":true,\"%1$ses\":[]}",
                "{\"ok\":false,\"%1$s\":{\"id\":\"bx_23456789\",\"name\":\"web-1\"}}"
            })
    void takes_nothing_else_for_a_computer(String body) {
        String noun = subject.form().collection().startsWith("sand") ? "sandbox" : "box";
        boat.fail("GET * status=200 body=" + body.formatted(noun));

        assertThat(provider.read(BOX)).isInstanceOf(Unknown.class);
    }

    private Receipt poll(Receipt accepted) {
        return ((Accepted) provider.operation(accepted.operation(), BOX)).receipt();
    }

    private static Receipt accepted(ComputerProvider.DeleteAnswer answer) {
        return ((Accepted) answer).receipt();
    }
}
