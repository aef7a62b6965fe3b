package dev.belay.staging.source;

import dev.belay.staging.content.Footprint;
import dev.belay.staging.recovery.ContentProof.Copy;
import dev.belay.staging.recovery.ContentProof.Proved;
import dev.belay.staging.recovery.Witness;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.List;

/// A copy of which all that counts is held elsewhere, by a survey of what it holds.
///
/// @param elsewhere what holds it
/// @param grounds why it may go
record Surveyed(
        Copy copy, Survey survey, Witness.Verified elsewhere, List<String> grounds, Clock clock)
        implements Proved {
    Surveyed {
        grounds = List.copyOf(grounds);
    }

    @Override
    public void again(Directory payload) throws IOException {
        survey.requireSame(survey.again(payload, copy.manifest(), clock.now()));
    }

    @Override
    public void revalidate() throws IOException {
        elsewhere.revalidate();
    }

    @Override
    public Footprint footprint() {
        return survey.footprint();
    }
}
