package dev.belay.connector.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.line.OutboxStatus;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NonceTableTest {
    private static final int CALLS = 40_000;
    private static final List<OutboxStatus> STATUSES = List.of(OutboxStatus.values());

    @Test
    void answers_like_a_map_of_strings() {
        SplittableRandom random = new SplittableRandom(12);
        NonceTable table = new NonceTable();
        Map<String, OutboxStatus> model = new HashMap<>();

        for (int call = 0; call < CALLS; call++) {
            String nonce = nonce(random);
            assertThat(table.status(nonce).orElse(null)).as(nonce).isEqualTo(model.get(nonce));
            OutboxStatus status = STATUSES.get(random.nextInt(STATUSES.size()));
            table.put(nonce, status);
            model.put(nonce, status);
        }

        model.forEach((nonce, status) -> assertThat(table.status(nonce)).hasValue(status));
        assertThat(table.size()).isEqualTo(model.size());
    }

    /// Nonces of ours, some that differ from one in a single bit, and those of others.
    private static String nonce(SplittableRandom random) {
        byte[] bits = new byte[16];
        bits[random.nextInt(16)] = (byte) (1 << random.nextInt(8));
        bits[15] |= (byte) random.nextInt(4);
        String ours = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
        return switch (random.nextInt(8)) {
            // Not the one way to write 128 bits.
            case 0 -> ours.substring(0, 21) + "BCPQRg9_-".charAt(random.nextInt(9));
            case 1 -> "n%09d".formatted(random.nextInt(3_000));
            case 2 -> ours.substring(0, random.nextInt(22));
            case 3 -> ours + "=";
            case 4 -> "\0".repeat(random.nextInt(17));
            case 5 -> "\u00e9" + random.nextInt(40);
            default -> ours;
        };
    }
}
