package dev.belay.core.audit;

import dev.belay.core.log.LogEnd;
import dev.belay.core.log.LogLine;
import dev.belay.core.log.LogLines;
import dev.belay.system.Directory;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Checks a whole audit log, one line at a time.
///
/// The head is read first: lines that are appended meanwhile are beyond it.
final class AuditVerifier {
    private final ChainEnd head;
    private final Chain chain = new Chain(ChainEnd.START);

    private @Nullable AuditVerification finding;

    /// The number of a line that does not follow the one before, until it is known which of the two
    /// was altered; zero when there is none.
    private long suspect;

    private String suspectHash = "";

    /// Where the remains of an append that was cut off begin, or -1.
    private long tornFrom = -1;

    private AuditVerifier(ChainEnd head) {
        this.head = head;
    }

    static AuditVerification verify(Directory directory, String log, AuditHead head)
            throws IOException {
        return switch (head.read()) {
            case AuditHead.Reading.Damaged(String why) -> new AuditVerification.HeadUnusable(why);
            case AuditHead.Reading.Good(ChainEnd latest, long _) ->
                    new AuditVerifier(latest).verify(directory, log);
            case AuditHead.Reading.Absent _ -> {
                AuditVerification whole = new AuditVerifier(ChainEnd.START).verify(directory, log);
                boolean isEmpty =
                        whole instanceof AuditVerification.Intact(long lines, long torn)
                                && lines == 0
                                && torn == 0;
                // A first append makes the head before the line, maybe since we looked.
                boolean isNew = !(head.read() instanceof AuditHead.Reading.Absent);
                yield isEmpty
                        ? whole
                        : isNew
                                ? verify(directory, log, head)
                                : new AuditVerification.HeadUnusable("is missing");
            }
        };
    }

    private AuditVerification verify(Directory directory, String log) throws IOException {
        LogEnd end = LogLines.read(directory, log, this::visit);
        AuditVerification found = finding;
        if (found != null) {
            return found;
        }
        if (suspect > 0) {
            return altered(suspect, "does not follow from the line before");
        }
        if (chain.end().count() < head.count()) {
            return new AuditVerification.CutOff(head.count(), chain.end().count());
        }
        long torn = end.tornBytes() + (tornFrom < 0 ? 0 : end.position() - tornFrom);
        return new AuditVerification.Intact(chain.end().count(), torn);
    }

    private void visit(LogLine line) {
        if (finding != null || tornFrom >= 0) {
            return;
        }
        if (suspect > 0) {
            decide(isChainedTo(line, suspectHash));
        } else if (line.number() > head.count() && Chain.isTorn(line.bytes())) {
            tornFrom = line.from();
        } else {
            follow(line);
        }
    }

    private void follow(LogLine line) {
        switch (chain.add(line.bytes())) {
            case Chain.Link.Follows _ -> {
                if (line.number() == head.count() && !chain.end().hash().equals(head.hash())) {
                    finding = altered(line.number(), "is not the line that audit.head records");
                }
            }
            case Chain.Link.Malformed(String why) -> finding = altered(line.number(), why);
            case Chain.Link.Unchained _ -> {
                suspect = line.number();
                suspectHash = ChainEnd.hash(line.bytes());
                if (suspect == 1) {
                    decide(false);
                } else if (suspect == head.count()) {
                    decide(suspectHash.equals(head.hash()));
                }
            }
        }
    }

    /// A line that a later one, or the head, vouches for is as it was: then the one before is not.
    private void decide(boolean vouchedFor) {
        finding =
                vouchedFor
                        ? altered(suspect - 1, "was changed after the line behind it was written")
                        : altered(suspect, "does not follow from the line before");
    }

    private static boolean isChainedTo(LogLine line, String hash) {
        return AuditFormat.decode(line.bytes())
                        instanceof AuditFormat.Line.Sound(AuditEntry _, String previous)
                && previous.equals(hash);
    }

    private static AuditVerification altered(long line, String why) {
        return new AuditVerification.Altered(line, why);
    }
}
