package dev.belay.connector.ownership;

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
import java.util.stream.Stream;

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

    /// @param binding stays open for as long as this is used
    public BindingStop(World world, Directory binding) {
        this.world = world;
        this.binding = binding;
    }

    /// What [#add] achieved. The brake is set in any case.
    ///
    /// @param reasonKept whether the reason stands in the file
    /// @param durable whether the brake survives a power cut
    public record Brake(boolean reasonKept, boolean durable) {}

    /// Whether the brake is set. What cannot be looked at counts as set.
    public boolean isSet() {
        try {
            return binding.status(NAME).isPresent();
        } catch (DiskFault _) {
            return true;
        }
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
        try {
            if (binding.status(SPARE).isEmpty()) {
                binding.open(SPARE, PERMISSIONS, OpenOption.WRITE, OpenOption.CREATE).close();
                binding.sync();
            }
        } catch (DiskFault _) {
            // The brake then has one way less, on a disk that is failing already.
        }
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
            try (OpenFile file =
                    binding.open(
                            NAME,
                            PERMISSIONS,
                            OpenOption.READ,
                            OpenOption.WRITE,
                            OpenOption.APPEND,
                            OpenOption.CREATE)) {
                boolean kept = append(file, reason, line, bytesMax);
                boolean durable = sync(file);
                // A writer that died as we wrote may have left half a line before ours.
                boolean isFused = kept && !new StopText(content(file)).holds(reason);
                if (!isFused && staysNamed(file)) {
                    return new Brake(kept, durable);
                }
            } catch (DiskFault fault) {
                return withoutReason(fault);
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
            // Another's torn line ends here; a blank line is none.
            byte[] whole = text.endsLine() ? line : joined(line);
            return file.write(whole, 0, whole.length, text.lengthBytes()) == whole.length;
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

    private static byte[] joined(byte[] line) {
        byte[] text = new byte[line.length + 1];
        text[0] = '\n';
        System.arraycopy(line, 0, text, 1, line.length);
        return text;
    }

    private boolean sync(OpenFile file) {
        try {
            file.sync();
            binding.sync();
            return true;
        } catch (DiskFault _) {
            return false;
        }
    }

    /// Whether the name still stands for the file once nobody removes a STOP any more. Who does is
    /// given a second, since a crash may have left its lock for ever.
    private boolean staysNamed(OpenFile file) throws DiskFault {
        Duration end = world.clock().elapsed().plus(WATCH);
        while (true) {
            // The order counts: who begins after the first look will see our line.
            boolean isCleared = isBeingCleared(file);
            if (binding.status(NAME).filter(file.status()::isSameFile).isEmpty()) {
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

    /// The brake where `STOP` cannot be opened: it is something else and stands, or the spare
    /// becomes it.
    private Brake withoutReason(DiskFault fault) throws DiskFault {
        if (isSet()) {
            return new Brake(false, syncNames());
        }
        try {
            binding.renameNoReplace(SPARE, binding, NAME);
        } catch (DiskFault second) {
            if (second.errno() != Errno.EEXIST) {
                fault.addSuppressed(second);
                throw fault;
            }
        }
        return new Brake(false, syncNames());
    }

    private boolean syncNames() {
        try {
            binding.sync();
            return true;
        } catch (DiskFault _) {
            return false;
        }
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
                placed = rename(prepared);
            } finally {
                if (!placed) {
                    binding.unlink(prepared);
                }
            }
            return placed;
        }
    }

    private boolean rename(String prepared) throws DiskFault {
        try {
            binding.renameNoReplace(prepared, binding, NAME);
            return true;
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.EEXIST) {
                return false;
            }
            throw fault;
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
                putBack(aside);
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
        List<String> leftovers;
        try (Stream<String> names = binding.names()) {
            leftovers =
                    names.filter(name -> name.startsWith(CLEARED) || name.startsWith(MARK))
                            .toList();
        }
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
        if (isBrake && !rename(leftover)) {
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

    /// A brake that was set meanwhile stays, and so does what was moved.
    private void putBack(String aside) throws DiskFault {
        try {
            binding.renameNoReplace(aside, binding, NAME);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.EEXIST) {
                throw fault;
            }
        }
    }
}
