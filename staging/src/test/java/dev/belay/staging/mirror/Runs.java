package dev.belay.staging.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.ClaimsWord;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.Processes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Runs of one repository or of many, and the mirrors that they take.
final class Runs {
    static final Path REPOSITORY = Path.of("/srv/tree");
    static final Limits LIMITS = new Limits(1 << 20, Duration.ofDays(30));

    private static final int BOOTS = 4;

    private Runs() {}

    static void prepare(SimHost host) throws DiskFault {
        host.disk().makeDirectories(Roots.PATH).close();
        host.disk().makeDirectories(REPOSITORY).close();
    }

    static SimHost host() throws DiskFault {
        SimHost host = new SimHost();
        prepare(host);
        return host;
    }

    static Origin origin(String path) {
        return new Origin(path, new DirectoryIdentity("1", "7"));
    }

    /// Judges owners of this boot and of those before it.
    static Owners owners(SimProcess process) {
        String own = process.world().processes().bootId().orElseThrow();
        Set<Digest> before = new HashSet<>();
        for (long boot = 1; boot <= BOOTS; boot++) {
            String id = new UUID(0x4000L | (boot << 32), 0x8000_0000_0000_0001L).toString();
            if (!id.equals(own)) {
                String domain = "linux:%s:pid:[%s]".formatted(id, Processes.INITIAL_NAMESPACE);
                before.add(Digest.of(domain.getBytes(UTF_8)));
            }
        }
        return new Owners(process.world(), before);
    }

    static Retention retention(SimProcess process, SyncRoot root, List<AuditEvent> told) {
        return new Retention(root, owners(process), LIMITS, told::add);
    }

    static Mirrors.Answer take(SimProcess process, SyncRoot root, String repository) {
        Retention retention = retention(process, root, new ArrayList<>());
        return new Mirrors(root, owners(process), retention).take(origin(repository));
    }

    static Taken taken(SimProcess process, SyncRoot root) {
        Mirrors.Answer answer = take(process, root, REPOSITORY.toString());
        assertThat(answer).isInstanceOf(Taken.class);
        return (Taken) answer;
    }

    /// Makes what is in a mirror the copy of now.
    static void fill(Taken taken) throws IOException {
        Staging staging = taken.staging();
        if (staging.payload().status("source").isEmpty()) {
            Roots.fill(staging.payload());
        }
        staging.prepared(Roots.manifest(), Durability.DURABLE, Roots.WITNESS, null);
    }

    /// Lets a command in, which ends and whose outputs are brought back.
    static void use(Taken taken) throws IOException {
        taken.staging().admitted(new ClaimsWord.NotGiven(), List.of());
        taken.staging().settled(List.of());
        try (Directory source = taken.staging().payload().openDirectory("source")) {
            DirectoryIdentity identity = DirectoryIdentity.of(source);
            taken.staging().preserved(new ArtifactEvidence(true, identity, List.of(), null));
        }
    }

    /// A whole run, and whether it found the mirror warm.
    static boolean run(SimProcess process, String repository) throws IOException {
        try (SyncRoot root = Roots.open(process);
                Taken taken = (Taken) take(process, root, repository)) {
            fill(taken);
            use(taken);
            assertThat(taken.finish().isHandedOver()).isTrue();
            return taken.isWarm();
        }
    }

    static boolean run(SimProcess process) throws IOException {
        return run(process, REPOSITORY.toString());
    }

    static List<Slot> slots(SimProcess process) throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            return Slots.look(root.directory());
        }
    }

    static void write(Directory directory, String name, String text) throws DiskFault {
        byte[] bytes = text.getBytes(UTF_8);
        try (OpenFile file = directory.open(name, 0600, OpenOption.WRITE, OpenOption.CREATE)) {
            file.writeAll(bytes, 0, bytes.length, 0);
            file.sync();
        }
    }
}
