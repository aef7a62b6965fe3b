package dev.belay.app.config;

import java.util.List;
import java.util.Optional;

/// The settings of the configuration file. What reads, shows, documents, and describes settings is
/// made from the table.
public final class Keys {
    public static final KeyTable TABLE = new KeyTable();

    public static final Key DELETION_DIR =
            key(
                    "deletion.dir",
                    Kind.DIRECTORY,
                    "deletion",
                    "Where the deletion journal is; may be the directory of the Node program.");
    public static final Key PROVIDER =
            word(
                    "deletion.provider",
                    "boat",
                    List.of("boat", "http", "simulated"),
                    "Who runs the computers: Boat, a cloud described by `deletion.http.*`, or the"
                            + " stand-in that `belay simulate boat` starts on this machine.");
    public static final Key TIMEOUT =
            key(
                    "deletion.timeout",
                    Kind.DURATION,
                    "20s",
                    "How long one request to the provider may take, with its whole answer.");
    public static final Key PROOF =
            word(
                    "deletion.proof",
                    "either",
                    List.of("either", "operation", "both"),
                    "What proves that a computer is gone: a completed operation or a direct"
                            + " absence, a completed operation only, or both.");
    public static final Key PER_HOUR_MAX =
            key(
                    "deletion.maxPerHour",
                    Kind.COUNT,
                    "",
                    "How many deletions may be requested within an hour; without it, any number.");
    public static final Key PER_DAY_MAX =
            key(
                    "deletion.maxPerDay",
                    Kind.COUNT,
                    "",
                    "How many deletions may be requested within a day; without it, any number.");
    public static final Key PROTECTED =
            key(
                    "deletion.protected",
                    Kind.TEXTS,
                    "",
                    "Names of computers that are never deleted; `*` stands for any text. The name"
                            + " that the provider knows counts too.");
    public static final Key BOAT_URL =
            key(
                    "deletion.boat.url",
                    Kind.TEXT,
                    "",
                    "Where Boat is; without it, the usual address of its generation.");
    public static final Key BOAT_GENERATION =
            word(
                    "deletion.boat.generation",
                    "sandbox",
                    List.of("sandbox", "box"),
                    "Which of its two forms Boat speaks there.");
    public static final Key BOAT_TOKEN =
            key("deletion.boat.token", Kind.SECRET, "", "The token for Boat.");
    public static final Key SIMULATED_URL =
            key(
                    "deletion.simulated.url",
                    Kind.TEXT,
                    "http://127.0.0.1:4650",
                    "Where `belay simulate boat` listens.");
    public static final Key HTTP_TOKEN =
            key(
                    "deletion.http.token",
                    Kind.SECRET,
                    "",
                    "The secret that `{token}` stands for in `deletion.http.headers`.");
    public static final Key HTTP_HEADERS =
            key(
                    "deletion.http.headers",
                    Kind.PAIRS,
                    "",
                    "Headers of each request, for example `Authorization: Bearer {token}`.");
    public static final Key HTTP_DELETE_METHOD = method("delete", "DELETE");
    public static final Key HTTP_DELETE_URL = url("delete", "deletes a computer");
    public static final Key HTTP_DELETE_BODY = body("delete");
    public static final Key HTTP_OPERATION_METHOD = method("operation", "GET");
    public static final Key HTTP_OPERATION_URL =
            url("operation", "asks for an operation; without it, there are none to ask for");
    public static final Key HTTP_OPERATION_BODY = body("operation");
    public static final Key HTTP_READ_METHOD = method("read", "GET");
    public static final Key HTTP_READ_URL = url("read", "reads a computer");
    public static final Key HTTP_READ_BODY = body("read");
    public static final Key HTTP_SUCCESS =
            key(
                    "deletion.http.success",
                    Kind.PAIRS,
                    "",
                    "What must hold of each success, as JSON pointer and value: `/ok: \"true\"`.");
    public static final Key HTTP_RECEIPT_ID =
            pointer("deletion.http.receipt.id", "the id of the operation");
    public static final Key HTTP_RECEIPT_TARGET =
            pointer("deletion.http.receipt.target", "the computer that the operation is for");
    public static final Key HTTP_RECEIPT_TARGET_VALUE =
            key(
                    "deletion.http.receipt.targetValue",
                    Kind.TEXT,
                    "{id}",
                    "How the operation calls the computer, with `{id}` or `{suffix}`.");
    public static final Key HTTP_RECEIPT_REQUIRED =
            key(
                    "deletion.http.receipt.required",
                    Kind.PAIRS,
                    "",
                    "What else must hold of a receipt, as JSON pointer and value.");
    public static final Key HTTP_RECEIPT_STATUS =
            pointer("deletion.http.receipt.status", "the status of the operation");
    public static final Key HTTP_RECEIPT_STATUSES =
            key(
                    "deletion.http.receipt.statuses",
                    Kind.PAIRS,
                    "",
                    "The cloud's words for a status, each with `pending`, `processing`,"
                            + " `completed`, or `blocked`.");
    public static final Key HTTP_COMPUTER_ID =
            pointer("deletion.http.computer.id", "the id of a computer");
    public static final Key HTTP_COMPUTER_ID_VALUE =
            key(
                    "deletion.http.computer.idValue",
                    Kind.TEXT,
                    "{id}",
                    "How the cloud calls the computer there, with `{id}` or `{suffix}`.");
    public static final Key HTTP_COMPUTER_NAME =
            pointer("deletion.http.computer.name", "the name of a computer");
    public static final Key HTTP_ERROR_ABSENT =
            key(
                    "deletion.http.error.absent",
                    Kind.TEXTS,
                    "404, 410",
                    "Which of 404 and 410 the cloud answers for a computer that does not exist.");
    public static final Key HTTP_ERROR_CODE =
            pointer(
                    "deletion.http.error.code",
                    "the code of an error; an answer without it is no word of the cloud");
    public static final Key HTTP_ERROR_ABSENT_CODES =
            key(
                    "deletion.http.error.absentCodes",
                    Kind.TEXTS,
                    "",
                    "The codes that say absence; without it, any code does.");
    public static final Key HTTP_ERROR_MESSAGE =
            pointer("deletion.http.error.message", "a sentence for people");

