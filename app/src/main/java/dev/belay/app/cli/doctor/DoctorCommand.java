package dev.belay.app.cli.doctor;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.core.error.ExitCode;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.journal.JournalRepair;
import dev.belay.deletion.journal.JournalRepair.Diagnosis;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `belay doctor`: what is wrong with the data root, and with `--repair` what can safely be mended.
public final class DoctorCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Checks the data root, explains what is wrong, and says what helps.")
                .details(
                        "Looks only, unless --repair is given. A repair copies what it changes,"
                                + " is recorded in the audit, and drops nothing that could still"
                                + " be fenced.")
                .flag("--repair", "Repair what is proved safe.")
                .example("belay doctor", "Is everything all right?")
                .example(
                        "belay doctor --repair",
                        "Mend an invalid journal, where no fence is lost.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        try (Installation installation = session.installation()) {
            if (session.arguments().has("--repair")) {
                repair(session.output(), installation);
            }
            Bindings bindings =
                    new Bindings(
                            session.world(), installation.connectorPath(), session.bindingFiles());
            List<Ailment> ailments = new ArrayList<>(Examination.of(installation, bindings));
            ailments.addAll(CopiesExamination.of(session));
            return say(session.output(), ailments);
        }
    }

    private static void repair(Output output, Installation installation) throws IOException {
        Optional<Directory> directory =
                PrivateDirectory.open(
                        installation.world(), installation.deletionPath(), "deletion");
        if (directory.isEmpty()) {
            return;
        }
        try (Directory deletion = directory.get()) {
            Diagnosis mended =
                    new JournalRepair(installation.world(), deletion, installation.audit())
                            .repair();
            for (Diagnosis.Finding finding : mended.findings()) {
                output.line("repaired: " + finding.found());
            }
        }
    }

    private static ExitCode say(Output output, List<Ailment> ailments) {
        boolean damaged = ailments.stream().anyMatch(it -> it.weight() == Ailment.Weight.DAMAGE);
        for (Ailment ailment : ailments) {
            output.line("%s: %s".formatted(ailment.where(), ailment.found()));
            if (!ailment.help().isEmpty()) {
                output.line("    " + ailment.help());
            }
        }
        if (!damaged) {
            output.line("All is well.");
        }
        List<JsonValue> all = ailments.stream().<JsonValue>map(DoctorCommand::json).toList();
        output.answer(
                JsonObject.builder()
                        .put("well", !damaged)
                        .put("findings", new JsonArray(all))
                        .build());
        return damaged ? ExitCode.DAMAGED : ExitCode.OK;
    }

    private static JsonObject json(Ailment ailment) {
        return JsonObject.builder()
                .put("where", ailment.where())
                .put("found", ailment.found())
                .put("help", ailment.help())
                .put("damage", ailment.weight() == Ailment.Weight.DAMAGE)
                .build();
    }
}
