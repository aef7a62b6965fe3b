package dev.belay.app.cli.staging.mirrors;

import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.staging.copies.CopiesPlace;
import dev.belay.app.config.Keys;
import dev.belay.app.wiring.Installation;
import dev.belay.core.audit.AuditEvent;
import dev.belay.core.error.Refusal;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.mirror.Limits;
import dev.belay.staging.mirror.Mirrors;
import dev.belay.staging.mirror.Retention;
import dev.belay.staging.mirror.Slot;
import java.io.IOException;
import java.util.List;

/// The mirrors of this installation, by its settings.
public final class MirrorKeeping {
    private final Session session;
    private final SyncRoot root;
    private final Owners owners;

    public MirrorKeeping(Session session, CopiesPlace place, SyncRoot root) throws IOException {
        this.session = session;
        this.root = root;
        this.owners = place.owners(root.directory());
    }

    /// Who takes one for a run.
    public Mirrors mirrors() throws Refusal {
        return new Mirrors(root, owners, retention());
    }

    /// Who lets them go.
    public Retention retention() throws Refusal {
        Limits limits =
                new Limits(
                        session.configuration()
                                .count(Keys.STAGING_MIRRORS_BYTES)
                                .orElse(Long.MAX_VALUE),
                        session.configuration().duration(Keys.STAGING_MIRRORS_AGE));
        return new Retention(root, owners, limits, this::tell);
    }

    /// Written down first; while STOP is set, none goes.
    private void tell(AuditEvent eviction) throws IOException {
        try (Installation installation = session.installation()) {
            installation.stop().check();
            installation.audit().append(List.of(eviction));
        }
    }

    /// Lets go of what is too old or too much. A run is over by then, whatever becomes of them.
    public static void trim(Session session) {
        CopiesPlace place;
        try {
            place = CopiesPlace.of(session);
            try (SyncRoot root = place.open()) {
                Retention retention = new MirrorKeeping(session, place, root).retention();
                for (Retention.Eviction each : retention.trim()) {
                    session.output()
                            .complaint(
                                    "belay: %s is removed: %s"
                                            .formatted(named(each.slot()), each.why()));
                }
            }
        } catch (IOException failure) {
            session.output()
                    .complaint("belay: earlier mirrors were not seen to: " + failure.getMessage());
        }
    }

    private static String named(Slot slot) {
        return slot.repository()
                .map(repository -> "the mirror of " + repository)
                .orElse("a place for a mirror");
    }
}
