package dev.belay.connector.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IdTableTest {
    private static final int CALLS = 40_000;
    private static final int A = 1;
    private static final int B = 1 << 7;

    @Test
    void answers_like_a_map_of_strings() {
        SplittableRandom random = new SplittableRandom(11);
        IdTable table = new IdTable();
        Map<String, Integer> model = new HashMap<>();

        for (int call = 0; call < CALLS; call++) {
            String id = id(random);
            int mark = random.nextBoolean() ? A : B;
            if (random.nextInt(4) == 0) {
                table.remove(id, mark);
                model.merge(id, 0, (before, _) -> before & ~mark);
            } else {
                boolean isNew = (model.getOrDefault(id, 0) & mark) == 0;
                assertThat(table.add(id, mark)).as(id).isEqualTo(isNew);
                model.merge(id, mark, (before, more) -> before | more);
            }
            assertThat(table.marks(id)).as(id).isEqualTo(model.get(id));
        }

        for (Map.Entry<String, Integer> entry : model.entrySet()) {
            assertThat(table.marks(entry.getKey())).isEqualTo(entry.getValue());
        }
        List<String> shown = new ArrayList<>();
        table.forEach(A, B, shown::add);
        List<String> expected =
                model.entrySet().stream()
                        .filter(it -> it.getValue() == A)
                        .map(Map.Entry::getKey)
                        .toList();
        assertThat(shown).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(table.count(A | B))
                .isEqualTo(model.values().stream().filter(it -> it == (A | B)).count());
    }

    /// Ids that are numbers, nearly numbers, and none.
    private static String id(SplittableRandom random) {
        long number = random.nextLong() >>> random.nextInt(64);
        return switch (random.nextInt(8)) {
            case 0 -> "0" + Long.toUnsignedString(number);
            case 1 -> "t-" + number % 50;
            case 2 -> Long.toUnsignedString(number) + "0";
            case 3 -> List.of("", "0", " 1", "1 ", "-1", "+1").get(random.nextInt(6));
            default -> Long.toUnsignedString(number % 5_000);
        };
    }
}
