package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.staging.receipt.StagingId;
import java.util.Optional;

/// The copy that a command is about, by its id or the name of its directory.
final class CopyArgument {
    private CopyArgument() {}

    static StagingId of(Session session) throws UsageFailure {
        String word = session.arguments().argument(0);
        Optional<StagingId> id =
                StagingId.isId(word)
                        ? Optional.of(new StagingId(word))
                        : StagingId.ofDirectory(word);
        if (id.isEmpty()) {
            throw new UsageFailure(
                    "\"%s\" is no id of a copy".formatted(word),
                    "belay staging inspect lists them");
        }
        return id.get();
    }
}
