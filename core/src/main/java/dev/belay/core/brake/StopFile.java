package dev.belay.core.brake;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.PrivateFile;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.World;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// The file `STOP` of one directory. That it is there is the brake; its lines say why.
///
/// - **Atomic:** the brake is set when the name is there, whatever it stands for, or when nobody
///   can tell. A reason is one line in one write.
/// - **Durable:** once [#set] returns a durable [Brake], it survives a power cut.
/// - **Crash:** while setting, leaves the brake set or not; while clearing, set or cleared, and
///   perhaps a `.STOP.cleared-…` that nobody reads.
/// - **Threads:** any number, in any number of processes, without a lock. Whoever adds a reason
///   looks afterwards whether the file is still the one with the name, and else adds it again; so a
///   reason that came while another was cleared is never lost.
/// - **Refuses:** to clear what the operator was not shown.
public final class StopFile {
    static final String NAME = "STOP";

    /// An empty file that becomes the brake on a disk with no room for a new one.
    static final String SPARE = ".STOP.spare";

    private static final int BYTES_MAX = 64 << 10;
    private static final int ATTEMPTS_MAX = 100;

    private final World world;
    private final Directory directory;
    private final BrakeName brake;

    public StopFile(World world, Directory directory) {
        this.world = world;
        this.directory = directory;
        this.brake = new BrakeName(directory, NAME, SPARE);
    }

    /// Lets the caller record that a STOP is about to be cleared; a failure keeps it.
    @FunctionalInterface
    public interface BeforeClearing {
        void audit(StopText text) throws java.io.IOException;
    }

    /// Returns where the name is free.
    ///
    /// @throws Refusal `BRAKED` where it is not, or where that cannot be known
    public void check() throws Refusal {
        String found;
        try {
            if (directory.status(NAME).isEmpty()) {
                return;
            }
            found = "stands, and nothing new begins until it is cleared";
        } catch (DiskFault fault) {
            found = "cannot be looked for (%s), which counts as set".formatted(fault.errno());
        }
        throw new Refusal(
                ErrorCode.BRAKED,
                directory.label(NAME),
                found,
                "`belay clear --all` shows who set it and why, and removes it");
    }

    /// What stands in it; empty when the brake is not set.
    ///
    /// @throws Refusal for a STOP that is set and is no private file that can be read
    public Optional<StopText> read() throws Refusal {
        return BoundedFile.read(directory, NAME, 2 * BYTES_MAX)
                .map(file -> new StopText(file.bytes()));
    }

    /// Keeps a spare in place, so that a full disk cannot keep the brake from being set. Whether it
    /// could be made does not matter now.
    public void reserve() {
        brake.reserve();
    }

    /// Sets the brake, or adds a reason to one that is set.
    ///
    /// @throws DiskFault when neither the file nor the spare can be put in place
    public Brake set(String reason) throws DiskFault {
        byte[] line = line(reason);
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try (OpenFile file = brake.open()) {
                boolean kept = append(file, line);
                boolean durable = brake.sync(file);
                if (brake.isOf(file)) {
                    return new Brake(kept, durable);
                }
            } catch (DiskFault fault) {
                return brake.setWithoutReason(fault);
            }
        }
        return new Brake(false, false);
    }

    /// Removes the brake if it is what was shown.
    ///
    /// @return whether there was one
    /// @throws Refusal `STATE_CHANGED` when it is not; it then stands
    public boolean clear(StopText shown, BeforeClearing before) throws java.io.IOException {
        Optional<StopText> found = read();
        if (found.isEmpty()) {
            return false;
        }
        requireSame(shown, found.get());
        before.audit(shown);
        String aside = ".STOP.cleared-" + world.randomness().uuid();
        directory.rename(NAME, directory, aside);
        Optional<BoundedFile> moved = BoundedFile.read(directory, aside, 2 * BYTES_MAX);
        StopText text = new StopText(moved.map(BoundedFile::bytes).orElse(new byte[0]));
        if (!text.equals(shown)) {
            putBack(aside);
            requireSame(shown, text);
        }
        directory.unlink(aside);
        directory.sync();
        return true;
    }

    /// A brake that was set meanwhile stays, and so does what was moved.
    private void putBack(String aside) throws DiskFault {
        brake.takeFrom(aside);
        directory.sync();
    }

    private void requireSame(StopText shown, StopText found) throws Refusal {
        if (!found.equals(shown)) {
            throw new Refusal(
                    ErrorCode.STATE_CHANGED,
                    directory.label(NAME),
                    "is not what was shown: somebody set the brake again",
                    "run the command again to see it");
        }
    }

    /// Whether the whole line went in. A file that is full of reasons takes no more, and what is
    /// not ours alone takes none.
    private boolean append(OpenFile file, byte[] line) {
        try {
            FileStatus status = file.status();
            if (PrivateFile.flaw(directory, status).isPresent()
                    || PrivateFile.furtherName(status).isPresent()
                    || status.sizeBytes() > BYTES_MAX) {
                return false;
            }
            byte[] last = {'\n'};
            if (status.sizeBytes() > 0) {
                file.read(last, 0, 1, status.sizeBytes() - 1);
            }
            return BrakeName.add(file, line, status.sizeBytes(), last[0] != '\n');
        } catch (DiskFault _) {
            return false;
        }
    }

    private byte[] line(String reason) {
        JsonObject object =
                JsonObject.builder()
                        .put("at", world.clock().now().toString())
                        .put("reason", reason)
                        .build();
        byte[] text = (JsonText.print(object) + "\n").getBytes(StandardCharsets.UTF_8);
        return text.length <= BYTES_MAX ? text : Arrays.copyOf(text, BYTES_MAX);
    }
}
