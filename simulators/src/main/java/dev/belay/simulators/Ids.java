package dev.belay.simulators;

import java.util.HexFormat;
import java.util.SplittableRandom;

/// The ids that a [FakeBoat] gives: the same in each run, so that a tour can name them.
final class Ids {
    private static final String SYMBOLS = "23456789abcdefghjkmnpqrstuvwxyz";
    private static final int SYMBOLS_IN_ID = 8;
    private static final long OPERATION_SEED = 0x626f6174;

    /// `23456789` read as a number of base 31.
    private static final long FIRST = value("23456789");

    private Ids() {}

    /// `bx_23456789` for 0, and so on.
    static String computer(long index) {
        long rest = FIRST + index;
        StringBuilder id = new StringBuilder();
        for (int i = 0; i < SYMBOLS_IN_ID; i++) {
            id.append(SYMBOLS.charAt((int) (rest % SYMBOLS.length())));
            rest /= SYMBOLS.length();
        }
        return "bx_" + id.reverse();
    }

    static String operation(long index) {
        SplittableRandom bits = new SplittableRandom(OPERATION_SEED + index);
        return "bdop_"
                + HexFormat.of().toHexDigits(bits.nextLong())
                + HexFormat.of().toHexDigits(bits.nextLong());
    }

    private static long value(String symbols) {
        long value = 0;
        for (int i = 0; i < symbols.length(); i++) {
            value = value * SYMBOLS.length() + SYMBOLS.indexOf(symbols.charAt(i));
        }
        return value;
    }
}
