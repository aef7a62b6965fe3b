package dev.belay.app.cli.hostile;

import java.util.LinkedHashMap;
import java.util.Map;

/// A state file, and how each command ends when it is damaged. What is not listed may end in any
/// way but a bug.
enum Place {
    JOURNAL(
            "deletion/box-delete-requests.json",
            "list=5 show=5 status=5 explain=5 doctor=5 request=5 follow=5 retry=5 resolve=5"
                    + " check=5 unlock=0 audit=0 stop=0 clear=0"),
    LOCK(
            "deletion/box-delete-requests.lock",
            "list=0 show=0 status=0 explain=0 doctor=5 request=3 retry=3 resolve=3 unlock=3"
                    + " audit=0 stop=0 clear=0"),
    BUDGET("deletion/.requests.jsonl", "list=0 show=0 status=0 explain=0 request=5 stop=0 clear=0"),
    AUDIT(
            "audit.jsonl",
            "list=0 show=0 status=0 explain=5 doctor=5 audit=5 resolve=5 unlock=0 stop=0 clear=5"),
    HEAD(
            "audit.head",
            "list=0 show=0 status=0 explain=5 doctor=5 audit=5 resolve=5 unlock=0 stop=0 clear=5"),
    STOP(
            "STOP",
            "list=0 show=0 status=0 explain=0 doctor=5 request=3 retry=3 unlock=0 audit=0 stop=0"
                    + " clear=5"),
    VERSION(
            "belay-root.json",
            "list=5 show=5 status=5 explain=5 doctor=5 request=5 follow=5 retry=5 resolve=5"
                    + " forget=5 check=5 unlock=5 audit=5 stop=0 clear=5");

    private final String path;
    private final String exits;

    Place(String path, String exits) {
        this.path = path;
        this.exits = exits;
    }

    /// Relative to the data root.
    String path() {
        return path;
    }

    /// Exit codes by command.
    Map<String, Integer> exits() {
        Map<String, Integer> byCommand = new LinkedHashMap<>();
        for (String pair : exits.split(" ", -1)) {
            int at = pair.indexOf('=');
            byCommand.put(pair.substring(0, at), Integer.valueOf(pair.substring(at + 1)));
        }
        return byCommand;
    }

    /// Whether the damage makes the file useless. A STOP brakes whatever it says; an audit log may
    /// be as long as it likes, and zeros behind its end are what a power cut leaves; a budget that
    /// has lost its lines is one that nothing was counted against, and says no version.
    boolean isHurtBy(Damage damage) {
        return switch (this) {
            case STOP -> !damage.isOfContent() || damage == Damage.TOO_LONG;
            case AUDIT -> damage != Damage.TOO_LONG;
            case BUDGET ->
                    damage != Damage.EMPTY
                            && damage != Damage.TRUNCATED
                            && damage != Damage.ZEROS
                            && damage != Damage.UNKNOWN_VERSION;
            default -> true;
        };
    }
}
