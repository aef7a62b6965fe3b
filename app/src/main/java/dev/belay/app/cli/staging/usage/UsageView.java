package dev.belay.app.cli.staging.usage;

import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Style;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.removal.TreeTally;
import dev.belay.staging.usage.Item;
import dev.belay.staging.usage.Item.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What is told of the things that take space: each of the most expensive ones, and totals of all.
///
/// @param items all of them, the most expensive first
/// @param freeBytes what is left on the disk of the copies; below 0 where there are none
record UsageView(List<Item> items, long freeBytes) {
    /// More than anybody reads.
    static final int SHOWN_MAX = 1_000;

    UsageView {
        items = List.copyOf(items);
    }

    private List<Item> shown() {
        return items.subList(0, Math.min(SHOWN_MAX, items.size()));
    }

    private List<Item> omitted() {
        return items.subList(shown().size(), items.size());
    }

    private static TreeTally total(List<Item> some) {
        return some.stream().map(Item::tally).reduce(TreeTally.NONE, TreeTally::and);
    }

    private Map<Kind, List<Item>> byKind() {
        Map<Kind, List<Item>> kinds = new EnumMap<>(Kind.class);
        for (Item item : items) {
            kinds.computeIfAbsent(item.kind(), _ -> new ArrayList<>()).add(item);
        }
        return kinds;
    }

    void print(Output output) {
        if (items.isEmpty()) {
            output.line("Nothing takes any space.");
            return;
        }
        for (Item item : shown()) {
            String where = item.kind() == Kind.OUTPUTS ? "" : "  " + item.repository();
            output.line(
                    "%s  %s  %s%s"
                            .formatted(
                                    Style.STRONG.of(item.name()),
                                    word(item.kind()),
                                    cost(item.tally()),
                                    where));
            output.line("    " + item.freedBy());
        }
        if (!omitted().isEmpty()) {
            output.line("and %,d others  %s".formatted(omitted().size(), cost(total(omitted()))));
        }
        output.line("");
        byKind().forEach((kind, some) ->
                output.line(
                        "%s: %,d  %s"
                                .formatted(
                                        kind.plural(),
                                        kind == Kind.RECORDS ? total(some).files() : some.size(),
                                        cost(total(some)))));
        output.line(Style.STRONG.of("in all") + "  " + cost(total(items)));
        if (freeBytes >= 0) {
            output.line("%,d bytes are free on the disk of the copies".formatted(freeBytes));
        }
    }

    private static String cost(TreeTally tally) {
        return "%s%,d bytes on the disk, %,d in %,d files"
                .formatted(
                        tally.isWhole() ? "" : "at least ",
                        tally.diskBytes(),
                        tally.sizeBytes(),
                        tally.files());
    }

    private static String word(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    JsonObject json() {
        List<JsonValue> all = new ArrayList<>();
        for (Item item : shown()) {
            all.add(
                    put(
                                    JsonObject.builder()
                                            .put("kind", word(item.kind()))
                                            .put("name", item.name())
                                            .put("repository", item.repository())
                                            .put("freedBy", item.freedBy()),
                                    item.tally())
                            .build());
        }
        JsonObject.Builder totals = JsonObject.builder();
        byKind().forEach((kind, some) ->
                totals.put(
                        kind.plural(),
                        put(JsonObject.builder().put("count", some.size()), total(some)).build()));
        JsonObject.Builder answer =
                JsonObject.builder()
                        .put("items", new JsonArray(all))
                        .put("omitted", omitted().size())
                        .put("totals", totals.build())
                        .put("total", put(JsonObject.builder(), total(items)).build());
        if (freeBytes >= 0) {
            answer.put("freeBytes", freeBytes);
        }
        return answer.build();
    }

    private static JsonObject.Builder put(JsonObject.Builder object, TreeTally tally) {
        return object.put("diskBytes", tally.diskBytes())
                .put("sizeBytes", tally.sizeBytes())
                .put("files", tally.files())
                .put("whole", tally.isWhole());
    }
}
