package dev.belay.app.cli.custody;

import java.util.Locale;

/// What became of a message, told from the files of its binding alone.
enum Fate {
    /// It was never accepted, and lies in a gap.
    MISSED(
            "It was never accepted, and was written while nothing could be read back.",
            "ask its author to write it again"),
    /// It was never accepted, for a reason.
    REFUSED("It was not one to be answered; the drop says why.", ""),
    /// It was accepted, and is not answered, for a reason.
    DROPPED("It was accepted and will not be answered; the drop says why.", ""),
    /// It was accepted, and nothing was decided.
    WAITING(
            "It waits for its turn; whoever owns the binding goes on with it, oldest first.",
            "nothing, while the binding runs; else start it"),
    /// A live owner is at it.
    RUNNING("The engine is being asked.", "wait; `times.answer` bounds it"),
    /// There is no owner at work, and no record.
    INTERRUPTED(
            "The engine may have been asked, and no answer is on record. It is not asked again"
                    + " unless the setting `interrupted` says so, and then once.",
            "start the binding, which records what it is"),
    /// Its turn is over, and parts of its answer may be out.
    UNSETTLED(
            "Its turn is over. Of some part of its answer nobody knows whether it is out.",
            "`belay connector reconcile` looks; what stays unknown settle with"
                    + " `belay connector resolve`"),
    /// Its turn is over, and parts of its answer were never sent.
    UNSENT(
            "Its turn is over. Some part of its answer was not sent yet.",
            "the binding sends it when it runs, unless it is too old by then"),
    /// Its turn is over, and so is everything else.
    OVER("Its turn is over, and every part of its answer is settled.", "");

    private final String meaning;
    private final String help;

    Fate(String meaning, String help) {
        this.meaning = meaning;
        this.help = help;
    }

    /// For scripts.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// A sentence or two for people.
    String meaning() {
        return meaning;
    }

    /// What somebody can do; empty for nothing.
    String help() {
        return help;
    }

    /// What is known of a message.
    ///
    /// @param isAccepted whether it is in the inbox
    /// @param isDropped whether it was decided not to answer it
    /// @param isAdmitted whether it has an admission
    /// @param isOver whether its turn has a record
    /// @param hasLiveOwner whether somebody is at work
    /// @param parts of its answer
    record Facts(
            boolean isAccepted,
            boolean isDropped,
            boolean isAdmitted,
            boolean isOver,
            boolean hasLiveOwner,
            Parts parts) {}

    /// How far the parts of an answer are.
    enum Parts {
        SETTLED,
        UNSENT,
        UNKNOWN
    }

    /// Decides.
    static Fate of(Facts facts) {
        if (facts.isOver()) {
            return switch (facts.parts()) {
                case SETTLED -> OVER;
                case UNSENT -> UNSENT;
                case UNKNOWN -> UNSETTLED;
            };
        }
        if (facts.isAdmitted()) {
            return facts.hasLiveOwner() ? RUNNING : INTERRUPTED;
        }
        if (facts.isDropped()) {
            return facts.isAccepted() ? DROPPED : REFUSED;
        }
        return facts.isAccepted() ? WAITING : MISSED;
    }
}
