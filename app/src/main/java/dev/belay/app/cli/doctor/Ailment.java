package dev.belay.app.cli.doctor;

/// Something that is wrong, or that an operator should know.
///
/// @param where the label of a file or directory
/// @param found what is wrong, as a sentence's middle
/// @param help what to do about it
/// @param weight how bad it is
record Ailment(String where, String found, String help, Weight weight) {
    enum Weight {
        /// Nothing is wrong; it is worth knowing.
        NOTE,
        /// A file is damaged, or work is refused until it is mended.
        DAMAGE
    }

    static Ailment note(String where, String found, String help) {
        return new Ailment(where, found, help, Weight.NOTE);
    }

    static Ailment damage(String where, String found, String help) {
        return new Ailment(where, found, help, Weight.DAMAGE);
    }
}
