package dev.belay.connector.ownership;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.World;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/// Brakes that a program sets for one generation of its processing, and clears again, unless
/// anybody else has braked.
public final class ProcessingStops {
    private static final Pattern GENERATION =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    private static final int PRIVATE = 0600;

    private final World world;
    private final Directory binding;
    private final BindingStop stop;

    public ProcessingStops(World world, Directory binding) {
        this.world = world;
        this.binding = binding;
        this.stop = new BindingStop(world, binding);
    }

    /// Sets the brake for a generation, once.
    ///
    /// @throws Refusal `STOP_UNVERIFIED` for a STOP that is set and cannot be read; it brakes, but
    ///   the generation stands nowhere
    public void hold(String generation) throws IOException {
        String reason = reason(generation);
        boolean isSet = verifiedText().filter(text -> text.holds(reason)).isPresent();
        if (!isSet && !stop.add(reason, BindingStop.BYTES_MAX).reasonKept()) {
            throw unverified("is set, but has no room for the generation");
        }
    }

    /// Clears the brake of a generation if each line is of it.
    ///
    /// @return whether it was cleared
    /// @throws Refusal `STOP_LOCKED`
    public boolean unhold(String generation) throws IOException {
        if (!isGeneration(generation)) {
            return false;
        }
        String reason = reason(generation);
        Optional<StopText> text = isPrivate() ? stop.read() : Optional.empty();
        if (text.filter(found -> found.isOnly(reason)).isEmpty()) {
            return false;
        }
        try (StopLock.Hold hold = new StopLock(world, binding).take()) {
            return stop.removeIf(found -> found.isOnly(reason), hold);
        }
    }

    private static boolean isGeneration(String generation) {
        return GENERATION.matcher(generation).matches();
    }

    private static String reason(String generation) throws Refusal {
        if (!isGeneration(generation)) {
            throw new Refusal(
                    ErrorCode.USAGE, "generation", "is no version 4 UUID in lower case", "");
        }
        return "processing:" + generation;
    }

    /// A STOP that was made by hand gets the mode that the Node program asks for.
    private Optional<StopText> verifiedText() throws IOException {
        Optional<FileStatus> status = binding.status(BindingStop.NAME);
        if (status.isEmpty()) {
            return Optional.empty();
        }
        FileStatus found = status.get();
        if (found.kind() != FileKind.REGULAR
                || found.owner() != world.processes().ownUser()
                || found.sizeBytes() > BindingStop.BYTES_MAX) {
            throw unverified("is no short file of ours");
        }
        if (found.permissions() != PRIVATE) {
            binding.changePermissions(BindingStop.NAME, PRIVATE);
        }
        return stop.read();
    }

    private boolean isPrivate() throws DiskFault {
        return binding.status(BindingStop.NAME)
                .filter(found -> found.kind() == FileKind.REGULAR)
                .filter(found -> found.owner() == world.processes().ownUser())
                .filter(found -> found.permissions() == PRIVATE)
                .filter(found -> found.sizeBytes() <= BindingStop.BYTES_MAX)
                .isPresent();
    }

    private Refusal unverified(String found) {
        return new Refusal(
                ErrorCode.STOP_UNVERIFIED,
                binding.label(BindingStop.NAME),
                found,
                "the brake is set; look at it with `belay connector clear`");
    }
}
