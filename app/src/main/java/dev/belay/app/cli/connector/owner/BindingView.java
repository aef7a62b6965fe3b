package dev.belay.app.cli.connector.owner;

import dev.belay.app.cli.connector.owner.BindingStatus.Work;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Style;
import dev.belay.connector.line.Delivery;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The status of a binding as it is shown. Never with the text of a message.
public final class BindingView {
    private static final int SHOWN_MAX = 20;

    private BindingView() {}

    /// Says it to a person.
    public static void print(Output output, BindingStatus status) {
        output.line(Style.STRONG.of(status.name().value()) + ": " + OwnerView.text(status.owner()));
        String help = OwnerView.help(status.owner());
        if (!help.isEmpty()) {
            output.line("  what helps   " + help);
        }
        if (status.brake().isSet()) {
            output.line("  " + Style.BAD.of("STOP is set") + ": it answers nothing");
            BrakeView.texts(status.brake().lines()).forEach(line -> output.line("  " + line));
            output.line("  clear it with  belay connector clear " + status.name());
        }
        if (status.damage().isPresent()) {
            Refusal damage = status.damage().get();
            output.line("  " + Style.BAD.of("its journal cannot be read: ") + damage.getMessage());
            output.line("  " + damage.help());
        }
        status.work().ifPresent(work -> print(output, status, work));
    }

    private static void print(Output output, BindingStatus status, Work work) {
        output.line(
                "  messages     %d accepted, %d waiting%s"
                        .formatted(
                                work.accepted(),
                                work.waiting(),
                                work.lag()
                                        .map(lag -> ", the oldest for " + lag.toSeconds() + " s")
                                        .orElse("")));
        output.line(
                "  admitted     %d%s today (UTC)"
                        .formatted(
                                work.admitted(),
                                work.ceiling().map(most -> " of at most " + most).orElse("")));
        output.line("  in flight    " + shown(work.inFlight()));
        output.line("  not settled  " + work.unresolved().size() + " parts of answers");
        for (Delivery part : work.unresolved().stream().limit(SHOWN_MAX).toList()) {
            output.line(
                    "    %s  %s since %s, of turn %s"
                            .formatted(
                                    part.nonce(),
                                    part.status().word(),
                                    part.intentAt().map(Instant::toString).orElse("long ago"),
                                    part.json().string("turn").orElse("?")));
        }
        if (!work.unresolved().isEmpty()) {
            output.line(
                    "    look at the channel, then  belay connector resolve %s NONCE confirmed"
                            .formatted(status.name()));
        }
        work.lastGap().ifPresent(gap -> output.line("  last gap     " + JsonText.print(gap)));
        work.lastReload()
                .ifPresent(reload -> output.line("  last reload  " + JsonText.print(reload)));
    }

    private static String shown(List<String> ids) {
        String first = String.join(" ", ids.stream().limit(SHOWN_MAX).toList());
        return ids.size() + (ids.isEmpty() ? "" : ": " + first);
    }

    /// Says it to a script.
    public static JsonObject json(BindingStatus status) {
        JsonObject.Builder json =
                JsonObject.builder()
                        .put("binding", status.name().value())
                        .put("owner", OwnerView.json(status.owner()))
                        .put("stopped", status.brake().isSet())
                        .put("stop", BrakeView.json(status.brake().lines()));
        status.damage().ifPresent(it -> json.put("damage", it.where() + ": " + it.found()));
        status.work().ifPresent(work -> add(json, work));
        return json.build();
    }

    private static void add(JsonObject.Builder json, Work work) {
        List<JsonValue> inFlight = new ArrayList<>();
        work.inFlight().forEach(id -> inFlight.add(new JsonString(id)));
        List<JsonValue> unresolved = new ArrayList<>();
        work.unresolved().forEach(part -> unresolved.add(json(part)));
        json.put("accepted", work.accepted())
                .put("waiting", work.waiting())
                .put("lagSeconds", work.lag().map(lag -> lag.toSeconds()).orElse(0L))
                .put("admittedToday", work.admitted())
                .put("ceiling", work.ceiling().<JsonValue>map(JsonNumber::of).orElse(JsonNull.NULL))
                .put("inFlight", new JsonArray(inFlight))
                .put("unresolved", new JsonArray(unresolved))
                .put("lastGap", orNull(work.lastGap()))
                .put("lastReload", orNull(work.lastReload()));
    }

    private static JsonValue orNull(Optional<JsonObject> object) {
        return object.<JsonValue>map(it -> it).orElse(JsonNull.NULL);
    }

    /// Without what a line holds beside these: with full retention that is the text.
    public static JsonObject json(Delivery part) {
        JsonObject.Builder json =
                JsonObject.builder()
                        .put("nonce", part.nonce())
                        .put("status", part.status().word())
                        .put("intentAt", part.intentAt().map(Instant::toString).orElse(""));
        for (String name : List.of("turn", "part", "channel", "messageId", "reason", "by")) {
            part.json().member(name).ifPresent(value -> json.put(name, value));
        }
        return json.build();
    }
}
