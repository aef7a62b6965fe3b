package dev.belay.system.local;

import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.file.Path;

/// A program that locks a file and holds it until its input ends or it is killed.
final class LockHolder {
    private LockHolder() {}

    public static void main(String[] arguments) throws IOException {
        try (Directory root = LocalWorld.create().disk().open(Path.of(arguments[0]), "");
                OpenFile file = root.open(arguments[1], 0, OpenOption.READ)) {
            System.out.println(file.tryLock() ? "locked" : "refused");
            System.in.read();
        }
    }
}
