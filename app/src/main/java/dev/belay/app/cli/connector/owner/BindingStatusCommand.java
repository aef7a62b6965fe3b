package dev.belay.app.cli.connector.owner;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.connector.BindingName;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// `belay connector status`: who runs a binding, why it is braked, and what is not settled.
public final class BindingStatusCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Shows owner, brake, ceiling, and what is not settled.")
                .details("Takes no lock, and works on a full or read-only disk.")
                .optional("BINDING", "Its name; without it, all bindings.")
                .example("belay connector status", "Is everything all right?")
                .example("belay connector status support --json", "The same for a script.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        try (Installation installation = session.installation()) {
            Bindings bindings = ChosenBinding.bindings(session, installation);
            Optional<String> named = session.arguments().optional(0);
            Collection<BindingName> names =
                    named.isPresent() ? List.of(Bindings.name(named.get())) : bindings.names();
            boolean isReadable = true;
            List<JsonValue> all = new ArrayList<>();
            for (BindingName name : names) {
                BindingStatus status = BindingStatus.of(session.world(), bindings, name);
                BindingView.print(session.output(), status);
                all.add(BindingView.json(status));
                isReadable &= status.damage().isEmpty();
            }
            if (names.isEmpty()) {
                session.output().line("There are no bindings; `belay connector init` makes one.");
            }
            session.output()
                    .answer(JsonObject.builder().put("bindings", new JsonArray(all)).build());
            return isReadable ? ExitCode.OK : ExitCode.DAMAGED;
        }
    }
}
