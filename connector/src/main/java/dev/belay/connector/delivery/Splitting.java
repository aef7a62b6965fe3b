package dev.belay.connector.delivery;

import java.util.ArrayList;
import java.util.List;

/// Cuts an answer into parts that a channel takes.
///
/// No part is longer than allowed, counted in UTF-16 units, which is never less than any other
/// count; none is blank; no character is cut in two. A block of code that is cut is closed in one
/// part and opened again in the next. Nothing is lost but white space between parts.
public final class Splitting {
    /// Below this there would be no room beside the fences.
    private static final int LENGTH_MIN = 200;

    /// What stands for all that is behind the last part.
    private static final String MORE = "\n…";

    private final String text;
    private final int lengthMax;
    private final int partsMax;
    private final List<String> parts = new ArrayList<>();

    private Splitting(String text, int lengthMax, int partsMax) {
        this.text = text;
        this.lengthMax = lengthMax;
        this.partsMax = partsMax;
    }

    /// The parts in order; none for a blank text.
    ///
    /// @param lengthMax at least 200
    /// @param partsMax at least 1; what is longer ends in `…`
    public static List<String> split(String text, int lengthMax, int partsMax) {
        if (lengthMax < LENGTH_MIN || partsMax < 1) {
            throw new IllegalArgumentException("parts are too short, or too few");
        }
        Splitting splitting = new Splitting(text, lengthMax, partsMax);
        splitting.split();
        return List.copyOf(splitting.parts);
    }

    private void split() {
        Fence open = Fence.NONE;
        int at = 0;
        while (at < text.length() && parts.size() < partsMax) {
            String head = open.opening();
            int room = lengthMax - head.length();
            boolean isLast = text.length() - at <= room;
            boolean isMax = parts.size() == partsMax - 1;
            int kept = Fence.CLOSING_MAX + (isMax ? MORE.length() : 0);
            int to = isLast ? text.length() : cut(at, room - kept);
            String piece = text.substring(at, to);
            Fence after = open.after(piece);
            if (!piece.isBlank()) {
                String end = isLast ? "" : after.closing(piece);
                boolean isCutOff = isMax && !text.substring(to).isBlank();
                parts.add(head + piece + end + (isCutOff ? MORE : ""));
            }
            open = after;
            at = to;
        }
    }

    /// Where a piece ends that begins at `from` and has at most `room` units: behind a line, else
    /// behind a word, unless that would make it less than half as long.
    private int cut(int from, int room) {
        int end = from + room;
        int line = text.lastIndexOf('\n', end - 1) + 1;
        if (line > from + room / 2) {
            return line;
        }
        int word = text.lastIndexOf(' ', end - 1) + 1;
        if (word > from + room / 2) {
            return word;
        }
        return behindCharacter(end);
    }

    /// The place at or before `end` that is neither inside of a character nor of a fence's marker.
    private int behindCharacter(int end) {
        int to = end;
        while (to > end - Fence.CLOSING_MAX
                && text.charAt(to - 1) == '`'
                && text.charAt(to) == '`') {
            to--;
        }
        return Character.isHighSurrogate(text.charAt(to - 1)) ? to - 1 : to;
    }
}
