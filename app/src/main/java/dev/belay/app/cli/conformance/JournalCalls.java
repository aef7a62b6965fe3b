package dev.belay.app.cli.conformance;

import dev.belay.connector.BindingName;
import dev.belay.connector.TurnId;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.journal.LineLog;
import dev.belay.connector.journal.Turns;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.Delivery;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.NoticeLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.ReloadLine;
import dev.belay.connector.line.Times;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The operations of the connector's journal, each on the binding directory that its command names.
final class JournalCalls implements AutoCloseable {
    private final OpenJournals journals;
    private final Map<String, Call> calls = new TreeMap<>();

    JournalCalls(World world) {
        this.journals = new OpenJournals(world);
        addPure();
        addLogs();
        addDays();
        addOutbox();
        addTurns();
    }

    /// One operation.
    private interface Call {
        JsonValue on(Path directory, JsonObject arguments) throws IOException;
    }

    /// Something done to a journal.
    private interface Change {
        void on(ConnectorJournal journal, JsonObject entry) throws IOException;
    }

    List<String> operations() {
        return List.copyOf(calls.keySet());
    }

    boolean has(String operation) {
        return calls.containsKey(operation);
    }

    JsonValue call(String operation, Path directory, JsonObject arguments) throws IOException {
        journals.begin();
        JsonValue result = calls.getOrDefault(operation, this::unknown).on(directory, arguments);
        journals.end();
        return result;
    }

    private JsonValue unknown(Path directory, JsonObject arguments) throws WrongArgument {
        throw new WrongArgument("unknown operation");
    }

    @Override
    public void close() {
        journals.close();
    }

    private void addPure() {
        calls.put("journal.journalLabel", (directory, _) -> new JsonString(label(directory)));
        calls.put(
                "journal.ensureJournal",
                (directory, _) -> {
                    journals.at(directory);
                    return new JsonString(directory.toString());
                });
        calls.put(
                "journal.utcDate",
                (_, arguments) ->
                        new JsonString(
                                Times.date(
                                        Driver.instant(
                                                        arguments
                                                                .member("now")
                                                                .orElse(JsonNull.NULL))
                                                .orElseThrow(() -> new WrongArgument("no time")))));
    }

    private void addLogs() {
        calls.put(
                "journal.appendInbox",
                change((journal, entry) -> {
                    require(InboxLine.isValid(entry), "an entry of the inbox needs an id");
                    journal.inbox().append(new InboxLine(entry));
                }));
        calls.put(
                "journal.readInboxIds",
                (directory, _) -> texts(journals.at(directory).inbox().ids()));
        calls.put(
                "journal.appendDrop",
                change((journal, entry) -> journal.drops().append(new DropLine(entry))));
        calls.put("journal.readDrops", (directory, _) -> lines(journals.at(directory).drops()));
        calls.put(
                "journal.appendReload",
                change((journal, entry) -> {
                    require(ReloadLine.isValid(entry), "a reload needs an outcome");
                    journal.reloads().append(new ReloadLine(entry));
                }));
        calls.put("journal.readReloads", (directory, _) -> lines(journals.at(directory).reloads()));
    }

    private void addDays() {
        calls.put(
                "journal.appendAdmission",
                change((journal, entry) -> {
                    require(AdmissionLine.isValid(entry), "an admission needs id and at");
                    journal.admissions().append(new AdmissionLine(entry));
                }));
        calls.put(
                "journal.countAdmissionsOn",
                (directory, arguments) -> {
                    String date = text(arguments, "date");
                    return JsonNumber.of(journals.at(directory).admissions().countOn(date));
                });
        calls.put(
                "journal.appendNotice",
                change((journal, entry) -> {
                    require(NoticeLine.isValid(entry), "a notice needs kind and date");
                    journal.notices().append(new NoticeLine(entry));
                }));
        calls.put(
                "journal.noticeOn",
                (directory, arguments) -> {
                    String kind = text(arguments, "kind");
                    String date = text(arguments, "date");
                    return JsonBoolean.of(journals.at(directory).notices().has(kind, date));
                });
    }

