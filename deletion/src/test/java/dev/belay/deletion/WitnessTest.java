package dev.belay.deletion;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static dev.belay.deletion.Samples.receipt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.deletion.ComputerProvider.Absent;
import dev.belay.deletion.ComputerProvider.Accepted;
import dev.belay.sim.SimClock;
import org.junit.jupiter.api.Test;

class WitnessTest {
    @Test
    void an_answer_about_another_operation_or_computer_teaches_nothing() {
        Witness wrongOperation =
                witness(new Accepted(new Receipt(operation(2), box(1), OperationStatus.COMPLETED)));
        Witness wrongComputer =
                witness(new Accepted(new Receipt(operation(1), box(2), OperationStatus.COMPLETED)));

        assertThat(wrongOperation.operation(operation(1), box(1)))
                .isInstanceOf(Witness.Unclear.class);
        assertThat(wrongComputer.operation(operation(1), box(1)))
                .isInstanceOf(Witness.Unclear.class);
        assertThat(wrongComputer.delete(box(1))).isInstanceOf(Witness.Unusable.class);
    }

    @Test
    void an_answer_about_the_right_ones_is_bound() {
        Receipt receipt = receipt(1, OperationStatus.COMPLETED);

        assertThat(witness(new Accepted(receipt)).operation(operation(1), box(1)))
                .isEqualTo(new Witness.Bound(receipt));
    }

    @Test
    void an_operation_that_is_gone_proves_nothing_of_the_computer() {
        assertThat(witness(new Absent(404)).operation(operation(1), box(1)))
                .isInstanceOf(Witness.Unclear.class);
        assertThat(witness(new Absent(404)).read(box(1))).isInstanceOf(Witness.Gone.class);
    }

    private static Witness witness(Accepted answer) {
        return new Witness(
                new ComputerProvider() {
                    @Override
                    public DeleteAnswer delete(BoxId id) {
                        return answer;
                    }

                    @Override
                    public OperationAnswer operation(OperationId operation, BoxId id) {
                        return answer;
                    }

                    @Override
                    public ComputerAnswer read(BoxId id) {
                        return new Live("web-1");
                    }
                },
                new SimClock());
    }

    private static Witness witness(Absent answer) {
        return new Witness(
                new ComputerProvider() {
                    @Override
                    public DeleteAnswer delete(BoxId id) {
                        return answer;
                    }

                    @Override
                    public OperationAnswer operation(OperationId operation, BoxId id) {
                        return answer;
                    }

                    @Override
                    public ComputerAnswer read(BoxId id) {
                        return answer;
                    }
                },
                new SimClock());
    }
}
