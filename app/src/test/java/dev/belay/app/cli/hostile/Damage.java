package dev.belay.app.cli.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;

/// What may become of a file.
enum Damage {
    EMPTY(true),
    TRUNCATED(true),
    NOT_JSON(true),
    BYTE_ORDER_MARK(true),
    NOT_UTF8(true),
    DUPLICATE_KEY(true),
    UNKNOWN_VERSION(true),
    ZEROS(true),
    TOO_LONG(true),
    SYMBOLIC_LINK(false),
    LINK_TO_NOTHING(false),
    PIPE(false),
    DIRECTORY(false),
    READABLE_BY_ALL(false),
    WRITABLE_BY_GROUP(false),
    OF_ANOTHER_USER(false);

    /// Longer than any of our files may be. The rest is a hole, which takes no room.
    private static final long LONG = 17 << 20;

    private static final int SOMEWHERE = 20;

    private final boolean content;

    Damage(boolean content) {
        this.content = content;
    }

    /// Whether what the file says is damaged, and not what it is.
    boolean isOfContent() {
        return content;
    }

    /// Whether it can be done on this machine by this user.
    boolean isPossible() {
        return this != OF_ANOTHER_USER || System.getProperty("user.name").equals("root");
    }

    // Long: one table, a line or two for each kind of damage.
    void doTo(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), ISO_8859_1);
        Path kept = file.resolveSibling("kept-aside");
        switch (this) {
            case EMPTY -> write(file, "");
            case TRUNCATED -> write(file, text.substring(0, text.length() / 2));
            case NOT_JSON -> write(file, "rubbish\n");
            case BYTE_ORDER_MARK -> write(file, "\u00EF\u00BB\u00BF" + text);
            case NOT_UTF8 ->
                    write(
                            file,
                            text.substring(0, SOMEWHERE)
                                    + "\u00FF"
                                    + text.substring(SOMEWHERE + 1));
            case DUPLICATE_KEY -> write(file, text.replaceFirst("\\{(\\s*\"[^,]*,)", "{$1$1"));
            case UNKNOWN_VERSION ->
                    write(
                            file,
                            text.replaceAll("(\"version\": ?)1", "$12")
                                    .replace("\"seq\":", "\"nr\":"));
            case ZEROS -> write(file, "\0".repeat(text.length()));
            case TOO_LONG -> {
                try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                    open.setLength(LONG);
                }
            }
            case SYMBOLIC_LINK -> {
                Files.move(file, kept);
                Files.createSymbolicLink(file, kept.getFileName());
            }
            case LINK_TO_NOTHING -> {
                Files.delete(file);
                Files.createSymbolicLink(file, Path.of("nothing-here"));
            }
            case PIPE -> {
                Files.delete(file);
                makePipe(file);
            }
            case DIRECTORY -> {
                Files.delete(file);
                Files.createDirectory(file);
            }
            case READABLE_BY_ALL ->
                    Files.setPosixFilePermissions(
                            file, PosixFilePermissions.fromString("rw-r--r--"));
            case WRITABLE_BY_GROUP ->
                    Files.setPosixFilePermissions(
                            file, PosixFilePermissions.fromString("rw--w----"));
            case OF_ANOTHER_USER -> Files.setAttribute(file, "unix:uid", 12345);
        }
    }

    private static void write(Path file, String text) throws IOException {
        byte[] bytes = text.getBytes(ISO_8859_1);
        if (bytes.length > 0 && Arrays.equals(bytes, Files.readAllBytes(file))) {
            throw new AssertionError("nothing was damaged in " + file);
        }
        Files.write(file, bytes);
    }

    private static void makePipe(Path file) throws IOException {
        try {
            int exit = new ProcessBuilder("mkfifo", "-m", "600", file.toString()).start().waitFor();
            if (exit != 0) {
                throw new IOException("mkfifo ended with " + exit);
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
