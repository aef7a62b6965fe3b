package dev.belay.core.lock;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.identity.Identities;
import dev.belay.core.identity.Verdict;
import dev.belay.core.lock.record.Candidate;
import dev.belay.core.lock.record.FoundRecord;
import dev.belay.core.lock.record.InvalidRecord;
import dev.belay.core.lock.record.OwnerRecord;
import dev.belay.core.lock.record.OwnerRecordFormat;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Predicate;

/// The authority to remove one dead owner's lock, which at most one live process has.
///
/// It is a file named after the dead owner's token; where a reaper died too, a file named after
/// that reaper's token, and so on. The chain of one token only grows: nobody can follow a branch
/// that another was taken off. The Node program walks the same chain.
///
/// - **Crash:** leaves a claim that the next reaper steps over.
final class ReaperChain {
    /// How many dead reapers of one lock are stepped over, by us as by the Node program.
    static final int GENERATIONS_MAX = 128;

    private static final int DIGEST_LENGTH = 32;

    private final Directory directory;
    private final LockName name;
    private final Identities identities;

    ReaperChain(Directory directory, LockName name, Identities identities) {
        this.directory = directory;
        this.name = name;
        this.identities = identities;
    }

    /// What a claim came to.
    sealed interface Claim {
        /// We alone may remove the lock, until `reaper` is closed.
        record Granted(Authority authority) implements Claim {}

        /// Another reaper may be at work.
        record Taken(long pid, Verdict verdict) implements Claim {}

        /// Every generation is there, and each reaper is gone: no more can be claimed.
        record Exhausted() implements Claim {}
    }

    /// A claim of ours.
    ///
    /// @param file its name
    record Authority(String file, Candidate reaper) {}

    /// Claims the authority over the lock of `self.targetToken()`.
    ///
    /// @param self the record of this reaper, under a new token
    /// @param isGone what releases a reaper's claim: that it positively is, or an operator's word
    Claim claim(OwnerRecord self, Predicate<Verdict> isGone) throws Refusal {
        String base = name.file() + ".reap-" + self.targetToken();
        Candidate reaper = Candidate.create(directory, candidateName(base, self), self);
        boolean granted = false;
        try {
            Claim claim = claim(base, reaper, isGone);
            granted = claim instanceof Claim.Granted;
            return claim;
        } finally {
            reaper.dropName();
            if (!granted) {
                reaper.close();
            }
        }
    }

    private Claim claim(String base, Candidate self, Predicate<Verdict> isGone) throws Refusal {
        String file = base;
        for (int generation = 0; generation < GENERATIONS_MAX; generation++) {
            if (self.publish(file)) {
                return new Claim.Granted(new Authority(file, self));
            }
            Optional<FoundRecord> found = open(file, self.owner().targetToken());
            if (found.isEmpty()) {
                continue; // Cleaned away by an owner: the lock's token is over.
            }
            try (FoundRecord reaper = found.get()) {
                Verdict verdict = reaper.judge(identities);
                if (!isGone.test(verdict)) {
                    return new Claim.Taken(reaper.owner().process().pid(), verdict);
                }
                file = base + "-" + digest(reaper.owner().chainIdentity());
            } catch (DiskFault fault) {
                throw Candidate.unavailable(directory.label(file), fault);
            }
        }
        return new Claim.Exhausted();
    }

    /// Lets others step over a claim of ours that removed nothing, as though we had died.
    ///
    /// The claim may not just be removed: a Node process that has read it may still step over it
    /// once we are gone, while another claims the name anew, and both would have the authority. So
    /// the name is given, in one step, to the record of a process that never lives.
    void abdicate(Authority authority) {
        OwnerRecord nobody = authority.reaper().owner().ofNobody();
        String candidate = candidateName(authority.file(), nobody);
        try (Candidate record = Candidate.create(directory, candidate, nobody)) {
            try {
                record.supersede(authority.file());
            } finally {
                record.dropName();
            }
        } catch (Refusal | DiskFault _) {
            // Belay's reapers go by the kernel lock, which ends with this attempt; a Node reaper
            // waits until this process ends or the lock is removed.
        }
    }

    private Optional<FoundRecord> open(String file, String targetToken) throws Refusal {
        try {
            return FoundRecord.open(
                    directory, file, text -> OwnerRecordFormat.parseReaper(text, targetToken));
        } catch (InvalidRecord invalid) {
            throw new Refusal(
                            ErrorCode.LOCK_UNREADABLE,
                            directory.label(file),
                            "%s, so that nobody knows whether its process is removing the lock"
                                    .formatted(invalid.found()),
                            "make sure that nobody does, then remove the file")
                    .because(invalid);
        }
    }

    private static String candidateName(String file, OwnerRecord owner) {
        return file + ".candidate-" + owner.process().pid() + "-" + owner.token();
    }

    private static String digest(String identity) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            byte[] hash = sha256.digest(identity.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGEST_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
