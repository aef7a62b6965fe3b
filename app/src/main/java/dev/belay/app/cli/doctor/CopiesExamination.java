package dev.belay.app.cli.doctor;

import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.staging.copies.CopiesPlace;
import dev.belay.app.config.Keys;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Git;
import dev.belay.staging.witness.GitVersion;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Looks at what sealed copies need of this machine, where there is a place for them.
final class CopiesExamination {
    private static final String WHERE = "staging";

    /// The oldest Git that Belay is tested with.
    private static final GitVersion TESTED = new GitVersion(2, 39);

    private final List<Ailment> ailments = new ArrayList<>();

    private CopiesExamination() {}

    static List<Ailment> of(Session session) {
        CopiesExamination examination = new CopiesExamination();
        try {
            Optional<Directory> found = CopiesPlace.of(session).look();
            if (found.isPresent()) {
                try (Directory copies = found.get()) {
                    examination.space(session, copies);
                    examination.locks(copies);
                    examination.git(session);
                    examination.kernel();
                }
            }
        } catch (Refusal refusal) {
            examination.add(
                    Ailment.damage(
                            refusal.where().isEmpty() ? WHERE : refusal.where(),
                            refusal.found(),
                            refusal.help()));
        } catch (IOException fault) {
            examination.add(
                    Ailment.damage(
                            WHERE, String.valueOf(fault.getMessage()), "mend the disk first"));
        }
        return examination.ailments;
    }

    private void add(Ailment ailment) {
        ailments.add(ailment);
    }

    private void space(Session session, Directory copies) throws IOException {
        long kept = session.configuration().count(Keys.STAGING_KEPT_FREE).orElse(0L);
        long free = copies.availableBytes();
        if (free < kept) {
            add(
                    Ailment.damage(
                            WHERE,
                            "%d MiB are free on its disk, and %d are kept free"
                                    .formatted(free >> 20, kept >> 20),
                            "belay staging inspect shows what can go"));
        }
    }

    /// Kernel locks are what keeps two recoveries apart.
    private void locks(Directory copies) {
        try (OpenFile itself = copies.open(".", 0, OpenOption.READ)) {
            itself.tryLock(); // Whether somebody has it does not matter.
        } catch (DiskFault fault) {
            add(
                    Ailment.damage(
                            WHERE,
                            "its file system has no kernel locks: " + fault.errno().meaning(),
                            "set staging.dir to a directory on a local disk"));
        }
    }

    private void git(Session session) throws IOException {
        Git git = Git.create(new LocalPrograms(), session.surroundings().environment());
        GitVersion version = GitVersion.of(git);
        if (version.compareTo(TESTED) < 0) {
            add(
                    Ailment.note(
                            "git",
                            "is %s, and Belay is tested with %s and later"
                                    .formatted(version, TESTED),
                            "install a newer Git"));
        }
    }

    private void kernel() {
        if (!LocalWorld.adoption().begin()) {
            add(
                    Ailment.note(
                            WHERE,
                            "this kernel cannot tell when all that a command started is gone",
                            "copies in which a command ran are kept until belay staging settle"));
        }
    }
}
