package dev.belay.deletion.provider;

import dev.belay.core.json.JsonObject;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.Target;
import dev.belay.deletion.provider.HttpDescription.ErrorForm;
import dev.belay.deletion.provider.HttpDescription.Match;
import dev.belay.deletion.provider.HttpDescription.ReceiptForm;
import dev.belay.deletion.provider.wire.Complaint;
import dev.belay.deletion.provider.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/// Finds in the answers of a described cloud what the description says where to find.
record DescribedWire(HttpDescription description) implements Wire {
    private static final int ID_UNITS_MAX = 1_000;
    private static final int DIGITS = 32;

    @Override
    public Optional<String> contradiction(JsonObject body) {
        return mismatch(body, description.success());
    }

    @Override
    public Optional<Complaint> complaint(JsonObject body) {
        ErrorForm form = description.error();
        Optional<String> message =
                Optional.ofNullable(form.messageOrNull()).flatMap(at -> at.scalarIn(body));
        return form.code().scalarIn(body).map(code -> new Complaint(code, message.orElse("")));
    }

    @Override
    public boolean saysAbsent(int status, Complaint complaint) {
        ErrorForm form = description.error();
        return form.absent().contains(status)
                && (form.absentCodes().isEmpty() || form.absentCodes().contains(complaint.code()));
    }

    @Override
    public Reading<Receipt> receipt(JsonObject body, BoxId id) {
        ReceiptForm form = description.receiptOrNull();
        if (form == null) {
            return new Reading.Missing<>("this provider gives no receipts");
        }
        Optional<String> operation = form.id().scalarIn(body).filter(text -> isOperation(text));
        Optional<OperationStatus> status =
                form.status()
                        .scalarIn(body)
                        .flatMap(word -> Optional.ofNullable(form.statuses().get(word)));
        Optional<String> mismatch = mismatch(body, form.required());
        if (operation.isEmpty()) {
            return new Reading.Missing<>("no id of an operation in the answer");
        }
        if (mismatch.isPresent()) {
            return new Reading.Missing<>(mismatch.get());
        }
        if (!names(body, form.target(), id)) {
            return new Reading.Missing<>("the operation is for another computer");
        }
        if (status.isEmpty()) {
            return new Reading.Missing<>("the operation has no known status");
        }
        return new Reading.Found<>(new Receipt(kept(operation.get()), id, status.get()));
    }

    @Override
    public Reading<String> name(JsonObject body, BoxId id) {
        if (!names(body, description.computer().id(), id)) {
            return new Reading.Missing<>("the answer is about another computer");
        }
        Optional<String> name = description.computer().name().scalarIn(body).filter(Target::isName);
        return name.isPresent()
                ? new Reading.Found<>(name.get())
                : new Reading.Missing<>("the computer has no valid name");
    }

    /// The id under which the journal keeps an operation: the cloud's own where it has the
    /// journal's form, else a digest of it, which is as good for telling operations apart.
    static OperationId kept(String operation) {
        if (OperationId.isValid(operation)) {
            return new OperationId(operation);
        }
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(operation.getBytes(StandardCharsets.UTF_8));
            return new OperationId("bdop_" + HexFormat.of().formatHex(digest).substring(0, DIGITS));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java has SHA-256", impossible);
        }
    }

    /// What a computer is called in templates.
    static Map<String, String> places(BoxId id) {
        return Map.of("id", id.value(), "suffix", id.value().substring("bx_".length()));
    }

    private static boolean isOperation(String text) {
        return !text.isBlank() && text.length() <= ID_UNITS_MAX;
    }

    private static boolean names(JsonObject body, Match match, BoxId id) {
        return match.at().scalarIn(body).equals(Optional.of(match.value().fill(places(id))));
    }

    private static Optional<String> mismatch(JsonObject body, Map<JsonPath, String> required) {
        return required.entrySet().stream()
                .filter(entry ->
                        !entry.getKey().scalarIn(body).equals(Optional.of(entry.getValue())))
                .map(entry -> entry.getKey() + " other than expected")
                .findFirst();
    }
}
