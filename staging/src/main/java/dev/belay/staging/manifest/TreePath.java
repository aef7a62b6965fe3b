package dev.belay.staging.manifest;

import java.util.Comparator;

/// The paths of a tree, as strings: names with `/` between them, relative to its top.
public final class TreePath {
    /// By the bytes of their UTF-8, whatever the locale, so that one tree has one manifest.
    public static final Comparator<String> BYTE_ORDER = TreePath::compare;

    private TreePath() {}

    /// Whether a path stays in its tree and can be written down: not absolute, no empty name, no
    /// `.` or `..`, no NUL, and nothing that is not UTF-8.
    public static boolean isSafe(String path) {
        int from = 0;
        while (true) {
            int to = path.indexOf('/', from);
            if (!isName(path, from, to < 0 ? path.length() : to)) {
                return false;
            }
            if (to < 0) {
                return true;
            }
            from = to + 1;
        }
    }

    private static boolean isName(String path, int from, int to) {
        int length = to - from;
        if (length == 0
                || (length == 1 && path.charAt(from) == '.')
                || (length == 2 && path.charAt(from) == '.' && path.charAt(from + 1) == '.')) {
            return false;
        }
        for (int i = from; i < to; i++) {
            char unit = path.charAt(i);
            if (unit == 0) {
                return false;
            }
            if (Character.isSurrogate(unit)) {
                // A lone one is a byte that is not UTF-8, or nothing at all.
                if (i + 1 == to || !Character.isSurrogatePair(unit, path.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    private static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char one = left.charAt(i);
            char other = right.charAt(i);
            if (one != other) {
                // Bytes sort as code points do: surrogates stand for those beyond all others.
                return Character.isSurrogate(one) == Character.isSurrogate(other)
                        ? Character.compare(one, other)
                        : Boolean.compare(Character.isSurrogate(one), Character.isSurrogate(other));
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
