package dev.belay.app.cli.staging.mirrors;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.cli.staging.copies.CopiesPlace;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.mirror.Retention;
import dev.belay.staging.mirror.Retention.Eviction;
import dev.belay.staging.mirror.Slot;
import dev.belay.staging.mirror.Slots;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `belay staging mirrors`: which copies are kept warm, how much they take, and letting go of them.
public final class MirrorsCommand implements Command {
    private static final String EVICT = "--evict";
    private static final String EVICT_IDLE = "--evict-idle";

    @Override
    public Description description() {
        return Description.of("Lists the mirrors that are kept warm between runs.")
                .details(
                        "A mirror is the copy of belay staging exec --mirror: one for each"
                                + " repository, at most 32 together with those of the Node"
                                + " program. What a run has handed over holds nothing that anybody"
                                + " needs, and may go at any time.")
                .value(EVICT, "KEY", "Remove this one, unless a run is using it.")
                .flag(EVICT_IDLE, "Remove each that no run is using.")
                .example("belay staging mirrors", "What is warm, and how large is it?")
                .example("belay staging mirrors --evict-idle", "Free the space.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        Optional<String> key = session.arguments().text(EVICT);
        boolean evictsAll = session.arguments().has(EVICT_IDLE);
        if (key.isPresent() && evictsAll) {
            throw new UsageFailure("both --evict and --evict-idle", "Give one of them.");
        }
        if (key.isEmpty() && !evictsAll) {
            list(session);
            return ExitCode.OK;
        }
        if (key.isPresent() && !Digest.isDigest(key.get())) {
            throw new UsageFailure(
                    "\"%s\" is no key of a mirror".formatted(key.get()),
                    "belay staging mirrors lists them");
        }
        CopiesPlace place = CopiesPlace.of(session);
        try (SyncRoot root = place.open()) {
            Retention retention = new MirrorKeeping(session, place, root).retention();
            if (key.isEmpty()) {
                say(session.output(), retention.evictIdle());
                return ExitCode.OK;
            }
            Eviction eviction = retention.evict(new Digest(key.get()));
            if (!eviction.isGone()) {
                throw new Refusal(
                        ErrorCode.STAGING_KEPT,
                        key.get(),
                        eviction.why(),
                        "see belay staging mirrors");
            }
            say(session.output(), List.of(eviction));
        }
        return ExitCode.OK;
    }

    private static void list(Session session) throws IOException {
        CopiesPlace place = CopiesPlace.of(session);
        List<MirrorView> mirrors = new ArrayList<>();
        Optional<Directory> found = place.look();
        if (found.isPresent()) {
            try (Directory copies = found.get()) {
                Owners owners = place.owners(copies);
                for (Slot slot : Slots.look(copies)) {
                    mirrors.add(MirrorView.of(slot, copies, owners));
                }
            }
        }
        Output output = session.output();
        if (mirrors.isEmpty()) {
            output.line("There are no mirrors.");
        }
        mirrors.forEach(each -> each.print(output, session.world().clock().now()));
        output.answer(JsonObject.builder().put("mirrors", MirrorView.json(mirrors)).build());
    }

    private static void say(Output output, List<Eviction> evictions) {
        List<JsonValue> all = new ArrayList<>();
        for (Eviction each : evictions) {
            String what =
                    "%s %s"
                            .formatted(
                                    each.slot().key().hex(), each.slot().repository().orElse("-"));
            output.line(
                    each.isGone()
                            ? what + ": removed"
                            : "%s: kept: %s".formatted(what, each.why()));
            all.add(
                    JsonObject.builder()
                            .put("key", each.slot().key().hex())
                            .put("evicted", each.isGone())
                            .put("reason", each.why())
                            .build());
        }
        output.answer(JsonObject.builder().put("evictions", new JsonArray(all)).build());
    }
}