    public static final Key CONNECTOR_DIR =
            key(
                    "connector.dir",
                    Kind.DIRECTORY,
                    "discord",
                    "Where the directories of the bindings are; may be that of the Node program.");

    public static final Key STAGING_DIR =
            key(
                    "staging.dir",
                    Kind.DIRECTORY,
                    "staging",
                    "Where sealed copies are made; may be the directory of the Node program.");
    public static final Key STAGING_KEPT_FREE =
            key(
                    "staging.keptFreeBytes",
                    Kind.SIZE,
                    "1073741824",
                    "How many bytes a copy must leave free on its disk.");
    public static final Key STAGING_MIRRORS_BYTES =
            key(
                    "staging.mirrors.maxBytes",
                    Kind.COUNT,
                    "21474836480",
                    "How many bytes of mirrors are kept; those used longest ago go first.");
    public static final Key STAGING_MIRRORS_AGE =
            key(
                    "staging.mirrors.maxAge",
                    Kind.DURATION,
                    "30d",
                    "For how long a mirror is kept that no run uses.");

    private Keys() {}

    /// Every key, in the order of the documentation.
    public static List<Key> all() {
        return TABLE.all();
    }

    /// The key with this name.
    public static Optional<Key> named(String name) {
        return TABLE.named(name);
    }

    private static Key key(String name, Kind kind, String usual, String text) {
        return TABLE.add(name, kind, usual, text);
    }

    private static Key word(String name, String usual, List<String> words, String text) {
        return TABLE.word(name, usual, words, text);
    }

    private static Key pointer(String name, String what) {
        return key(name, Kind.TEXT, "", "A JSON pointer to " + what + ".");
    }

    private static Key method(String call, String usual) {
        return word(
                "deletion.http." + call + ".method",
                usual,
                List.of("GET", "POST", "PUT", "PATCH", "DELETE"),
                "The method of that request.");
    }

    private static Key url(String call, String what) {
        return key(
                "deletion.http." + call + ".url",
                Kind.TEXT,
                "",
                "The URL that " + what + ", with `{id}`, `{suffix}`, or `{operation}` in it.");
    }

    private static Key body(String call) {
        return key(
                "deletion.http." + call + ".body",
                Kind.TEXT,
                "",
                "The JSON that is sent with it; without it, nothing.");
    }
}
