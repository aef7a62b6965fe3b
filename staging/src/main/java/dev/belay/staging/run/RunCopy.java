package dev.belay.staging.run;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.freeze.Watch;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.life.Staging;
import dev.belay.staging.mirror.Mirrors;
import dev.belay.staging.mirror.Taken;
import dev.belay.staging.seal.Sealing;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The copy of one run: of its own, or the mirror of the repository.
final class RunCopy implements AutoCloseable {
    private static final Set<ErrorCode> OF_SOURCE =
            EnumSet.of(
                    ErrorCode.SOURCE_UNSUPPORTED, ErrorCode.SOURCE_CHANGED, ErrorCode.SPACE_SHORT);

    private final Staging staging;
    private final @Nullable Taken mirror;
    private String givenUp = "";

    private RunCopy(Staging staging, @Nullable Taken mirror) {
        this.staging = staging;
        this.mirror = mirror;
    }

    /// A complete one. Where there is no mirror to be had, that is said.
    static RunCopy make(
            SealedRun.Tools tools, Checkout checkout, Sealing.Options options, Watch watch)
            throws IOException {
        Optional<Taken> mirror = mirror(tools, checkout, watch);
        if (mirror.isEmpty()) {
            return new RunCopy(tools.sealing().make(checkout, options, watch), null);
        }
        Taken taken = mirror.get();
        try {
            tools.sealing().refill(taken.staging(), checkout, options, watch);
            return new RunCopy(taken.staging(), taken);
        } catch (IOException | RuntimeException failure) {
            end(taken, failure, watch);
            taken.close();
            throw failure;
        }
    }

    /// What is wrong with the working tree is no reason to lose the mirror. What else fails may be
    /// wrong with the mirror, which the next run makes anew.
    private static void end(Taken taken, Exception failure, Watch watch) {
        boolean isOfSource =
                watch.isStopped()
                        || (failure instanceof Refusal refusal
                                && OF_SOURCE.contains(refusal.code()));
        try {
            if (isOfSource && taken.isWarm()) {
                taken.putBack();
                return;
            }
            taken.staging().dispose();
            if (taken.isWarm()) {
                watch.notes("the mirror could not be brought up to date; the next run makes one");
            }
        } catch (IOException second) {
            failure.addSuppressed(second);
        }
    }

    private static Optional<Taken> mirror(SealedRun.Tools tools, Checkout checkout, Watch watch)
            throws IOException {
        Mirrors mirrors = tools.mirrors();
        if (mirrors == null) {
            return Optional.empty();
        }
        Mirrors.Answer answer =
                tools.sealing().isApart(checkout)
                        ? mirrors.take(tools.sealing().origin(checkout))
                        : new Mirrors.Unavailable("copies lie in the checkout", false);
        return switch (answer) {
            case Mirrors.Unavailable unavailable -> {
                watch.notes("no mirror is used: " + unavailable.why());
                yield Optional.empty();
            }
            case Taken taken -> {
                taken.left()
                        .ifPresent(id ->
                                watch.notes(
                                        "the mirror was left in use, and is made anew;"
                                                + " the copy %s stays".formatted(id)));
                yield Optional.of(taken);
            }
        };
    }

    Staging staging() {
        return staging;
    }

    /// Nobody needs it any more, but perhaps the next run.
    ///
    /// @return why it stays, when that is not for the next run; else empty
    String end() throws IOException {
        if (mirror == null) {
            staging.dispose();
            return "";
        }
        Taken.Outcome outcome = mirror.finish();
        givenUp = outcome.why();
        return outcome.isRemoved() ? "" : outcome.why();
    }

    /// What became of the mirror.
    ///
    /// @param kept why the copy stays
    Ending.@Nullable Mirror mirror(String kept) {
        return mirror == null
                ? null
                : new Ending.Mirror(mirror.isWarm(), kept.isEmpty() ? givenUp : kept);
    }

    @Override
    public void close() {
        if (mirror == null) {
            staging.close();
        } else {
            mirror.close();
        }
    }
}
