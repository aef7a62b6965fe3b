package dev.belay.app.cli.connector.owner;

import dev.belay.connector.ownership.BindingStop;
import dev.belay.connector.ownership.StopLine;
import dev.belay.connector.ownership.StopText;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The brake of a binding as it is shown.
///
/// @param isSet what cannot be read counts as set
/// @param lines who set it and why, as far as that can be read
public record BrakeView(boolean isSet, List<Reason> lines) {
    /// A line of it.
    ///
    /// @param at empty where the line does not say
    public record Reason(String at, String reason) {}

    static BrakeView of(BindingStop stop) {
        if (!stop.isSet()) {
            return new BrakeView(false, List.of());
        }
        try {
            Optional<StopText> text = stop.read();
            List<Reason> lines = text.map(BrakeView::reasons).orElse(List.of());
            return new BrakeView(
                    true, lines.isEmpty() ? List.of(new Reason("", "no reason given")) : lines);
        } catch (Refusal refusal) {
            return new BrakeView(true, List.of(new Reason("", refusal.found())));
        }
    }

    static List<Reason> reasons(StopText text) {
        List<Reason> reasons = new ArrayList<>();
        for (StopLine line : text.lines()) {
            reasons.add(
                    new Reason(
                            line.json().flatMap(it -> it.string("at")).orElse(""),
                            line.reason().orElse("a line that no program of ours wrote")));
        }
        return reasons;
    }

    /// A line each, indented.
    static List<String> texts(List<Reason> reasons) {
        return reasons.stream().map(it -> "  " + (it.at() + "  " + it.reason()).strip()).toList();
    }

    static JsonArray json(List<Reason> reasons) {
        return new JsonArray(
                reasons.stream()
                        .<JsonValue>map(it ->
                                JsonObject.builder()
                                        .put("at", it.at())
                                        .put("reason", it.reason())
                                        .build())
                        .toList());
    }
}
