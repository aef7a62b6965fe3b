package dev.belay.core.lock.record;

import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import java.util.Arrays;

/// The bytes of a short file.
final class RecordText {
    private RecordText() {}

    /// At most `length` bytes from the beginning, fewer where the file ends.
    static byte[] read(OpenFile file, int length) throws DiskFault {
        byte[] text = new byte[length];
        int done = 0;
        while (done < length) {
            int count = file.read(text, done, length - done, done);
            if (count < 0) {
                break;
            }
            done += count;
        }
        return Arrays.copyOf(text, done);
    }
}
