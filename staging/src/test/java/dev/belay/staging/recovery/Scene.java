package dev.belay.staging.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.explore.Program;
import dev.belay.staging.content.Footprint;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// One abandoned copy, and who is at it: recoveries of Belay, one of the Node program by its steps,
/// and a program that was left over.
final class Scene {
    static final Invariant ONE_REMOVER = new Invariant("one removes the copy");
    static final Invariant NOTHING_LOST = new Invariant("what was written after the proof stays");
    static final Invariant ENDED = new Invariant("whoever comes last ends it");

    private static final String LATE = "late";

    private int removals;
    private boolean isWritten;

    /// Why the last recovery of Belay was refused.
    private String refusal = "";

    /// Whether the Node program has begun to remove: what it then loses to a writer, it loses.
    private boolean hasNodeBegun;

    static void prepare(SimHost host) throws IOException {
        Copies.prepare(host);
        Copies.sealed(host.start("maker")).close();
    }

    /// Recovers the copy, or is refused.
    static Program<Scene> belay(Demand demand) {
        return (process, scene) -> belay(process, scene, demand, Copies.tools(process, outside()));
    }

    private static Copies.Outside outside() {
        return new Copies.Outside();
    }

    /// The same without the last looks: at who has it open, and at what is in it.
    static Program<Scene> hasty() {
        return (process, scene) -> {
            Recovery.Tools tools = Copies.tools(process, outside());
            belay(
                    process,
                    scene,
                    Demand.RECOVER,
                    new Recovery.Tools(
                            new Hasty(tools.content()),
                            tools.claims(),
                            tools.outputs(),
                            _ -> Optional.empty(),
                            tools.register()));
        };
    }

    private record Hasty(ContentProof proof) implements ContentProof {
        @Override
        public boolean bringsWitness() {
            return proof.bringsWitness();
        }

        @Override
        public Proved prove(Copy copy) throws IOException {
            return new HastyProved(proof.prove(copy));
        }
    }

    private record HastyProved(ContentProof.Proved proved) implements ContentProof.Proved {
        @Override
        public void again(Directory payload) {
            // That is what is missing.
        }

        @Override
        public void revalidate() throws IOException {
            proved.revalidate();
        }

        @Override
        public Footprint footprint() {
            return proved.footprint();
        }

        @Override
        public List<String> grounds() {
            return proved.grounds();
        }
    }

