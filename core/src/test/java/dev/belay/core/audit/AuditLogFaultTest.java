package dev.belay.core.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.file.Disks;
import dev.belay.core.file.Durability;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.FaultExplorer;
import dev.belay.sim.explore.Preparation;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.sim.fault.AlteredFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Whichever call fails, what was reported is recorded, nothing looks altered, and it goes on.
class AuditLogFaultTest {
    /// No log yet, and room on the disk: how that is taken is tried below.
    private static final Preparation NOTHING =
            host -> {
                host.disk().makeDirectories(Disks.DATA).close();
                Audits.put(host, Audits.RESERVE, new byte[64 << 10]);
            };

    @Test
    void a_new_log_survives_every_failing_call() throws IOException {
        explore("new", NOTHING);
    }

    @Test
    @EnabledIfSystemProperty(named = "belay.budget", matches = "deep")
    void a_log_behind_its_head_and_torn_survives_every_failing_call() throws IOException {
        explore(
                "behind a torn end",
                host -> {
                    NOTHING.of(host);
                    SimProcess before = host.start("before");
                    Audits.append(before, "o");
                    byte[] head = Audits.bytes(host, Audits.HEAD);
                    Audits.append(before, "p");
                    Audits.put(host, Audits.HEAD, head);
                    Audits.put(host, Audits.LOG, Audits.text(host, Audits.LOG) + "{\"ver");
                });
    }

    private static void explore(String what, Preparation preparation) throws IOException {
        Explored explored =
                FaultExplorer.with(Released::new)
                        .prepare(preparation)
                        .run((process, released) -> {
                            AuditLog log = Audits.log(process);
                            try {
                                released.append(log, "a");
                            } catch (IOException _) {
                                released.append(log, "b");
                            }
                            released.append(log, "c");
                        })
                        .restart((process, released) -> {
                            released.check(process);
                            released.append(Audits.log(process), "z");
                        })
                        .check((process, released) -> released.check(process))
                        .explore();

        System.out.println("AuditLog, " + what + ", faults: " + explored);
        assertThat(explored.states()).isGreaterThan(100);
    }

    @Test
    void a_full_disk_gives_up_the_reserve_for_the_line_and_takes_it_again() throws IOException {
        SimProcess process = Disks.host().start("auditor");
        Audits.append(process, "a");
        assertThat(Audits.bytes(process.host(), Audits.RESERVE)).hasSize(64 << 10);
        SimProcess cramped = process.host().start("cramped");
        AlteredDirectory.alter(cramped, FullDisk::new);

        AuditLog log = Audits.log(cramped);
        assertThat(log.append(List.of(Audits.event("b"))).durability())
                .isEqualTo(Durability.DURABLE);
        assertThat(Disks.names(Disks.data(process.host()))).doesNotContain(Audits.RESERVE);
        assertThat(log.verify()).isEqualTo(new AuditVerification.Intact(2, 0));

        Audits.append(process, "c");
        assertThat(Audits.bytes(process.host(), Audits.RESERVE)).hasSize(64 << 10);
    }

    @Test
    void a_full_disk_without_a_reserve_is_said_and_harms_nothing() throws IOException {
        SimProcess process = Disks.host().start("auditor");
        Audits.append(process, "a");
        Audits.remove(process.host(), Audits.RESERVE);
        SimProcess cramped = process.host().start("cramped");
        AlteredDirectory.alter(cramped, directory -> new FullDisk(directory, true));

        assertThatThrownBy(() -> Audits.append(cramped, "b"))
                .isInstanceOfSatisfying(
                        DiskFault.class,
                        fault -> assertThat(fault.errno()).isEqualTo(Errno.ENOSPC));

        assertThat(Audits.log(process).verify()).isEqualTo(new AuditVerification.Intact(1, 0));
        Audits.append(process, "c");
        assertThat(Audits.subjects(process)).containsExactly("a", "c");
    }

    /// A disk that has no room but what the reserve takes.
    private static final class FullDisk extends AlteredDirectory {
        private final boolean isFullAnyway;

        FullDisk(Directory directory) {
            this(directory, false);
        }

        FullDisk(Directory directory, boolean isFullAnyway) {
            super(directory);
            this.isFullAnyway = isFullAnyway;
        }

        private void requireRoom(String label) throws DiskFault {
            if (isFullAnyway || status(Audits.RESERVE).isPresent()) {
                throw new DiskFault("write", label, Errno.ENOSPC);
            }
        }

        @Override
        public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
            if (name.equals(Audits.RESERVE)) {
                throw new DiskFault("open", label(name), Errno.ENOSPC);
            }
            OpenFile file = super.open(name, permissions, options);
            return name.equals(Audits.LOG) ? new Growing(file) : file;
        }

        private final class Growing extends AlteredFile {
            Growing(OpenFile file) {
                super(file);
            }

            @Override
            public int write(byte[] buffer, int offset, int length, long position)
                    throws DiskFault {
                requireRoom(label());
                return super.write(buffer, offset, length, position);
            }
        }
    }
}
