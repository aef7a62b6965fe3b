package dev.belay.connector.journal;

import dev.belay.connector.index.Marks;

/// What the files say of one message.
///
/// @param isAccepted whether it has a line in the inbox
/// @param attempts how often it was admitted: 0, 1, or 2, which stands for more too
/// @param isOver whether its turn has a record, whatever is in it
public record MessageRecord(boolean isAccepted, int attempts, boolean isOver) {
    static MessageRecord of(int marks) {
        int first = (marks & Marks.ADMITTED) == 0 ? 0 : 1;
        int second = (marks & Marks.ADMITTED_AGAIN) == 0 ? 0 : 1;
        return new MessageRecord(
                (marks & Marks.ACCEPTED) != 0, first + second, (marks & Marks.TURN) != 0);
    }
}
