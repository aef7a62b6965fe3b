package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Style;
import dev.belay.app.config.SecretReference;
import dev.belay.app.wiring.Installation;
import dev.belay.app.wiring.NoProvider;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.custody.Deletions;
import dev.belay.deletion.custody.Sight;
import java.io.IOException;
import java.util.List;

/// `belay deletion verify-credential`: whether a new token sees everything in custody.
public final class VerifyCredentialCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Checks that a new token sees every computer in custody.")
                .details(
                        "Run it before the token is changed. A 404 under the new token is not"
                                + " absence here: it may be another account.")
                .value("--token-file", "FILE", "The file that holds the new token.")
                .example(
                        "belay deletion verify-credential --token-file /etc/belay/new.token",
                        "Exit 0: it may take the place of the old one.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        String file = ArgumentsOf.words(session.arguments(), "--token-file");
        SecretReference candidate =
                new SecretReference.InFile(Session.directory().resolve(file).toString());
        EndingView view = new EndingView(session.output());
        try (Installation installation = session.installation()) {
            Deletions deletions =
                    installation.deletions(new NoProvider(), view::event, view::notice);
            List<Sight> sights =
                    deletions.verifyCredential(installation.providers().withToken(candidate));
            return say(session, sights);
        }
    }

    private static ExitCode say(Session session, List<Sight> sights) throws Refusal {
        Output output = session.output();
        int hidden = 0;
        for (Sight sight : sights) {
            switch (sight) {
                case Sight.Visible(BoxId id) -> output.line(id + "  " + Style.GOOD.of("visible"));
                case Sight.Hidden(BoxId id, String why) -> {
                    hidden++;
                    output.line(id + "  " + Style.BAD.of("hidden") + ": " + why);
                }
            }
        }
        if (hidden > 0) {
            throw new Refusal(
                    ErrorCode.CREDENTIAL_REFUSED,
                    "--token-file",
                    "%d of %d computers in custody are not visible to it"
                            .formatted(hidden, sights.size()),
                    "keep the old token until every one is visible or released");
        }
        output.line("every one of %d is visible".formatted(sights.size()));
        output.answer(JsonObject.builder().put("visible", sights.size()).build());
        return ExitCode.OK;
    }
}
