package dev.belay.proof.seed;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.seed.Peer.Command;
import java.util.List;
import java.util.random.RandomGenerator;

/// Calls of the connector's journal: few ids, nonces, and days, so that calls meet; most of them
/// sensible; and each way of being wrong that the arguments have.
final class RandomJournalCommands {
    private static final List<String> IDS =
            List.of(
                    "1100000000000000001",
                    "1100000000000000002",
                    "18446744073709551615",
                    "18446744073709551616",
                    "0",
                    "007",
                    "t-1",
                    "a.b_c",
                    "id with \u2028 and \uD83D\uDE00");
    private static final List<String> NONCES =
            List.of(
                    "Yy1wYXJ0LTAtZXhhbXBsZQ",
                    "Yy1wYXJ0LTEtZXhhbXBsZQ",
                    "Yy1wYXJ0LTEtZXhhbXBsZR",
                    "n000000001",
                    "n000000002",
                    "nonce of another program");
    private static final List<String> STATUSES =
            List.of("intent", "intent", "confirmed", "refused", "unknown");
    private static final List<String> TIMES =
            List.of(
                    "2026-03-01T23:59:59.999Z",
                    "2026-03-02T00:00:00.000Z",
                    "2026-03-02",
                    "2026-03-0",
                    "2026-03-02T05:00:00+05:00",
                    "soon",
                    "");
    private static final List<String> DATES =
            List.of("2026-03-01", "2026-03-02", "2026-03-0", "soon", "", "2026-03-02T");
    private static final List<String> KINDS = List.of("ceiling", "interrupted", "");
    private static final List<String> ODD_TURNS =
            List.of("", ".hidden", "a/b", "..", "x".repeat(129), "a b", "\u00e9");

    private final RandomGenerator random;

    RandomJournalCommands(RandomGenerator random) {
        this.random = random;
    }

    Command next() {
        return switch (random.nextInt(22)) {
            case 0, 1 -> append("Inbox", inbox());
            case 2 -> plain("readInboxIds");
            case 3, 4, 5, 6 -> append("Outbox", outbox());
            case 7 -> plain("readOutbox");
            case 8, 9 -> plain("unresolvedOutbox");
            case 10, 11 -> append("Admission", admission());
            case 12 -> new Command("journal.countAdmissionsOn", "date", text(DATES));
            case 13 -> append("Notice", notice());
            case 14 -> noticeOn();
            case 15 -> writeTurn();
            case 16 -> new Command("journal.readTurn", "id", turnId());
            case 17 -> plain("listTurns");
            case 18 -> new Command("journal.countTurnsOn", "date", text(DATES));
            case 19 -> drops();
            case 20 -> reloads();
            default -> pure();
        };
    }

    boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    private static Command plain(String operation) {
        return new Command("journal." + operation, JsonObject.builder().build());
    }

    private static Command append(String what, JsonObject entry) {
        return new Command("journal.append" + what, "entry", entry);
    }

    private JsonObject inbox() {
        JsonObject.Builder entry = JsonObject.builder();
        put(entry, "id", oneIn(20) ? new JsonString("") : text(IDS));
        if (oneIn(2)) {
            put(entry, "channel", text(List.of("7", "8")));
        }
        return extended(entry);
    }

    private JsonObject outbox() {
        JsonObject.Builder entry = JsonObject.builder();
        put(entry, "nonce", oneIn(30) ? new JsonString("") : text(NONCES));
        put(entry, "status", oneIn(20) ? text(List.of("sent", "")) : text(STATUSES));
        put(entry, "at", text(TIMES));
        if (oneIn(6)) {
            put(entry, "intentAt", text(TIMES));
        }
        if (oneIn(3)) {
            put(entry, "messageId", text(IDS));
        }
        return extended(entry);
    }

    private JsonObject admission() {
        JsonObject.Builder entry = JsonObject.builder();
        put(entry, "id", text(IDS));
        put(entry, "at", text(TIMES));
        return extended(entry);
    }

    private JsonObject notice() {
        JsonObject.Builder entry = JsonObject.builder();
        put(entry, "kind", text(KINDS));
        put(entry, "date", text(DATES));
        return extended(entry);
    }

    private Command noticeOn() {
        JsonObject arguments =
                JsonObject.builder().put("kind", text(KINDS)).put("date", text(DATES)).build();
        return new Command("journal.noticeOn", arguments);
    }

    private Command writeTurn() {
        JsonObject.Builder record = JsonObject.builder();
        put(record, "startedAt", text(TIMES));
        put(record, "id", text(IDS));
        JsonObject arguments =
                JsonObject.builder().put("id", turnId()).put("record", extended(record)).build();
        return new Command("journal.writeTurn", arguments);
    }

    private JsonValue turnId() {
        return oneIn(8) ? text(ODD_TURNS) : text(IDS);
    }

    private Command drops() {
        if (oneIn(2)) {
            return plain("readDrops");
        }
        JsonObject.Builder entry = JsonObject.builder();
        put(entry, "reason", text(List.of("ceiling", "bot")));
        return append("Drop", extended(entry));
    }

    private Command reloads() {
        if (oneIn(2)) {
            return plain("readReloads");
        }
        JsonObject.Builder entry = JsonObject.builder();
        put(entry, "outcome", text(List.of("applied", "refused", "ignored")));
        return append("Reload", extended(entry));
    }

    private Command pure() {
        return switch (random.nextInt(3)) {
            case 0 -> plain("ensureJournal");
            case 1 -> plain("journalLabel");
            default ->
                    new Command(
                            "journal.utcDate",
                            "now",
                            JsonNumber.of(random.nextLong(4_000_000_000_000L)));
        };
    }

    /// Mostly the value; now and then one of another type, or none.
    private void put(JsonObject.Builder entry, String name, JsonValue value) {
        switch (random.nextInt(30)) {
            case 0 -> {}
            case 1 -> entry.put(name, JsonNull.NULL);
            case 2 -> entry.put(name, JsonNumber.of(random.nextInt(9)));
            default -> entry.put(name, value);
        }
    }

    /// With a member that nobody knows.
    private JsonObject extended(JsonObject.Builder entry) {
        if (oneIn(3)) {
            JsonValue odd = JsonObject.builder().put("at", "\uD83D\n\u0000").build();
            entry.put("more", new JsonArray(List.of(odd, JsonNumber.of(random.nextInt(3)))));
        }
        return entry.build();
    }

    private JsonValue text(List<String> values) {
        return new JsonString(values.get(random.nextInt(values.size())));
    }
}
