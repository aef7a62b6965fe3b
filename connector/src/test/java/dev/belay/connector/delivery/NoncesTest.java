package dev.belay.connector.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.BindingName;
import dev.belay.connector.TurnId;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NoncesTest {
    /// Made with another program: `printf 'belay-nonce-1\0support\0001100000000000000001\0000' |
    /// sha256sum`, in base64url.
    @Test
    void a_nonce_is_what_the_design_says() {
        assertThat(Nonces.of(new BindingName("support"), new TurnId("1100000000000000001"), 0))
                .isEqualTo("AVnPeIt5wLwr4ICy5VpRZq");
    }

    @Test
    void no_two_parts_share_a_nonce_and_none_is_too_long_for_discord() {
        Set<String> nonces = new HashSet<>();
        for (String binding : new String[] {"a", "a1", "b"}) {
            for (String turn : new String[] {"1", "11", "1-1"}) {
                for (int part = 0; part < 20; part++) {
                    String nonce = Nonces.of(new BindingName(binding), new TurnId(turn), part);
                    assertThat(nonce).matches("[A-Za-z0-9_-]{22}");
                    nonces.add(nonce);
                }
            }
        }

        assertThat(nonces).hasSize(180);
    }
}
