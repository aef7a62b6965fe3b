package dev.belay.connector.ownership;

import dev.belay.core.brake.Brake;
import dev.belay.core.brake.BrakeName;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The brake of a binding: the file `STOP`, which the Node program reads and writes too. That the
/// name is there is the brake; its lines say why.
///
/// - **Atomic:** set when the name stands for anything, or when nobody can tell. A reason is one
///   line in one write.
/// - **Durable:** once [#add] returns a durable [Brake], it survives a power cut.
/// - **Crash:** while setting, leaves the brake set or not; while clearing, set or cleared, and
///   perhaps a `.STOP.cleared-…`, of which [#settle] makes the brake again.
/// - **Threads:** any number, in any number of processes. Setting takes no lock; removing takes
///   [StopLock], which the Node program takes for both.
/// - **Refuses:** to be removed with a line that was not asked about.
public final class BindingStop {
    public static final String NAME = "STOP";

    /// An empty file that becomes the brake on a disk with no room for a new one.
    static final String SPARE = ".STOP.ready";

    /// What the Node program reads of a STOP that holds processing stops.
    static final int BYTES_MAX = 64 << 10;

    /// From here on a reason that stands already is not added again, and from [#FULL_BYTES] on
    /// processing stops alone are, so that there is always room for those.
    private static final int REPEATED_BYTES = 32 << 10;

    private static final int FULL_BYTES = 48 << 10;

    /// How long [#add] looks whether somebody who removes a STOP takes the line away with it.
    private static final Duration WATCH = Duration.ofSeconds(1);

    private static final Duration POLL = Duration.ofMillis(50);
    private static final int ATTEMPTS_MAX = 100;
    private static final int PERMISSIONS = 0600;
    private static final String CLEARED = ".STOP.cleared-";
    private static final String MARK = ".STOP.mark-";

    private final World world;
    private final Directory binding;
    private final BrakeName brake;

    /// @param binding stays open for as long as this is used
    public BindingStop(World world, Directory binding) {
        this.world = world;
        this.binding = binding;
        this.brake = new BrakeName(binding, NAME, SPARE);
    }

    /// Whether the brake is set. What cannot be looked at counts as set.
    public boolean isSet() {
        return brake.isSet();
    }

    /// Returns where it is not.
    ///
    /// @throws Refusal `BRAKED`
    public void check() throws Refusal {
        if (isSet()) {
            throw braked("stands, or cannot be looked for: nothing new begins until it is cleared");
        }
    }

    Refusal braked(String found) {
        return new Refusal(
                ErrorCode.BRAKED,
                binding.label(NAME),
                found,
                "`belay connector clear` shows who set it and why, and removes it");
    }

    /// What stands in it; empty when the brake is not set.
    ///
    /// @throws Refusal for a STOP that is set and is no regular file that can be read
    public Optional<StopText> read() throws Refusal {
        return read(NAME);
    }

    private Optional<StopText> read(String name) throws Refusal {
        return BoundedFile.readOfAnyone(binding, name, 2 * BYTES_MAX)
                .map(file -> new StopText(file.bytes()));
    }

    /// Keeps a spare in place, so that a full disk cannot keep the brake from being set. Whether it
    /// could be made does not matter now.
    void reserve() {
        brake.reserve();
    }

    /// Sets the brake, or adds a reason to one that is set.
    ///
    /// @throws DiskFault when neither the file nor the spare can be put in place
    public Brake add(String reason) throws DiskFault {
        return add(reason, FULL_BYTES);
    }

