package dev.belay.app.cli.hostile;

import java.util.LinkedHashMap;
import java.util.Map;

/// A file of a binding that is no log, and how each command ends when it is damaged. What is not
/// listed ends as it does with a sound one.
enum BindingPlace {
    SETTINGS(
            "config/belay/bindings/demo.yaml",
            """
            channel: {type: terminal}
            engine: {type: echo}
            """,
            "unit=2 reconcile=2 run=2"),
    TURN(
            "root/discord/demo/turns/1289341234567890123.json",
            "{\"id\":\"1289341234567890123\"}\n",
            "doctor=5"),
    OWNER(
            "root/discord/demo/run.lock/owner.json",
            "{\"pid\":4711,\"start\":\"455033\","
                    + "\"boot\":\"58af56cb-48d4-4025-bbe8-9c4072a4aae9\"}\n",
            "doctor=5 recover=3 resolve=3 reconcile=3 run=3 unlock=1"),
    STOP(
            "root/discord/demo/STOP",
            "{\"at\":\"2026-03-01T12:00:00.000Z\",\"reason\":\"a ticket\"}\n",
            "hold=1 clear=5"),
    UNREAD(
            "root/discord/demo/unread.json",
            "{\"terminal\":\"1289341234567890123\"}\n",
            "doctor=5 resolve=5 reconcile=5 run=5"),
    SESSIONS(
            "root/discord/demo/sessions.json",
            "{\"starts\":[\"2026-03-01T12:00:00.000Z\"]}\n",
            "doctor=5"),
    PENDING(
            "root/discord/demo/pending/1289341234567890124",
            "{\"at\":\"2026-03-01T12:00:00.000Z\",\"channel\":\"terminal\",\"text\":\"hi\"}\n",
            "doctor=5"),
    PART(
            "root/discord/demo/parts/n-open",
            "{\"turn\":\"1289341234567890123\",\"part\":0,\"channel\":\"terminal\","
                    + "\"replyTo\":\"\",\"mentions\":false,\"text\":\"hi\"}\n",
            "doctor=5"),
    INDEX("root/discord/demo/.index", "belay connector index 1\nand more\n", "");

    private final String path;
    private final String sound;
    private final String exits;

    BindingPlace(String path, String sound, String exits) {
        this.path = path;
        this.sound = sound;
        this.exits = exits;
    }

    String path() {
        return path;
    }

    /// What is in it while nothing is wrong.
    String sound() {
        return sound;
    }

    /// What messages call it.
    String label() {
        return switch (this) {
            case SETTINGS -> "bindings/demo.yaml";
            case OWNER -> "discord/demo/run.lock";
            default -> path.substring("root/".length());
        };
    }

    /// Exit codes by command.
    Map<String, Integer> exits() {
        Map<String, Integer> byCommand = new LinkedHashMap<>();
        for (String pair : exits.isEmpty() ? new String[0] : exits.split(" ", -1)) {
            int at = pair.indexOf('=');
            byCommand.put(pair.substring(0, at), Integer.valueOf(pair.substring(at + 1)));
        }
        return byCommand;
    }

    /// Whether the damage makes the file useless: settings may be read by others and be a link, a
    /// record of an owner too, and a STOP brakes whatever it says.
    boolean isHurtBy(Damage damage) {
        boolean isMode =
                damage == Damage.READABLE_BY_ALL
                        || damage == Damage.WRITABLE_BY_GROUP
                        || damage == Damage.OF_ANOTHER_USER;
        return damage != Damage.UNKNOWN_VERSION
                && damage != Damage.DUPLICATE_KEY
                && switch (this) {
                    case SETTINGS ->
                            !isMode
                                    && damage != Damage.SYMBOLIC_LINK
                                    && damage != Damage.BYTE_ORDER_MARK;
                    case OWNER -> !isMode;
                    case STOP -> !damage.isOfContent() && !isMode;
                    default -> true;
                };
    }
}
