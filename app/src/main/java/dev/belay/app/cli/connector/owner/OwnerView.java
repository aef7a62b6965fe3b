package dev.belay.app.cli.connector.owner;

import dev.belay.connector.ownership.OwnerState;
import dev.belay.connector.ownership.RunOwner;
import dev.belay.core.identity.Verdict;
import dev.belay.core.json.JsonObject;

/// The owner of a binding as it is shown, and as the audit keeps it.
public final class OwnerView {
    private OwnerView() {}

    /// A word for scripts.
    static String word(OwnerState state) {
        return switch (state) {
            case OwnerState.Free _ -> "free";
            case OwnerState.Absent _ -> "absent";
            case OwnerState.Invalid _ -> "invalid";
            case OwnerState.Owned(RunOwner _, Verdict verdict) ->
                    switch (verdict) {
                        case Verdict.Live _ -> "live";
                        case Verdict.Dead _ -> "dead";
                        case Verdict.Reused _ -> "mismatch";
                        case Verdict.Unknown _ -> "unknown";
                    };
        };
    }

    /// For scripts and the audit.
    public static JsonObject json(OwnerState state) {
        JsonObject.Builder json =
                JsonObject.builder().put("state", word(state)).put("found", state.found());
        if (state instanceof OwnerState.Owned(RunOwner owner, Verdict _)) {
            json.put("pid", owner.process().pid()).put("since", owner.at());
        }
        return json.build();
    }

    /// A sentence for people.
    public static String text(OwnerState state) {
        return switch (state) {
            case OwnerState.Free _ -> "nobody runs it";
            case OwnerState.Absent _, OwnerState.Invalid _ -> "its lock " + state.found();
            case OwnerState.Owned(RunOwner owner, Verdict verdict) ->
                    "process %d, which %s%s"
                            .formatted(
                                    owner.process().pid(),
                                    verdict.reason(),
                                    owner.at().isEmpty() ? "" : ", since " + owner.at());
        };
    }

    /// The command that helps; empty where none is needed.
    public static String help(OwnerState state) {
        return switch (state) {
            case OwnerState.Free _ -> "";
            case OwnerState.Absent _ -> "belay connector recover";
            case OwnerState.Invalid _ ->
                    "make sure that no connector runs, then remove its run.lock by hand";
            case OwnerState.Owned(RunOwner _, Verdict verdict) ->
                    switch (verdict) {
                        case Verdict.Live _ -> "";
                        case Verdict.Dead _, Verdict.Reused _ ->
                                "`belay connector run` does, and `belay connector recover`";
                        case Verdict.Unknown _ ->
                                "end that process; if it is gone for certain, remove its run.lock";
                    };
        };
    }
}
