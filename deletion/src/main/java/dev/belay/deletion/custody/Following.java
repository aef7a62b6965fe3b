package dev.belay.deletion.custody;

import dev.belay.deletion.custody.Facts.Absent;
import dev.belay.deletion.custody.Facts.Barred;
import dev.belay.deletion.custody.Facts.Both;
import dev.belay.deletion.custody.Facts.Done;
import dev.belay.deletion.custody.Facts.Either;
import dev.belay.deletion.custody.Facts.Intended;
import dev.belay.deletion.custody.Facts.News;
import dev.belay.deletion.custody.Facts.NoNews;
import dev.belay.deletion.custody.Facts.NotYet;
import dev.belay.deletion.custody.Facts.Nothing;
import dev.belay.deletion.custody.Facts.Operation;
import dev.belay.deletion.custody.Facts.Other;
import dev.belay.deletion.custody.Facts.Same;
import dev.belay.deletion.custody.Facts.Silence;
import dev.belay.deletion.custody.Facts.Stuck;
import dev.belay.deletion.custody.Facts.Underway;

/// How a deletion is followed to proof, from whatever point it is found at.
///
/// A restart is nothing special: the facts are read afresh before each step, and no step sends a
/// DELETE.
final class Following {
    private Following() {}

    /// What following does next.
    enum Step {
        /// Ask for the operation.
        ASK,
        /// Read the computer by its id.
        LOOK,
        /// Write down what the operation said.
        NOTE,
        /// Retire on the completed operation.
        RETIRE_COMPLETED,
        /// Retire on the direct absence.
        RETIRE_ABSENT,
        /// Retire on both.
        RETIRE_BOTH,
        /// This round is over without an end; time may bring one.
        REST,
        /// Only an operator can go on: the policy wants more than can ever be had.
        SHORT_OF_PROOF,
        /// Only an operator can go on: blocked.
        STUCK,
        /// Only an operator can go on: the provider refuses to answer us.
        BARRED,
        /// Only an operator can go on: the id has another name.
        STRANGER,
        /// Nothing is left to follow.
        VANISHED
    }

    /// Decides the next step of a round. Total: javac rejects a combination without a line.
    static Step next(Facts facts) {
        return switch (facts) {
            case Facts(Nothing _, _, _, _) -> Step.VANISHED;
            case Facts(_, _, Other _, _) -> Step.STRANGER;

            case Facts(Done _, _, _, Either _), Facts(Done _, _, _, Operation _) ->
                    Step.RETIRE_COMPLETED;
            case Facts(Done _, _, NotYet _, Both _) -> Step.LOOK;
            case Facts(Done _, _, Absent _, Both _) -> Step.RETIRE_BOTH;
            case Facts(Done _, _, Same _, Both _), Facts(Done _, _, Silence _, Both _) -> Step.REST;
            case Facts(Done _, _, Barred _, Both _) -> Step.BARRED;

            case Facts(Underway _, NotYet _, _, _) -> Step.ASK;
            case Facts(Underway _, News _, _, _) -> Step.NOTE;
            case Facts(Underway _, NoNews _, _, _) -> Step.REST;
            // The operation cannot be read: the computer itself is the only other witness.
            case Facts(Underway _, Silence _, NotYet _, _),
                    Facts(Underway _, Barred _, NotYet _, _) ->
                    Step.LOOK;
            case Facts(Underway _, Silence _, Absent _, Either _),
                    Facts(Underway _, Barred _, Absent _, Either _) ->
                    Step.RETIRE_ABSENT;
            case Facts(Underway _, Barred _, _, _), Facts(Underway _, Silence _, Barred _, _) ->
                    Step.BARRED;
            case Facts(Underway _, Silence _, _, _) -> Step.REST;

            case Facts(Intended _, _, NotYet _, _), Facts(Stuck _, _, NotYet _, _) -> Step.LOOK;
            case Facts(Intended _, _, Absent _, Either _), Facts(Stuck _, _, Absent _, Either _) ->
                    Step.RETIRE_ABSENT;
            // There is no operation that could still complete.
            case Facts(Intended _, _, Absent _, _), Facts(Stuck _, _, Absent _, _) ->
                    Step.SHORT_OF_PROOF;
            case Facts(Intended _, _, Same _, _), Facts(Intended _, _, Silence _, _) -> Step.REST;
            case Facts(Intended _, _, Barred _, _) -> Step.BARRED;
            case Facts(Stuck _, _, _, _) -> Step.STUCK;
        };
    }
}
