package dev.belay.deletion.provider.wire;

import dev.belay.core.json.JsonObject;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.Receipt;
import java.util.Optional;

/// How one provider writes what it says. Pure.
public interface Wire {
    /// Why a body that came with a success says failure all the same; empty when it does not.
    Optional<String> contradiction(JsonObject body);

    /// What a failure says; empty when the body is not in the provider's own error form.
    Optional<Complaint> complaint(JsonObject body);

    /// Whether this failure with 404 or 410 says that the thing asked for does not exist.
    boolean saysAbsent(int status, Complaint complaint);

    /// The receipt in the answer to a question about `id`, if it is one.
    Reading<Receipt> receipt(JsonObject body, BoxId id);

    /// The name of the computer in the answer to a question about `id`, if it tells.
    Reading<String> name(JsonObject body, BoxId id);

    /// What was looked for in a body, or why it is not there.
    sealed interface Reading<T> {
        record Found<T>(T value) implements Reading<T> {}

        /// It is not there.
        ///
        /// @param why a few words that quote nothing
        record Missing<T>(String why) implements Reading<T> {}
    }
}
