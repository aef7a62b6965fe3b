package dev.belay.proof.seed;

import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.seed.Peer.Command;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/// Calls of the deletion journal: few computers, so that calls meet; most of them sensible, so that
/// they get somewhere; and each way of being wrong that the arguments have.
final class RandomCommands {
    private static final List<String> BOXES =
            List.of("bx_22222222", "bx_33333333", "bx_44444444", "bx_zzzzzzzz");
    private static final List<String> NAMES =
            List.of("web-1", "a name of\u2028two lines", "\uD83D\uDDA5 desk", "x".repeat(100));
    private static final List<String> ODD_NAMES =
            List.of("", "two\nlines", "nul\0", "x".repeat(101), "\uD83D\uDDA5".repeat(51));
    private static final List<String> ODD_BOXES =
            List.of("", "bx_1", "bx_2222222l", "bx_222222222", "bx_22222222\n", "BX_22222222");
    private static final List<String> STATUSES = List.of("pending", "processing", "completed");
    private static final int OPERATIONS = 3;

    private final RandomGenerator random;

    RandomCommands(RandomGenerator random) {
        this.random = random;
    }

    Command next() {
        int die = random.nextInt(100);
        String box = oneIn(40) ? pick(ODD_BOXES) : pick(BOXES);
        if (die < 30) {
            return new Command("deletion.prepare", "identity", identity(box));
        } else if (die < 62) {
            return marked("deletion.markAccepted", box, receipt(box, pick(STATUSES)));
        } else if (die < 72) {
            return marked("deletion.markBlocked", box, receipt(box, "blocked"));
        } else if (die < 78) {
            return new Command("deletion.markBlocked", "boxId", new JsonString(box));
        } else if (die < 86) {
            return new Command("deletion.retire", "boxId", new JsonString(box));
        } else if (die < 91) {
            return Command.get(box);
        } else if (die < 95) {
            return Command.snapshot();
        }
        String bot = oneIn(8) ? "no bot" : "bot-" + random.nextInt(5);
        return new Command("deletion.hasPendingForBot", "botId", new JsonString(bot));
    }

    /// How far the wall clock goes on, mostly, and back, sometimes.
    long milliseconds() {
        return oneIn(20) ? -random.nextLong(600_000) : random.nextLong(3) * random.nextLong(9_000);
    }

    boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    private JsonObject identity(String box) {
        int own = Math.max(0, BOXES.indexOf(box));
        String name = oneIn(15) ? pick(NAMES) : NAMES.get(own);
        JsonValue owner = own == 0 ? JsonNull.NULL : new JsonString("bot-" + own);
        return JsonObject.builder()
                .put("boxId", box)
                .put("name", oneIn(25) ? pick(ODD_NAMES) : name)
                .put("ownerBotId", oneIn(25) ? new JsonString("no bot") : owner)
                .build();
    }

    private Command marked(String operation, String box, JsonValue receipt) {
        return new Command(
                operation,
                JsonObject.builder().put("boxId", box).put("operation", receipt).build());
    }

    private JsonValue receipt(String box, String status) {
        int own = oneIn(10) ? random.nextInt(BOXES.size()) : BOXES.indexOf(box);
        String digit =
                Integer.toHexString(Math.max(0, own) * OPERATIONS + random.nextInt(OPERATIONS));
        String id = "bdop_" + digit.repeat(32);
        return switch (random.nextInt(40)) {
            case 0 -> receipt(id.toUpperCase(Locale.ROOT), "sandbox", box, status);
            case 1 -> receipt("bdop_1", "sandbox", box, status);
            case 2 -> receipt(id, "snapshot", box, status);
            case 3 -> receipt(id, "sandbox", pick(BOXES), status);
            case 4 -> receipt(id, "sandbox", box, "COMPLETED");
            case 5 -> receipt(id, "sandbox", box, "blocked");
            case 6 -> JsonNull.NULL;
            case 7 -> new JsonString("deleted");
            default -> receipt(id, "sandbox", box, status);
        };
    }

    private static JsonObject receipt(String id, String kind, String target, String status) {
        return JsonObject.builder()
                .put("id", id)
                .put("kind", kind)
                .put("targetId", target)
                .put("status", status)
                .build();
    }

    private String pick(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
