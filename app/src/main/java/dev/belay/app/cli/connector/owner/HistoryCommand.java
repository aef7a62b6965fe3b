package dev.belay.app.cli.connector.owner;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Table;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.connector.BindingName;
import dev.belay.connector.Decimals;
import dev.belay.connector.TurnId;
import dev.belay.connector.journal.JournalView;
import dev.belay.connector.line.Delivery;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// `belay connector history`: the last turns of a binding, and what became of their answers.
public final class HistoryCommand implements Command {
    private static final int USUAL = 20;
    private static final int COUNT_MAX = 10_000;

    @Override
    public Description description() {
        return Description.of("Shows the last turns of a binding, and whether answers are out.")
                .details("Never the text of a message, whatever is kept. Takes no lock.")
                .argument("BINDING", "Its name.")
                .value("--last", "COUNT", "How many: 20 by default.")
                .example("belay connector history support --last 50", "What did it do?");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        int count = count(session.arguments().text("--last"));
        BindingName name = Bindings.name(session.arguments().argument(0));
        List<Turn> turns = new ArrayList<>();
        try (Installation installation = session.installation()) {
            Bindings bindings = ChosenBinding.bindings(session, installation);
            bindings.requireKnown(name);
            Optional<Directory> directory = bindings.lookAt(name);
            if (directory.isPresent()) {
                try (Directory opened = directory.get();
                        JournalView view =
                                JournalView.open(session.world(), bindings.pathOf(name), opened)) {
                    turns.addAll(last(view, count));
                }
            }
        }
        say(session, turns);
        return ExitCode.OK;
    }

    /// What is shown of one turn.
    private record Turn(String id, String startedAt, String outcome, List<Delivery> parts) {}

    private static int count(Optional<String> text) throws UsageFailure {
        long number = text.map(Decimals::number).orElse((long) USUAL);
        if (number < 1 || number > COUNT_MAX) {
            throw new UsageFailure("--last: not a count", "Give a number from 1 to 10000.");
        }
        return (int) number;
    }

    private static List<Turn> last(JournalView view, int count) throws IOException {
        List<String> ids =
                Stream.concat(view.over().stream(), view.inFlight().stream())
                        .sorted(Comparator.comparing(Decimals::number, Long::compareUnsigned))
                        .toList();
        List<String> shown = ids.subList(Math.max(0, ids.size() - count), ids.size());
        Set<String> wanted = new HashSet<>(shown);
        Map<String, List<Delivery>> parts = new HashMap<>();
        for (Delivery part : view.parts()) {
            part.json()
                    .string("turn")
                    .filter(wanted::contains)
                    .ifPresent(
                            turn -> parts.computeIfAbsent(turn, _ -> new ArrayList<>()).add(part));
        }
        List<Turn> turns = new ArrayList<>();
        for (String id : shown) {
            turns.add(turn(view, id, parts.getOrDefault(id, List.of())));
        }
        return turns;
    }

    private static Turn turn(JournalView view, String id, List<Delivery> parts) throws IOException {
        if (view.turns().isEmpty() || !TurnId.isValid(id)) {
            return new Turn(id, "", "in flight", parts);
        }
        try {
            Optional<JsonObject> record = view.turns().get().find(new TurnId(id));
            return new Turn(
                    id,
                    record.flatMap(it -> it.string("startedAt")).orElse(""),
                    record.map(it -> it.string("outcome").orElse("over")).orElse("in flight"),
                    parts);
        } catch (Refusal damage) {
            return new Turn(id, "", "unreadable: " + damage.found(), parts);
        }
    }

    private static void say(Session session, List<Turn> turns) {
        Table table = new Table("TURN", "STARTED", "OUTCOME", "PARTS");
        List<JsonValue> all = new ArrayList<>();
        for (Turn turn : turns) {
            List<JsonValue> parts = new ArrayList<>();
            turn.parts().forEach(part -> parts.add(BindingView.json(part)));
            List<String> words = turn.parts().stream().map(it -> it.status().word()).toList();
            table.row(
                    turn.id(),
                    turn.startedAt().isEmpty() ? "-" : turn.startedAt(),
                    turn.outcome(),
                    words.isEmpty() ? "-" : String.join(" ", words));
            all.add(
                    JsonObject.builder()
                            .put("turn", turn.id())
                            .put("startedAt", turn.startedAt())
                            .put("outcome", turn.outcome())
                            .put("parts", new JsonArray(parts))
                            .build());
        }
        if (table.isEmpty()) {
            session.output().line("There are no turns yet.");
        } else {
            table.print(session.output());
        }
        session.output().answer(JsonObject.builder().put("turns", new JsonArray(all)).build());
    }
}
