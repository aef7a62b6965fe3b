package dev.belay.system;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Names of files as text, without loss.
///
/// A POSIX name is bytes. Here each byte that is not part of well-formed UTF-8 is the lone
/// surrogate U+DC00 + byte, as in Python's `surrogateescape`. Every name has exactly one such text,
/// so that two different texts never stand for one file.
public final class FileNames {
    private static final int ESCAPE = 0xDC00;
    private static final int ESCAPE_FIRST = 0xDC80;
    private static final int ESCAPE_LAST = 0xDCFF;

    private FileNames() {}

    /// The bytes of one entry of a directory.
    ///
    /// @throws IllegalArgumentException when `name` is empty, `.` or `..`, holds `/` or NUL, or is
    ///   no text that [#decode] gives
    public static byte[] encode(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw new IllegalArgumentException("not the name of an entry: '" + name + "'");
        }
        if (name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("a name holds a slash");
        }
        return encodeText(name);
    }

    /// Like [#encode], for what need not be one name, such as the text of a symbolic link.
    public static byte[] encodeText(String text) {
        boolean escaped = false;
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (unit == 0) {
                throw new IllegalArgumentException("a name holds NUL");
            }
            escaped |= Character.isSurrogate(unit);
        }
        return escaped ? encodeSurrogates(text) : text.getBytes(StandardCharsets.UTF_8);
    }

    /// The text of `length` bytes from `offset` on.
    public static String decode(byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        return text.indexOf('\uFFFD') < 0 ? text : decodeEscaping(bytes, offset, offset + length);
    }

    private static byte[] encodeSurrogates(String text) {
        byte[] bytes = new byte[3 * text.length()];
        int end = 0;
        for (int at = 0; at < text.length(); ) {
            int point = text.codePointAt(at);
            at += Character.charCount(point);
            if (point >= ESCAPE_FIRST && point <= ESCAPE_LAST) {
                bytes[end++] = (byte) (point - ESCAPE);
            } else if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                throw new IllegalArgumentException("a name holds a surrogate without its pair");
            } else {
                byte[] encoded = Character.toString(point).getBytes(StandardCharsets.UTF_8);
                System.arraycopy(encoded, 0, bytes, end, encoded.length);
                end += encoded.length;
            }
        }
        if (!decode(bytes, 0, end).equals(text)) {
            throw new IllegalArgumentException("a name escapes what is well-formed UTF-8");
        }
        return Arrays.copyOf(bytes, end);
    }

    private static String decodeEscaping(byte[] bytes, int from, int to) {
        StringBuilder text = new StringBuilder(to - from);
        for (int at = from; at < to; ) {
            int length = sequenceLength(bytes, at, to);
            if (length == 0) {
                text.append((char) (ESCAPE + (bytes[at] & 0xFF)));
                at++;
            } else {
                text.append(new String(bytes, at, length, StandardCharsets.UTF_8));
                at += length;
            }
        }
        return text.toString();
    }

    /// How many bytes the character at `at` takes; 0 when it is not well-formed.
    private static int sequenceLength(byte[] bytes, int at, int to) {
        int first = bytes[at] & 0xFF;
        if (first < 0x80) {
            return 1;
        }
        int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0 || at + length > to) {
            return 0;
        }
        int second = bytes[at + 1] & 0xFF;
        // Too long a form, surrogates, and what lies beyond Unicode show in the second byte.
        int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (second < least || second > most) {
            return 0;
        }
        for (int next = at + 2; next < at + length; next++) {
            if ((bytes[next] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }
}
