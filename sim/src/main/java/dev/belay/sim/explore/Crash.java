package dev.belay.sim.explore;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// How one run ends, as a replay names it: `kill@3`, `reuse@3`, `same@3`, or `cut@5/17`.
///
/// @param step how many of its crash points the run has passed
/// @param choice which survivors of a cut; else 0
record Crash(Kind kind, int step, int choice) {
    private static final Pattern TEXT = Pattern.compile("(kill|reuse|same|cut)@(\\d+)(?:/(\\d+))?");

    enum Kind {
        /// The process dies, and all stays visible.
        KILL,
        /// The same, and a stranger has its number at once.
        REUSE,
        /// The same, and the restart has its number.
        SAME,
        /// The machine dies, and comes back with what survived.
        CUT
    }

    static List<Crash> parse(String replay) {
        return Stream.of(replay.strip().split("\\s+")).map(Crash::parseOne).toList();
    }

    private static Crash parseOne(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a crash: " + text);
        }
        Kind kind =
                switch (matcher.group(1)) {
                    case "kill" -> Kind.KILL;
                    case "reuse" -> Kind.REUSE;
                    case "same" -> Kind.SAME;
                    default -> Kind.CUT;
                };
        String choice = matcher.group(3);
        return new Crash(
                kind,
                Integer.parseInt(matcher.group(2)),
                choice == null ? 0 : Integer.parseInt(choice));
    }

    @Override
    public String toString() {
        return switch (kind) {
            case KILL -> "kill@" + step;
            case REUSE -> "reuse@" + step;
            case SAME -> "same@" + step;
            case CUT -> "cut@" + step + "/" + choice;
        };
    }
}
