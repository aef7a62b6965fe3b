package dev.belay.system.local;

import static dev.belay.system.DiskUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescriptorTest {
    private static final int ROUNDS = 20_000;

    /// One thread reads what another closes, while the number is at once given to a stranger.
    @Test
    void a_call_never_hits_a_file_that_took_the_number(@TempDir Path path) throws Exception {
        try (Directory root = LocalWorld.create().disk().open(path, "")) {
            put(root, "ours", "o");
            put(root, "stranger", "s");
            AtomicReference<OpenFile> current = new AtomicReference<>(open(root, "ours"));
            FutureTask<Integer> closing =
                    new FutureTask<>(() -> {
                        for (int round = 0; round < ROUNDS; round++) {
                            OpenFile next = open(root, "ours");
                            current.getAndSet(next).close();
                            open(root, "stranger").close();
                        }
                        return ROUNDS;
                    });
            Thread.ofPlatform().daemon().start(closing);

            int strangers = 0;
            byte[] one = new byte[1];
            while (!closing.isDone()) {
                try {
                    current.get().read(one, 0, 1, 0);
                    strangers += one[0] == 's' ? 1 : 0;
                } catch (DiskFault e) {
                    assertThat(e.errno()).isEqualTo(Errno.EBADF);
                }
            }
            current.get().close();

            assertThat(closing.get()).isEqualTo(ROUNDS);
            assertThat(new String(one, StandardCharsets.UTF_8)).isEqualTo("o");
            assertThat(strangers).isZero();
        }
    }

    private static OpenFile open(Directory root, String name) throws DiskFault {
        return root.open(name, 0, OpenOption.READ);
    }
}