    private void addOutbox() {
        calls.put(
                "journal.appendOutbox",
                change((journal, entry) -> {
                    require(OutboxLine.isValid(entry), "an entry needs a nonce and a status");
                    journal.outbox().append(new OutboxLine(entry));
                }));
        calls.put(
                "journal.readOutbox",
                (directory, _) -> {
                    List<JsonValue> pairs = new ArrayList<>();
                    journals.at(directory)
                            .outbox()
                            .all()
                            .forEach((nonce, delivery) ->
                                    pairs.add(
                                            new JsonArray(
                                                    List.of(
                                                            new JsonString(nonce),
                                                            delivery.json()))));
                    return new JsonArray(pairs);
                });
        calls.put(
                "journal.unresolvedOutbox",
                (directory, _) ->
                        new JsonArray(
                                journals.at(directory).outbox().unresolved().stream()
                                        .<JsonValue>map(Delivery::json)
                                        .toList()));
    }

    private void addTurns() {
        calls.put("journal.turnPath", (directory, arguments) -> path(directory, turnId(arguments)));
        calls.put(
                "journal.writeTurn",
                (directory, arguments) -> {
                    TurnId id = turnId(arguments);
                    journals.at(directory).turns().write(id, object(arguments, "record"));
                    return path(directory, id);
                });
        calls.put(
                "journal.readTurn",
                (directory, arguments) ->
                        journals.at(directory)
                                .turns()
                                .find(turnId(arguments))
                                .orElseThrow(() -> new WrongArgument("there is no such turn")));
        calls.put("journal.listTurns", (directory, _) -> new JsonArray(turns(directory)));
        calls.put(
                "journal.countTurnsOn",
                (directory, arguments) -> {
                    String date = text(arguments, "date");
                    return JsonNumber.of(
                            turns(directory).stream()
                                    .filter(turn -> startedOn((JsonObject) turn, date))
                                    .count());
                });
    }

    private Call change(Change change) {
        return (directory, arguments) -> {
            JsonObject entry = object(arguments, "entry");
            change.on(journals.at(directory), entry);
            return JsonNull.NULL;
        };
    }

    private List<JsonValue> turns(Path directory) throws IOException {
        List<JsonValue> turns = new ArrayList<>();
        journals.at(directory)
                .turns()
                .forEach(found -> {
                    switch (found) {
                        case Turns.Found.Whole(JsonObject turn) -> turns.add(turn);
                        case Turns.Found.Damaged _ -> {}
                    }
                });
        return turns;
    }

    private static boolean startedOn(JsonObject turn, String date) {
        return turn.string("startedAt").map(Times::dateOf).filter(date::equals).isPresent();
    }

    private static JsonArray lines(LineLog<?> log) throws IOException {
        List<JsonValue> lines = new ArrayList<>();
        log.read(lines::add);
        return new JsonArray(lines);
    }

    private static JsonArray texts(List<String> texts) {
        return new JsonArray(texts.stream().<JsonValue>map(JsonString::new).toList());
    }

    private static JsonString path(Path directory, TurnId id) {
        return new JsonString(directory.resolve("turns").resolve(id.value() + ".json").toString());
    }

    private static String label(Path directory) {
        return Optional.of(directory.getFileName().toString())
                .filter(BindingName::isValid)
                .map(name -> new BindingName(name).label() + " under the data root")
                .orElse("the binding's journal directory");
    }

    private static TurnId turnId(JsonObject arguments) throws WrongArgument {
        String id = text(arguments, "id");
        require(TurnId.isValid(id), "id is not the id of a turn");
        return new TurnId(id);
    }

    private static String text(JsonObject arguments, String name) throws WrongArgument {
        return arguments.string(name).orElseThrow(() -> new WrongArgument(name + " is no text"));
    }

    private static JsonObject object(JsonObject arguments, String name) throws WrongArgument {
        if (arguments.member(name).orElse(JsonNull.NULL) instanceof JsonObject object) {
            return object;
        }
        throw new WrongArgument(name + " is not an object");
    }

    private static void require(boolean isSo, String complaint) throws WrongArgument {
        if (!isSo) {
            throw new WrongArgument(complaint);
        }
    }
}
