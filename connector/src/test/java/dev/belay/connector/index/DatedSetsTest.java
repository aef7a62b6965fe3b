package dev.belay.connector.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DatedSetsTest {
    @Test
    void what_it_says_of_a_date_is_true() {
        SplittableRandom random = new SplittableRandom(13);
        DatedSets sets = new DatedSets();
        Map<String, Set<String>> model = new HashMap<>();
        int known = 0;

        for (int call = 0; call < 5_000; call++) {
            String date = "2026-01-%02d".formatted(1 + call / 250 + random.nextInt(9));
            String id = Integer.toString(random.nextInt(40));
            sets.add(date, id);
            model.computeIfAbsent(date, _ -> new HashSet<>()).add(id);
            String asked = "2026-01-%02d".formatted(1 + random.nextInt(30));
            Set<String> expected = model.getOrDefault(asked, Set.of());
            OptionalLong count = sets.count(asked);
            Optional<Boolean> has = sets.has(asked, id);
            if (count.isPresent()) {
                known++;
                assertThat(count.getAsLong()).isEqualTo(expected.size());
                assertThat(has).hasValue(expected.contains(id));
            } else {
                assertThat(has).isEmpty();
            }
        }

        assertThat(known).isPositive().isLessThan(5_000);
    }

    @Test
    void today_and_yesterday_are_always_known() {
        DatedSets sets = new DatedSets();

        for (int day = 10; day < 32; day++) {
            sets.add("2026-01-" + day, "1");
            assertThat(sets.count("2026-01-" + day)).hasValue(1);
            assertThat(sets.count("2026-01-" + (day - 1))).isPresent();
        }

        assertThat(sets.count("2026-01-10")).isEmpty();
    }
}