    private static void belay(SimProcess process, Scene scene, Demand demand, Recovery.Tools tools)
            throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            Optional<StagingId> id = id(root);
            if (id.isPresent()) {
                new Recovery(root, Copies.owners(process), tools).recover(id.get(), demand);
                scene.removals++;
            }
        } catch (Refusal refused) {
            scene.refusal = String.valueOf(refused.getMessage());
        } catch (DiskFault vanishing) {
            // The Node program removes what is being looked at.
            scene.refusal = String.valueOf(vanishing.getMessage());
            if (!scene.hasNodeBegun) {
                throw vanishing;
            }
        }
    }

    private static Optional<StagingId> id(SyncRoot root) throws DiskFault {
        for (String name : Roots.names(root.directory())) {
            if (StagingId.ofDirectory(name).isPresent()) {
                return StagingId.ofDirectory(name);
            }
        }
        return Roots.names(root.proving()).stream().findFirst().map(StagingId::new);
    }

    /// Opens a file by its name, writes, and goes.
    static void write(SimProcess process, Scene scene) {
        try (Directory source = at(process, "payload/source");
                OpenFile file = source.open("a", 0, OpenOption.WRITE)) {
            byte[] text = LATE.getBytes(UTF_8);
            if (file.write(text, 0, text.length, 0) == text.length) {
                scene.isWritten = true;
            }
        } catch (DiskFault gone) {
            // There is nothing of that name any more.
        }
    }

    /// A recovery of the Node program: everything by name, and no lock but the directory.
    static void node(SimProcess process, Scene scene) throws IOException {
        try {
            nodeLock(process);
            boolean isProved = isWhole(process);
            if (!isProved || !isOurs(process) || !isWhole(process)) {
                return;
            }
            scene.hasNodeBegun = true;
            nodeRemove(process);
            scene.removals++;
        } catch (DiskFault failure) {
            // It throws, and leaves what it cannot tell to be its own.
        }
    }

    private static void nodeLock(SimProcess process) throws DiskFault {
        try (Directory staging = at(process, "")) {
            staging.makeDirectory("recovery.lock", 0700);
        }
        try (Directory lock = at(process, "recovery.lock");
                OpenFile owner =
                        lock.open(
                                "owner.json",
                                0600,
                                OpenOption.WRITE,
                                OpenOption.CREATE,
                                OpenOption.EXCLUSIVE)) {
            byte[] text = record(process).getBytes(UTF_8);
            owner.write(text, 0, text.length, 0);
        }
    }

    private static String record(SimProcess process) {
        return "{\"pid\":%d,\"generation\":\"node\"}\n".formatted(process.pid());
    }

    private static boolean isOurs(SimProcess process) throws IOException {
        try (Directory lock = at(process, "recovery.lock")) {
            return Copies.read(lock, "owner.json").equals(record(process));
        }
    }

    private static boolean isWhole(SimProcess process) throws IOException {
        try (Directory source = at(process, "payload/source")) {
            return Copies.read(source, "a").equals("text");
        }
    }

    private static void nodeRemove(SimProcess process) throws IOException {
        try (Directory staging = at(process, "")) {
            String receipt =
                    Copies.read(staging, "staging.json").replace("\"prepared\"", "\"removing\"");
            String temporary = ".staging.json.0b54aa2e-1f9c-4c0e-8a65-0d5f7a1c9e11";
            Copies.write(staging, temporary, receipt);
            staging.rename(temporary, staging, "staging.json");
        }
        unlink(process, "payload/source", "a");
        removeDirectory(process, "payload", "source");
        removeDirectory(process, "", "payload");
        unlink(process, "", "manifest.json");
        unlink(process, "", "staging.json");
        unlink(process, "recovery.lock", "owner.json");
        removeDirectory(process, "", "recovery.lock");
        try (Directory root = process.world().disk().open(Roots.PATH, "stagings")) {
            root.removeDirectory(name(root));
        }
    }

    private static void unlink(SimProcess process, String path, String name) throws DiskFault {
        try (Directory directory = at(process, path)) {
            directory.unlink(name);
        }
    }

    private static void removeDirectory(SimProcess process, String path, String name)
            throws DiskFault {
        try (Directory directory = at(process, path)) {
            directory.removeDirectory(name);
        }
    }

    /// A directory of the copy, by its name.
    private static Directory at(SimProcess process, String path) throws DiskFault {
        try (Directory root = process.world().disk().open(Roots.PATH, "stagings")) {
            return process.world()
                    .disk()
                    .open(Roots.PATH.resolve(name(root)).resolve(path), "copy/" + path);
        }
    }

    private static String name(Directory root) throws DiskFault {
        return Roots.names(root).stream()
                .filter(name -> StagingId.ofDirectory(name).isPresent())
                .findFirst()
                .orElse("gone");
    }

    /// When all have ended.
    static void check(SimProcess process, Scene scene) throws IOException {
        int removals = scene.removals;
        ONE_REMOVER.check(removals <= 1, () -> removals + " say that they removed it");
        try (SyncRoot root = Roots.open(process)) {
            root.finishRemovals();
            Optional<StagingId> id = id(root);
            if (scene.isWritten && !scene.hasNodeBegun) {
                NOTHING_LOST.check(id.isPresent(), () -> "the copy is gone");
            }
            belay(process, scene, Demand.RECOVER, Copies.tools(process, outside()));
            if (id(root).isPresent() && scene.refusal.contains("owner.json: is damaged")) {
                // A Node process was killed writing it, and nobody can know that it was.
                new Discard(root, Copies.owners(process), process.occupancy(), _ -> {})
                        .discard(id(root).orElseThrow());
            }
            boolean isLeft = id(root).isPresent();
            if (scene.isWritten && !scene.hasNodeBegun) {
                try (Directory source = at(process, "payload/source")) {
                    String found = Copies.read(source, "a");
                    NOTHING_LOST.check(found.equals(LATE), () -> "it holds " + found);
                }
            } else {
                ENDED.check(!isLeft || isTouched(root), () -> "there: " + scene.refusal);
            }
        }
    }

    /// A write that was cut off has left what no manifest says.
    private static boolean isTouched(SyncRoot root) throws IOException {
        StagingId id = id(root).orElseThrow();
        try (Directory staging = root.directory().openDirectory(id.directory())) {
            if (!Roots.tree(staging).contains("payload/source/a")) {
                return false;
            }
        }
        try (Directory staging = root.directory().openDirectory(id.directory());
                Directory payload = staging.openDirectory("payload");
                Directory source = payload.openDirectory("source")) {
            return source.status("a").isPresent() && !Copies.read(source, "a").equals("text");
        }
    }

    /// What decides how a run goes on.
    @Override
    public String toString() {
        return removals + " " + isWritten + " " + hasNodeBegun;
    }
}
