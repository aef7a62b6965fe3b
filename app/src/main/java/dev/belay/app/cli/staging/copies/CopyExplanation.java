package dev.belay.app.cli.staging.copies;

import dev.belay.app.cli.frame.Session;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.staging.discovery.Found;
import dev.belay.staging.discovery.Sweep;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What `belay explain` tells of one copy.
public final class CopyExplanation {
    private CopyExplanation() {}

    /// Whether it is the id of a copy, or the name of its directory.
    public static boolean isAbout(String id) {
        return StagingId.isId(id) || StagingId.ofDirectory(id).isPresent();
    }

    /// Tells where it stands, why, and what would release it.
    public static void tell(Session session, String id) throws IOException {
        String name = StagingId.isId(id) ? new StagingId(id).directory() : id;
        CopiesPlace place = CopiesPlace.of(session);
        Optional<Directory> found = place.look();
        if (found.isEmpty()) {
            throw notFound(id);
        }
        try (Directory copies = found.get()) {
            CopyView view = CopyView.of(find(session, place, copies, name), copies);
            view.print(session.output(), session.world().clock().now());
            session.output()
                    .answer(
                            JsonObject.builder()
                                    .put("copies", CopyView.json(List.of(view)))
                                    .build());
        }
    }

    /// A page that begins right before the name begins with it, if it is there.
    private static Found find(Session session, CopiesPlace place, Directory copies, String name)
            throws IOException {
        String before = name.substring(0, name.length() - 1);
        return Sweep.start(copies, place.owners(copies), session.world().clock(), before)
                .next()
                .entries()
                .stream()
                .filter(each -> each.directory().equals(name))
                .findFirst()
                .orElseThrow(() -> notFound(name));
    }

    private static Refusal notFound(String id) {
        return new Refusal(
                ErrorCode.STAGING_NOT_FOUND,
                id,
                "there is no such copy",
                "belay staging inspect lists those that are there");
    }
}
