package dev.belay.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.file.Disks;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Preparation;
import dev.belay.sim.explore.Program;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.sim.fault.AlteredFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// What was reported as appended stays, whatever crash comes when.
class AppendLogCrashTest {
    private static final Preparation NOTHING =
            host -> host.disk().makeDirectories(Disks.DATA).close();

    private static final Program<Told> ONE = (process, told) -> told.append(Logs.log(process), "a");

    private static final Program<Told> TWO =
            (process, told) -> {
                AppendLog log = Logs.log(process);
                told.append(log, "a");
                told.append(log, "b");
            };

    @Test
    void appends_to_a_new_log_survive_every_crash() throws IOException {
        report("AppendLog, new", explorer(NOTHING, TWO).explore());
    }

    /// An owner opens the log that a killed one had only created, then appends.
    @Test
    void an_append_to_a_log_that_was_opened_empty_survives_every_crash() throws IOException {
        Preparation empty =
                host -> {
                    NOTHING.of(host);
                    Logs.put(host, "");
                };
        Program<Told> opened =
                (process, told) -> {
                    AppendLog log = Logs.log(process);
                    log.open();
                    told.append(log, "a");
                };

        report("AppendLog, opened empty", explorer(empty, opened).explore());
    }

    @Test
    @EnabledIfSystemProperty(named = "belay.budget", matches = "deep")
    void appends_behind_a_torn_end_survive_every_crash() throws IOException {
        report(
                "AppendLog, behind a torn end",
                explorer(
                                host -> {
                                    NOTHING.of(host);
                                    Logs.put(host, "{\"wo");
                                },
                                ONE)
                        .explore());
    }

    @Test
    void a_torn_end_is_kept_aside_before_it_is_cut_off() throws IOException {
        Explored explored =
                CrashExplorer.alone()
                        .prepare(host -> {
                            NOTHING.of(host);
                            Logs.put(host, Logs.line("a") + "{\"wo");
                        })
                        .run((process, _) -> Logs.log(process).open())
                        .restart((process, _) -> Logs.log(process).open())
                        .check((process, _) -> {
                            assertThat(Logs.text(process.host())).isEqualTo(Logs.line("a"));
                            assertThat(Logs.evidence(process.host()))
                                    .isNotEmpty()
                                    .allMatch("{\"wo"::equals);
                        })
                        .explore();

        report("LogFile.repair", explored);
    }

    /// An owner acts on what the log says once it has opened it.
    @Test
    void what_an_owner_has_seen_after_opening_stays() throws IOException {
        Explored explored = seenStays((_, _) -> {}).explore();

        report("AppendLog.open", explored);
    }

    @Test
    void a_data_sync_that_is_forgotten_is_found_out() throws IOException {
        assertFound(explorer(NOTHING, altered(NoSync::new, TWO)));
    }

    @Test
    void a_sync_of_the_name_that_is_forgotten_is_found_out() throws IOException {
        assertFound(
                explorer(
                        NOTHING,
                        (process, told) -> {
                            AlteredDirectory.alter(process, NamesNotSynced::new);
                            TWO.run(process, told);
                        }));
    }

    /// Without it, what a killed writer has left is shown and may then vanish.
    @Test
    void an_affirmation_that_is_forgotten_is_found_out() throws IOException {
        assertFound(seenStays(altered(NoSync::new, (_, _) -> {})));
    }

    private static void assertFound(CrashExplorer<Told> explorer) {
        assertThatThrownBy(explorer::explore)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("replay with")
                .hasMessageContaining("expected: [\"a\"]");
    }

    /// @param before what happens to each process before it opens the log
    private static CrashExplorer<Told> seenStays(Program<Told> before) throws IOException {
        return CrashExplorer.with(Told::new)
                .prepare(NOTHING)
                .run((process, told) -> {
                    told.ask("a");
                    Disks.write(Disks.data(process), Logs.NAME, Logs.line("a"));
                    before.run(process, told);
                    see(process, told);
                })
                .restart((process, told) -> {
                    told.check(process);
                    before.run(process, told);
                    see(process, told);
                })
                .check((process, told) -> told.check(process));
    }

    private static void see(SimProcess process, Told told) throws IOException {
        Logs.log(process).open();
        told.seen(Logs.words(process));
    }

    private static CrashExplorer<Told> explorer(Preparation preparation, Program<Told> operation)
            throws IOException {
        return CrashExplorer.with(Told::new)
                .prepare(preparation)
                .run(operation)
                .restart((process, told) -> {
                    told.check(process);
                    told.append(Logs.log(process), "z" + told.askedCount());
                })
                .check((process, told) -> {
                    told.check(process);
                    assertThat(Logs.log(process).open()).isEqualTo(new TailRepair.Unneeded());
                });
    }

    private static void report(String what, Explored explored) {
        System.out.println(what + ", crashes: " + explored);
        assertThat(explored.states()).isGreaterThan(50);
    }

    private static Program<Told> altered(Alteration alteration, Program<Told> program) {
        return (process, told) -> {
            AlteredDirectory.alter(process, directory -> new LogAltered(directory, alteration));
            program.run(process, told);
        };
    }

    private interface Alteration {
        OpenFile of(OpenFile file);
    }

    /// A directory in which the log is not what it should be.
    private static final class LogAltered extends AlteredDirectory {
        private final Alteration alteration;

        LogAltered(Directory directory, Alteration alteration) {
            super(directory);
            this.alteration = alteration;
        }

        @Override
        public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
            OpenFile file = super.open(name, permissions, options);
            return name.equals(Logs.NAME) ? alteration.of(file) : file;
        }
    }

    private static final class NamesNotSynced extends AlteredDirectory {
        NamesNotSynced(Directory directory) {
            super(directory);
        }

        @Override
        public void sync() {}
    }

    private static final class NoSync extends AlteredFile {
        NoSync(OpenFile file) {
            super(file);
        }

        @Override
        public void syncData() {}
    }
}
