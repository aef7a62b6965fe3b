package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.git.Git;
import dev.belay.staging.receipt.SourceWitness;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.recovery.Recovery;
import dev.belay.staging.witness.WitnessChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `belay staging recover`: removes a copy that its owner left, once it is proved that nothing is
/// lost with it.
public final class RecoverCopyCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Removes an abandoned copy, once nothing can be lost with it.")
                .details(
                        "Proves that its owner is gone, that no lease claims it, that its outputs"
                                + " are in safety, that the working tree it came from or a Git ref"
                                + " holds each file that was copied, and that the repository"
                                + " ignores what else is in it. Then it is moved away, looked at"
                                + " once more, and removed. Anything else keeps it, and is told.",
                        "Outputs that no run has brought back are brought back first. A recovery"
                                + " that was cut off is taken over, of the Node program too.")
                .argument("ID", "The copy, as belay staging inspect shows it.")
                .value("--witness-repo", "DIRECTORY", "The repository of --witness-ref.")
                .value("--witness-ref", "REF", "The ref that holds the source: refs/heads/main.")
                .value("--lease-tool", "PROGRAM", "Ask this program for claims, as crabbox.")
                .value(
                        "--products",
                        "WAY",
                        "What of it the command made and Git does not ignore: keep writes a"
                                + " commit of it at refs/belay/products/ID, discard lets it go.")
                .flag("--paranoid", "Let Git check the history of the ref, too.")
                .flag("--dry-run", "Prove all that can be proved, and leave the copy.")
                .example("belay staging recover ID --dry-run", "What would it rest on?")
                .example("belay staging recover ID", "Remove it.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        StagingId id = CopyArgument.of(session);
        boolean isRehearsal = session.arguments().has("--dry-run");
        try (Recoveries recoveries = Recoveries.of(session)) {
            Recovery recovery = recoveries.recovery(chosen(session, recoveries.git()));
            say(
                    session.output(),
                    isRehearsal ? recovery.rehearse(id) : recovery.recover(id, Demand.RECOVER));
        }
        return ExitCode.OK;
    }

    private static @Nullable SourceWitness chosen(Session session, Git git) throws IOException {
        Optional<String> repository = session.arguments().text("--witness-repo");
        Optional<String> ref = session.arguments().text("--witness-ref");
        if (repository.isPresent() != ref.isPresent()) {
            throw new UsageFailure(
                    "a repository without a ref, or a ref without one",
                    "Give both --witness-repo and --witness-ref.");
        }
        if (repository.isEmpty() || ref.isEmpty()) {
            return null;
        }
        Path path = Session.directory().resolve(repository.get());
        return WitnessChoice.named(git, path, ref.get());
    }

    private static void say(Output output, Recovery.Outcome outcome) {
        output.line(
                outcome.isRemoved()
                        ? "Removed. It was proved that:"
                        : "It may be removed. It was proved that:");
        outcome.grounds().forEach(ground -> output.line("  " + ground));
        output.answer(
                JsonObject.builder()
                        .put("id", outcome.id().value())
                        .put("recovered", outcome.isRemoved())
                        .put("grounds", json(outcome.grounds()))
                        .build());
    }

    static JsonArray json(List<String> texts) {
        return new JsonArray(texts.stream().<JsonValue>map(JsonString::new).toList());
    }
}
