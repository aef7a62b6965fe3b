package dev.belay.system.local;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The open descriptors of this process, as the kernel tells them.
final class Descriptors {
    private Descriptors() {}

    /// Those open at `path`, by number.
    static List<String> of(Path path) throws IOException {
        List<String> numbers = new ArrayList<>();
        String real = path.toRealPath().toString();
        try (DirectoryStream<Path> links = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path link : links) {
                if (target(link).equals(real)) {
                    numbers.add(link.getFileName().toString());
                }
            }
        }
        return numbers;
    }

    private static String target(Path link) throws IOException {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (NoSuchFileException _) {
            return ""; // Closed meanwhile.
        }
    }

    /// The flags that the kernel has for a descriptor.
    static int flags(String number) throws IOException {
        String text = Files.readString(Path.of("/proc/self/fdinfo", number));
        String octal = text.replaceAll("(?s).*flags:\\s*([0-7]+).*", "$1");
        return Integer.parseInt(octal, 8);
    }
}