    /// @param bytesMax how long the file may get by the line
    Brake add(String reason, int bytesMax) throws DiskFault {
        byte[] line = StopLine.print(world.clock().now(), reason);
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try (OpenFile file = brake.open()) {
                boolean kept = append(file, reason, line, bytesMax);
                boolean durable = brake.sync(file);
                // A writer that died as we wrote may have left half a line before ours.
                boolean isFused = kept && !new StopText(content(file)).holds(reason);
                if (!isFused && staysNamed(file)) {
                    return new Brake(kept, durable);
                }
            } catch (DiskFault fault) {
                return brake.setWithoutReason(fault);
            }
        }
        return new Brake(false, false);
    }

    /// Whether the reason stands in the file now.
    private boolean append(OpenFile file, String reason, byte[] line, int bytesMax) {
        try {
            if (file.status().kind() != FileKind.REGULAR) {
                return false;
            }
            StopText text = new StopText(content(file));
            boolean repeats = text.lengthBytes() >= REPEATED_BYTES && text.holds(reason);
            if (repeats || text.lengthBytes() + line.length > bytesMax) {
                return repeats;
            }
            return BrakeName.add(file, line, text.lengthBytes(), !text.endsLine());
        } catch (DiskFault _) {
            return false;
        }
    }

    private static byte[] content(OpenFile file) throws DiskFault {
        byte[] bytes = new byte[(int) Math.min(file.status().sizeBytes(), BYTES_MAX)];
        int length = 0;
        while (length < bytes.length) {
            int count = file.read(bytes, length, bytes.length - length, length);
            if (count < 0) {
                break;
            }
            length += count;
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /// Whether the name still stands for the file once nobody removes a STOP any more. Who does is
    /// given a second, since a crash may have left its lock for ever.
    private boolean staysNamed(OpenFile file) throws DiskFault {
        Duration end = world.clock().elapsed().plus(WATCH);
        while (true) {
            // The order counts: who begins after the first look will see our line.
            boolean isCleared = isBeingCleared(file);
            if (!brake.isOf(file)) {
                return false;
            }
            if (!isCleared || world.clock().elapsed().compareTo(end) >= 0) {
                return true;
            }
            Pause.of(world, POLL);
        }
    }

    /// A recover of the Node program removes its mark without the lock.
    private boolean isBeingCleared(OpenFile file) throws DiskFault {
        return binding.status(StopLock.NAME).isPresent()
                || new StopText(content(file)).lines().stream().anyMatch(StopLine::isNodeRecover);
    }

    /// Sets the brake with this reason where it is not set; all in one step, so that no crash
    /// leaves a STOP without it. A power cut may undo it.
    ///
    /// @return false where it is set already
    boolean place(String reason) throws DiskFault {
        String prepared = MARK + world.randomness().uuid();
        byte[] line = StopLine.print(world.clock().now(), reason);
        try (OpenFile file =
                binding.open(
                        prepared,
                        PERMISSIONS,
                        OpenOption.WRITE,
                        OpenOption.CREATE,
                        OpenOption.EXCLUSIVE)) {
            boolean placed = false;
            try {
                if (file.write(line, 0, line.length, 0) != line.length) {
                    throw new DiskFault("write", file.label(), Errno.EIO, "not all was written");
                }
                file.sync();
                placed = brake.takeFrom(prepared);
            } finally {
                if (!placed) {
                    binding.unlink(prepared);
                }
            }
            return placed;
        }
    }

    /// Removes the brake if what stands in it is wanted. It is moved away in one step, read once
    /// more, and put back if a line has come meanwhile.
    ///
    /// @param lock held, so that no Node program writes to what is moved away
    /// @return whether the brake was removed, or not set
    boolean removeIf(Predicate<StopText> wanted, StopLock.Hold lock) throws IOException {
        lock.requireHeld();
        Optional<StopText> found = read();
        if (found.isEmpty()) {
            return true;
        }
        if (!wanted.test(found.get())) {
            return false;
        }
        String aside = CLEARED + world.randomness().uuid();
        binding.rename(NAME, binding, aside);
        boolean isWanted = false;
        try {
            isWanted = read(aside).filter(wanted).isPresent();
        } finally {
            if (!isWanted) {
                brake.takeFrom(aside); // One that was set meanwhile stays, and so does this.
            }
        }
        if (isWanted) {
            binding.unlink(aside);
        }
        binding.sync();
        return isWanted;
    }

    /// Removes the brake if it is what was shown to a person.
    ///
    /// @return whether there was one
    /// @throws Refusal `STATE_CHANGED` when it is not, and it then stands; `STOP_LOCKED`
    public boolean clear(StopText shown) throws IOException {
        if (read().isEmpty()) {
            return false;
        }
        StopLock lock = new StopLock(world, binding);
        try (StopLock.Hold hold = lock.take()) {
            if (!removeIf(shown::equals, hold)) {
                throw new Refusal(
                        ErrorCode.STATE_CHANGED,
                        binding.label(NAME),
                        "is not what was shown: somebody set the brake again",
                        "run the command again to see it");
            }
        }
        return true;
    }

    /// Finishes what a killed process began. A STOP that it had moved away is set again, unless it
    /// is the mark of a recover: whoever added a line meanwhile may have been told that it stands.
    ///
    /// @throws Refusal `STOP_LOCKED`, where there is something to finish
    void settle() throws IOException {
        List<String> leftovers =
                binding.walk(names ->
                        names.filter(name -> name.startsWith(CLEARED) || name.startsWith(MARK))
                                .toList());
        if (leftovers.isEmpty()) {
            return;
        }
        try (StopLock.Hold _ = new StopLock(world, binding).take()) {
            for (String leftover : leftovers) {
                settle(leftover);
            }
        }
    }

    private void settle(String leftover) throws IOException {
        Optional<StopText> text = leftover.startsWith(CLEARED) ? read(leftover) : Optional.empty();
        boolean isBrake = text.isPresent() && !text.get().isRecoverMark();
        if (isBrake && !brake.takeFrom(leftover)) {
            for (StopLine line : text.orElseThrow().lines()) {
                add(line.reason().orElse("a line of a STOP that was being cleared"));
            }
        }
        try {
            binding.unlink(leftover);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT) {
                throw fault;
            }
        }
    }
}
