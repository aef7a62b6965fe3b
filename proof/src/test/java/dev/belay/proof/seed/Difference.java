package dev.belay.proof.seed;

import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.seed.Peer.Answer;
import dev.belay.proof.seed.Peer.Command;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where Belay answers a sensible call in another way than the Node program, on purpose. Each is a
/// line of `docs/formats/deletion-differences.md`; in each, Belay writes nothing.
enum Difference {
    /// D07: a completed deletion stays completed.
    COMPLETED_STAYS("D07") {
        @Override
        boolean explains(Step step) {
            return step.command.operation().equals("deletion.markBlocked")
                    && step.seed.ok()
                    && step.belay.ok()
                    && member(step.seed, "phase").equals("blocked")
                    && member(step.belay, "status").equals("completed");
        }
    },
    /// D07: the receipt of an earlier attempt does not attach to the present one.
    EARLIER_ATTEMPT_REFUSED("D07") {
        @Override
        boolean explains(Step step) {
            return step.seed.ok()
                    && !step.belay.ok()
                    && step.command.arguments().member("operation").orElse(null)
                            instanceof JsonObject receipt
                    && step.earlierOperations.contains(receipt.string("id").orElse(""));
        }
    },
    /// D08: an answer that changes nothing is not news, and the record keeps its time.
    NO_NEWS_WRITES_NOTHING("D08") {
        @Override
        boolean explains(Step step) {
            return step.command.operation().startsWith("deletion.mark")
                    && step.seed.ok()
                    && step.belay.ok()
                    && timeless(step.seed).equals(timeless(step.belay))
                    && time(step.belay) < time(step.seed);
        }
    };

    private final String weakness;

    Difference(String weakness) {
        this.weakness = weakness;
    }

    /// The id in `docs/DEFECTS.md`.
    String weakness() {
        return weakness;
    }

    /// One call of both programs on equal directories.
    ///
    /// @param earlierOperations what attempts were bound to before a computer was prepared anew
    record Step(Command command, Answer seed, Answer belay, Set<String> earlierOperations) {}

    abstract boolean explains(Step step);

    static Optional<Difference> of(Step step) {
        for (Difference difference : values()) {
            if (difference.explains(step)) {
                return Optional.of(difference);
            }
        }
        return Optional.empty();
    }

    private static String member(Answer answer, String name) {
        return answer.record().flatMap(record -> record.string(name)).orElse("");
    }

    private static long time(Answer answer) {
        return answer.record().orElseThrow().safeInteger("updatedAt").orElseThrow();
    }

    private static Map<String, JsonValue> timeless(Answer answer) {
        Map<String, JsonValue> members =
                new LinkedHashMap<>(
                        answer.record()
                                .map(JsonObject::members)
                                .orElse(Map.of("none", new JsonString("a record"))));
        members.remove("updatedAt");
        return members;
    }
}
