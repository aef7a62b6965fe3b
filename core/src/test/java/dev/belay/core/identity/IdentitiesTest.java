package dev.belay.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.identity.Verdict.Dead;
import dev.belay.core.identity.Verdict.Live;
import dev.belay.core.identity.Verdict.Reused;
import dev.belay.core.identity.Verdict.Unknown;
import dev.belay.system.Processes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdentitiesTest {
    private static final String BOOT = "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11";
    private static final String OTHER_BOOT = "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a12";
    private static final String CONTAINER = "4026532208";

    private final Facts facts = new Facts();
    private final Identities identities = new Identities(facts);

    @Test
    void owns_its_number_start_boot_and_namespace() {
        assertThat(identities.own()).isEqualTo(identity(100, "5000", BOOT, facts.namespace));
    }

    @Test
    void owns_what_can_be_read_and_no_start_of_zero() {
        facts.boot = "";
        facts.namespace = "";
        facts.stats.put(100L, new Processes.Stat("0", 'R'));

        assertThat(identities.own()).isEqualTo(ProcessIdentity.ofPid(100));
    }

    @Test
    void the_same_start_and_boot_is_live() {
        assertThat(identities.judge(identities.own())).isInstanceOf(Live.class);
    }

    @Test
    void a_number_that_nobody_has_is_dead() {
        assertThat(identities.judge(identity(7, "1", BOOT, facts.namespace)))
                .isInstanceOf(Dead.class);
    }

    @Test
    void a_process_that_may_not_be_signalled_is_alive() {
        facts.stats.put(1L, new Processes.Stat("3", 'S'));

        assertThat(identities.judge(identity(1, "3", BOOT, facts.namespace)))
                .isInstanceOf(Live.class);
    }

    @Test
    void another_start_of_the_same_number_is_reused() {
        assertThat(identities.judge(identity(100, "4999", BOOT, facts.namespace)))
                .isInstanceOf(Reused.class);
    }

    @Test
    void another_boot_is_dead_even_where_nothing_else_can_be_read() {
        facts.namespace = "";
        facts.stats.clear();
        facts.silent = true;

        assertThat(identities.judge(identity(100, "5000", OTHER_BOOT, CONTAINER)))
                .isInstanceOf(Dead.class);
    }

    @Test
    void another_namespace_is_unknown_whatever_the_number_says() {
        assertThat(identities.judge(identity(100, "5000", BOOT, CONTAINER)))
                .isInstanceOf(Unknown.class);
        assertThat(identities.judge(identity(7, "5000", BOOT, CONTAINER)))
                .isInstanceOf(Unknown.class);
    }

    @Test
    void our_own_namespace_unread_is_unknown() {
        facts.namespace = "";

        assertThat(identities.judge(ProcessIdentity.ofPid(7))).isInstanceOf(Unknown.class);
        assertThat(identities.judge(identity(7, "1", BOOT, CONTAINER))).isInstanceOf(Unknown.class);
    }

    @Test
    void a_system_that_does_not_answer_is_unknown() {
        facts.silent = true;

        assertThat(identities.judge(identity(7, "1", BOOT, facts.namespace)))
                .isInstanceOf(Unknown.class);
    }

    @Test
    void a_start_that_cannot_be_read_or_is_no_start_is_unknown() {
        ProcessIdentity subject = identities.own();
        facts.stats.put(100L, new Processes.Stat("0", 'R'));
        assertThat(identities.judge(subject)).isInstanceOf(Unknown.class);

        facts.hidden = true;
        assertThat(identities.judge(subject)).isInstanceOf(Unknown.class);
    }

    @Test
    void the_same_start_in_an_unknown_boot_is_unknown() {
        assertThat(identities.judge(identity(100, "5000", "", facts.namespace)))
                .isInstanceOf(Unknown.class);

        facts.boot = "";
        assertThat(identities.judge(identity(100, "5000", BOOT, facts.namespace)))
                .isInstanceOf(Unknown.class);
    }

    @Test
    void a_live_zombie_is_named_as_one() {
        facts.stats.put(100L, new Processes.Stat("5000", 'Z'));

        assertThat(identities.judge(identity(100, "5000", BOOT, facts.namespace)))
                .isEqualTo(new Live("is alive (a zombie, which can do nothing more)"));
        assertThat(identities.judge(ProcessIdentity.ofPid(100)).reason()).contains("zombie");
    }

    @Test
    void a_record_of_a_number_alone_is_dead_or_unknown_on_the_host() {
        assertThat(identities.judge(ProcessIdentity.ofPid(7))).isInstanceOf(Dead.class);
        assertThat(identities.judge(ProcessIdentity.ofPid(100))).isInstanceOf(Unknown.class);
    }

    @Test
    void a_record_without_namespace_but_with_a_start_is_judged_in_full_on_the_host() {
        assertThat(identities.judge(identity(100, "5000", BOOT, ""))).isInstanceOf(Live.class);
        assertThat(identities.judge(identity(100, "4999", BOOT, ""))).isInstanceOf(Reused.class);
    }

    @Test
    void a_record_without_namespace_is_unknown_in_a_container() {
        facts.namespace = CONTAINER;

        assertThat(identities.judge(ProcessIdentity.ofPid(7))).isInstanceOf(Unknown.class);
        assertThat(identities.judge(identity(100, "4999", BOOT, ""))).isInstanceOf(Unknown.class);
    }

    @Test
    void only_dead_and_reused_are_gone() {
        assertThat(new Dead("").isGone()).isTrue();
        assertThat(new Reused("").isGone()).isTrue();
        assertThat(new Live("").isGone()).isFalse();
        assertThat(new Unknown("").isGone()).isFalse();
    }

    @Test
    void a_process_domain_is_boot_and_namespace() {
        // printf 'linux:3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11:pid:[4026531836]' | sha256sum
        assertThat(identities.processDomain())
                .hasValue("37d96e2bfa4b44d805f6452b8173a278186cd3954960cd0617e27cec95171533");

        facts.boot = "";
        assertThat(identities.processDomain()).isEmpty();
    }

    private static ProcessIdentity identity(long pid, String start, String boot, String namespace) {
        return new ProcessIdentity(pid, start, boot, namespace);
    }

    /// A table of processes to be asked.
    private static final class Facts implements Processes {
        private final Map<Long, Stat> stats = new HashMap<>(Map.of(100L, new Stat("5000", 'R')));
        private String boot = BOOT;
        private String namespace = INITIAL_NAMESPACE;
        private boolean silent;
        private boolean hidden;

        @Override
        public long ownPid() {
            return 100;
        }

        @Override
        public long ownUser() {
            return 0;
        }

        @Override
        public Presence presence(long pid) {
            if (silent) {
                return Presence.UNKNOWN;
            }
            return stats.containsKey(pid) ? Presence.PRESENT : Presence.ABSENT;
        }

        @Override
        public Optional<Stat> stat(long pid) {
            return hidden ? Optional.empty() : Optional.ofNullable(stats.get(pid));
        }

        @Override
        public Request terminate(long pid, String start) {
            throw new AssertionError("a judge signals nobody");
        }

        @Override
        public Request hangUp(long pid, String start) {
            throw new AssertionError("a judge signals nobody");
        }

        @Override
        public Optional<String> bootId() {
            return Optional.of(boot);
        }

        @Override
        public Optional<String> pidNamespace() {
            return Optional.of(namespace);
        }
    }
}
