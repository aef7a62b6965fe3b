package dev.belay.deletion.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.deletion.BoxId;
import dev.belay.deletion.ComputerProvider;
import dev.belay.deletion.ComputerProvider.Absent;
import dev.belay.deletion.ComputerProvider.Live;
import dev.belay.deletion.ComputerProvider.Unknown;
import dev.belay.simulators.DeleteSeen;
import dev.belay.simulators.DeleteSeen.Outcome;
import dev.belay.simulators.FakeBoat;
import dev.belay.simulators.FakeBoatOptions;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A time-out says nothing about which side of the acceptance it fell on. The limit is long enough
/// for the request to arrive on a busy machine.
class TimeOutTest {
    private static final BoxId BOX = new BoxId("bx_23456789");
    private static final Limits ONE_SECOND = new Limits(Duration.ofSeconds(1), 65_536);

    private final FakeBoat boat;
    private final ComputerProvider provider;

    TimeOutTest() throws IOException {
        World world = LocalWorld.create();
        boat = FakeBoat.start(FakeBoatOptions.USUAL, world.clock(), world.waiting());
        provider = Subject.BOAT_SANDBOX.at(boat, ONE_SECOND);
    }

    @AfterEach
    void stop() {
        boat.close();
    }

    @Test
    void before_the_acceptance_the_computer_lives() {
        boat.fail("DELETE * latency=30s drop-before");

        assertThat(provider.delete(BOX)).isInstanceOf(Unknown.class);

        assertThat(boat.deletes()).extracting(DeleteSeen::outcome).containsExactly(Outcome.LOST);
        assertThat(provider.read(BOX)).isEqualTo(new Live("web-1"));
        assertThat(provider.read(BOX)).isEqualTo(new Live("web-1"));
    }

    @Test
    void after_the_acceptance_the_computer_goes() {
        boat.fail("DELETE * slow=30s");

        assertThat(provider.delete(BOX)).isInstanceOf(Unknown.class);

        assertThat(boat.deletes())
                .extracting(DeleteSeen::outcome)
                .containsExactly(Outcome.ACCEPTED);
        assertThat(provider.read(BOX)).isEqualTo(new Live("web-1"));
        assertThat(provider.read(BOX)).isEqualTo(new Absent(404));
    }
}
