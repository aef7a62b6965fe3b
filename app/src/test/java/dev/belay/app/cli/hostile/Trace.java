package dev.belay.app.cli.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/// All that can be told of a file, so that two equal traces prove it untouched: which one it is,
/// its owner, mode, names, times, and content.
///
/// @param attributes by the kernel's names
/// @param content of a regular file its length and checksum, of a link its text
record Trace(Map<String, Object> attributes, String content) {
    /// Of a longer file, the times tell enough.
    private static final long READ_BYTES_MAX = 1 << 20;

    static Trace of(Path file) throws IOException {
        Map<String, Object> all =
                new TreeMap<>(
                        Files.readAttributes(
                                file,
                                "unix:dev,ino,mode,uid,gid,nlink,size,lastModifiedTime,ctime",
                                LinkOption.NOFOLLOW_LINKS));
        String content = "";
        if (Files.isSymbolicLink(file)) {
            content = Files.readSymbolicLink(file).toString();
        } else if (Files.isRegularFile(file) && Files.size(file) <= READ_BYTES_MAX) {
            CRC32C checksum = new CRC32C();
            checksum.update(Files.readAllBytes(file));
            content = HexFormat.of().toHexDigits(checksum.getValue());
        }
        return new Trace(all, content);
    }
}
