package dev.belay.deletion.journal;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;

/// The bytes of a journal are not what its format says. Tells where, and never what stands there.
final class InvalidJournal extends Exception {
    private final ErrorCode code;
    private final String found;

    InvalidJournal(String found) {
        this(ErrorCode.STATE_INVALID, found);
    }

    private InvalidJournal(ErrorCode code, String found) {
        super(found);
        this.code = code;
        this.found = found;
    }

    /// What was found, and where in the file.
    String found() {
        return found;
    }

    static InvalidJournal because(JsonSyntax syntax) {
        InvalidJournal invalid =
                new InvalidJournal(
                        "line %d, column %d: %s"
                                .formatted(syntax.line(), syntax.column(), syntax.what()));
        invalid.initCause(syntax);
        return invalid;
    }

    static InvalidJournal tooNew(long version) {
        return new InvalidJournal(
                ErrorCode.STATE_TOO_NEW,
                "has version %d, and this program knows 1".formatted(version));
    }

    static InvalidJournal field(String name, String found) {
        return new InvalidJournal("field `%s` %s".formatted(name, found));
    }

    /// The same, said of one record.
    InvalidJournal inRecord(int number, JsonObject fields) {
        String id = RecordFields.readableId(fields).map(it -> " (" + it + ")").orElse("");
        return new InvalidJournal(code, "record %d%s, %s".formatted(number, id, found));
    }

    /// As the operator hears it.
    Refusal of(String label) {
        return new Refusal(
                        code,
                        label,
                        found,
                        "the file was left as it is. Check at the provider which computers still"
                                + " exist before it is repaired: `belay doctor` explains it, and"
                                + " the generation before is in "
                                + DeletionFormat.PREVIOUS)
                .because(this);
    }
}
