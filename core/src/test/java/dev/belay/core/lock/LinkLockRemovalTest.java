package dev.belay.core.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.identity.Verdict;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What an operator may remove, and on which word.
class LinkLockRemovalTest {
    private static final OperatorWord NONE = new OperatorWord.None();
    private static final OperatorWord GONE =
            new OperatorWord.OwnerIsGone("the machine was taken away");

    private final List<LockState> audited = new ArrayList<>();
    private SimHost host = new SimHost();
    private SimProcess operator = host.start("operator");
    private SimProcess owner = host.start("owner");

    @BeforeEach
    void given_a_machine() throws IOException {
        host = LockWorld.host();
        operator = host.start("operator");
        owner = host.start("owner");
    }

    @Test
    void no_lock_needs_no_removal_and_no_audit() throws IOException {
        assertThat(remove(GONE)).isEqualTo(new Removal.Nothing());
        assertThat(audited).isEmpty();
    }

    @Test
    void the_lock_of_a_dead_belay_process_is_removed_without_a_word() throws IOException {
        LockWorld.lock(owner).acquire();
        owner.kill();

        Removal removal = remove(NONE);

        assertThat(removal).isInstanceOf(Removal.Removed.class);
        assertThat(audited)
                .singleElement()
                .isInstanceOfSatisfying(
                        LockState.Owned.class,
                        owned -> assertThat(owned.verdict()).isInstanceOf(Verdict.Dead.class));
        assertThat(LockWorld.names(host)).doesNotContain("box.lock");
    }

    @Test
    void the_lock_of_a_dead_node_process_is_removed_without_a_word() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));

        assertThat(remove(NONE)).isInstanceOf(Removal.Removed.class);
        assertThat(LockWorld.names(host)).doesNotContain("box.lock");
    }

    @Test
    void the_lock_of_a_live_process_is_removed_on_no_word() throws IOException {
        LockWorld.lock(owner).acquire();

        assertThat(refusal(GONE).code()).isEqualTo(ErrorCode.LOCK_HELD);
        assertThat(audited).isEmpty();
        assertThat(LockWorld.names(host)).containsExactly("box.lock");
    }

    @Test
    void a_live_owner_that_nobody_gates_is_kept_too() throws IOException {
        AlteredDirectory.alter(owner, Unlockable::itself);
        AlteredDirectory.alter(operator, Unlockable::itself);
        LockWorld.lock(owner).acquire();

        assertThat(refusal(GONE).code()).isEqualTo(ErrorCode.LOCK_HELD);
        assertThat(LockWorld.names(host)).containsExactly("box.lock");
    }

    @Test
    void an_owner_that_nobody_can_judge_takes_the_operators_word() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(owner.pid()));

        assertThat(refusal(NONE).code()).isEqualTo(ErrorCode.LOCK_HELD);
        assertThat(audited).isEmpty();

        assertThat(remove(GONE)).isInstanceOf(Removal.Removed.class);
        assertThat(audited)
                .singleElement()
                .isInstanceOfSatisfying(
                        LockState.Owned.class,
                        owned -> assertThat(owned.verdict()).isInstanceOf(Verdict.Unknown.class));
        assertThat(LockWorld.names(host)).doesNotContain("box.lock");
    }

    @Test
    void the_word_covers_a_reaper_that_nobody_can_judge() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));
        LockWorld.put(
                host,
                "box.lock.reap-" + LockWorld.TOKEN,
                LockWorld.nodeReaper(owner.pid(), "0e8a1a52-77a8-4b0e-8a36-2f7c7f1d7f10"));

        assertThat(refusal(NONE).code()).isEqualTo(ErrorCode.LOCK_HELD);
        assertThat(remove(GONE)).isInstanceOf(Removal.Removed.class);
    }

    @Test
    void what_is_not_audited_is_not_removed() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));
        LinkLock lock = LockWorld.lock(operator);

        assertThatThrownBy(() ->
                        lock.remove(
                                NONE,
                                _ -> {
                                    throw new IOException("the audit is full");
                                }))
                .hasMessage("the audit is full");
        assertThat(LockWorld.names(host)).containsExactly("box.lock");

        assertThat(lock.acquire().release()).isEqualTo(new Release.Released());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"version\":1,\"pid\":0}"})
    void d16_a_damaged_lock_is_set_aside_on_the_operators_word(String text) throws IOException {
        LockWorld.put(host, "box.lock", text);

        assertThat(refusal(NONE).code()).isEqualTo(ErrorCode.LOCK_UNREADABLE);
        assertThat(audited).isEmpty();
        assertThat(LockWorld.text(host, "box.lock")).isEqualTo(text);

        assertThat(remove(GONE))
                .isInstanceOfSatisfying(
                        Removal.SetAside.class,
                        aside -> {
                            assertThat(audited).containsExactly(aside.found());
                            assertThat(aside.name()).startsWith("box.lock.damaged-");
                        });
        assertThat(LockWorld.names(host)).singleElement().asString().contains(".damaged-");
        assertThat(LockWorld.text(host, LockWorld.names(host).getFirst())).isEqualTo(text);
        assertThat(LockWorld.lock(owner).acquire().release()).isEqualTo(new Release.Released());
    }

    @Test
    void d16_a_pipe_and_a_directory_are_set_aside_too() throws IOException {
        host.disk().makeSpecial(LockWorld.DATA.resolve("box.lock"), FileKind.PIPE, 0600);
        assertThat(remove(GONE)).isInstanceOf(Removal.SetAside.class);

        try (Directory data = host.disk().open(LockWorld.DATA, "")) {
            data.makeDirectory("box.lock", 0700);
        }
        assertThat(remove(GONE)).isInstanceOf(Removal.SetAside.class);
        assertThat(LockWorld.names(host)).hasSize(2);
    }

    @Test
    void a_lock_that_took_the_damaged_ones_place_is_put_back() throws IOException {
        LockWorld.put(host, "box.lock", "{");
        LinkLock lock = LockWorld.lock(operator);

        Refusal refusal =
                catchThrowableOfType(
                        Refusal.class,
                        () ->
                                lock.remove(
                                        GONE,
                                        _ -> {
                                            try (Directory data =
                                                    host.disk().open(LockWorld.DATA, "")) {
                                                data.rename("box.lock", data, "kept");
                                            }
                                            LockWorld.put(
                                                    host,
                                                    "box.lock",
                                                    LockWorld.nodeRecord(owner.pid()));
                                        }));

        assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_HELD);
        assertThat(LockWorld.names(host)).containsExactly("box.lock", "kept");
        assertThat(LockWorld.text(host, "box.lock")).isEqualTo(LockWorld.nodeRecord(owner.pid()));
    }

    @Test
    void evidence_is_not_blank() {
        assertThatThrownBy(() -> new OperatorWord.OwnerIsGone(" \n"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private Removal remove(OperatorWord word) throws IOException {
        return LockWorld.lock(operator).remove(word, audited::add);
    }

    private Refusal refusal(OperatorWord word) {
        return catchThrowableOfType(Refusal.class, () -> remove(word));
    }
}
