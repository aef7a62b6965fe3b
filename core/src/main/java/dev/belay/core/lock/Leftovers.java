package dev.belay.core.lock;

import dev.belay.core.identity.Identities;
import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.lock.record.FoundRecord;
import dev.belay.core.lock.record.InvalidRecord;
import dev.belay.core.lock.record.OwnerRecord;
import dev.belay.core.lock.record.OwnerRecordFormat;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The files that crashed and refused attempts left beside a lock.
///
/// Decides by kernel lock and identity, never by age, and touches only names that the protocol
/// gives.
final class Leftovers {
    /// How many are listed or removed at a time; the next owner goes on.
    static final int FILES_MAX = 1000;

    /// How many names of the directory are looked at.
    private static final int NAMES_MAX = 100_000;

    private static final String REAPER =
            "\\.reap-(?<target>" + OwnerRecordFormat.UUID_4 + ")(-[0-9a-f]{32})?";
    private static final String CANDIDATE =
            "\\.candidate-(?<pid>[1-9][0-9]{0,9})-(?<token>" + OwnerRecordFormat.UUID_4 + ")";

    private final Directory directory;
    private final Identities identities;
    private final Pattern reaper;
    private final Pattern candidate;

    Leftovers(Directory directory, LockName name, Identities identities) {
        this.directory = directory;
        this.identities = identities;
        String lock = Pattern.quote(name.file());
        this.reaper = Pattern.compile(lock + REAPER);
        this.candidate = Pattern.compile(lock + "(" + REAPER + ")?" + CANDIDATE);
    }

    List<String> list() throws DiskFault {
        return directory.walk(names ->
                names.limit(NAMES_MAX)
                        .filter(name -> isReaper(name) || isCandidate(name))
                        .limit(FILES_MAX)
                        .sorted()
                        .toList());
    }

    /// Removes what can no longer matter to anybody.
    ///
    /// @param owner the caller's own record, which holds the lock
    /// @param gated whether no other Belay process can be making a candidate meanwhile
    void clean(OwnerRecord owner, boolean gated) throws DiskFault {
        for (String name : list()) {
            if (isReaper(name) ? isOver(name, owner) : isAbandoned(name, owner, gated)) {
                directory.unlink(name);
            }
        }
    }

    /// A reaper of another lock than ours: a token is published once, so that whoever still holds
    /// or makes such a claim finds that the lock is no longer the one it was about to remove.
    private boolean isOver(String name, OwnerRecord owner) {
        Matcher matcher = reaper.matcher(name);
        return matcher.matches() && !matcher.group("target").equals(owner.token());
    }

    private boolean isAbandoned(String name, OwnerRecord owner, boolean gated) throws DiskFault {
        Matcher matcher = candidate.matcher(name);
        long pid = matcher.matches() ? Long.parseLong(matcher.group("pid")) : 0;
        if (!ProcessIdentity.isPid(pid)) {
            return false;
        }
        if (matcher.group("token").equals(owner.token())) {
            return true; // Our own, published already.
        }
        try {
            return isGone(name, matcher.group("target"));
        } catch (InvalidRecord _) {
            // Cut off before it was complete. Nothing in it tells whose it is, but its name does:
            // a number that is ours now was somebody's who is gone.
            boolean isOurs = pid == owner.process().pid();
            return gated && (isOurs || identities.judge(ProcessIdentity.ofPid(pid)).isGone());
        }
    }

    private boolean isGone(String name, @Nullable String target) throws DiskFault, InvalidRecord {
        FoundRecord.Parser parser =
                target == null
                        ? OwnerRecordFormat::parse
                        : text -> OwnerRecordFormat.parseReaper(text, target);
        Optional<FoundRecord> opened = FoundRecord.open(directory, name, parser);
        if (opened.isEmpty()) {
            return false;
        }
        try (FoundRecord found = opened.get()) {
            return found.judge(identities).isGone();
        }
    }

    private boolean isReaper(String name) {
        return reaper.matcher(name).matches();
    }

    private boolean isCandidate(String name) {
        return candidate.matcher(name).matches();
    }
}
