package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.staging.copies.CopiesPlace;
import dev.belay.app.cli.staging.copies.CopyView;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import dev.belay.staging.discovery.Found;
import dev.belay.staging.discovery.Page;
import dev.belay.staging.discovery.Sweep;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `belay staging inspect`: which copies there are, where each stands, and what would release it.
public final class InspectCommand implements Command {
    private static final String SIZES = "--sizes";

    @Override
    public Description description() {
        return Description.of("Lists the sealed copies: where each stands, and what helps.")
                .details(
                        "A page of at most 64, or what can be seen in 250 ms. Takes no lock,"
                                + " changes nothing, and works on a full or read-only disk.",
                        "active: its owner is alive. candidate: belay staging recover may prove"
                                + " that nothing is lost with it. protected: it stays, for the"
                                + " reason that is told.")
                .value(
                        "--after",
                        "CURSOR",
                        "Go on after this copy, as a page before this one said.")
                .flag(SIZES, "Say how large each is, too: costs a look at every file.")
                .example("belay staging inspect", "What is there, and why?")
                .example("belay staging inspect --json | jq .entries", "The same, for a script.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        CopiesPlace place = CopiesPlace.of(session);
        Duration started = session.world().clock().elapsed();
        Optional<Directory> found = place.look();
        if (found.isEmpty()) {
            say(session, new View(new Page(List.of(), null), List.of()), started);
            return ExitCode.OK;
        }
        try (Directory copies = found.get()) {
            Page page =
                    Sweep.start(
                                    copies,
                                    place.owners(copies),
                                    session.world().clock(),
                                    session.arguments().text("--after").orElse(null))
                            .next();
            say(session, view(session, page, copies), started);
        }
        return ExitCode.OK;
    }

    /// A page with what is told of its entries.
    private record View(Page page, List<CopyView> copies) {}

    private static View view(Session session, Page page, Directory copies) throws DiskFault {
        boolean isMeasured = session.arguments().has(SIZES);
        List<CopyView> views = new ArrayList<>();
        for (Found each : page.entries()) {
            views.add(isMeasured ? CopyView.measured(each, copies) : CopyView.of(each, copies));
        }
        return new View(page, views);
    }

    private static void say(Session session, View view, Duration started) {
        Output output = session.output();
        if (output.isJson()) {
            Duration elapsed = session.world().clock().elapsed().minus(started);
            JsonObject.Builder answer =
                    JsonObject.builder()
                            .put("entries", CopyView.json(view.copies))
                            .put("incomplete", view.page.position().isPresent())
                            .put("elapsedMs", elapsed.toMillis());
            view.page.position().ifPresent(next -> answer.put("nextCursor", next));
            output.answer(answer.build());
            return;
        }
        if (view.copies.isEmpty()) {
            output.line("There are no copies.");
        }
        for (CopyView copy : view.copies) {
            copy.print(output, session.world().clock().now());
        }
        view.page
                .position()
                .ifPresent(next ->
                        output.line("There are more: belay staging inspect --after " + next));
    }
}
