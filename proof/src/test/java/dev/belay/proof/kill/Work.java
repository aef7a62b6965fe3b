package dev.belay.proof.kill;

import dev.belay.proof.program.Custody;
import dev.belay.simulators.Computer;
import dev.belay.simulators.FakeBoat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the workers are told to do, and what they said of it.
///
/// - **Threads:** any number.
final class Work {
    /// Of so many computers, the youngest, any worker may take any.
    private static final int YOUNGEST = 10;

    private static final Pattern CHANGE =
            Pattern.compile("(bx_\\w+)  (prepared|accepted \\(\\w+\\)|blocked|released)");

    /// Refusals that no fault of the provider and no kill excuses.
    private static final Pattern BROKEN =
            Pattern.compile("BLY-00(0\\d|1[1-3]|4[23]|48|6\\d)|[Ee]xception");

    private static final String HELD = "(BLY-0010)";

    private final FakeBoat boat;
    private final Custody custody;
    private final List<Computer> computers = new ArrayList<>();
    private final Map<String, Integer> asked = new HashMap<>();
    private final Set<String> acknowledged = new HashSet<>();
    private final List<String> complaints = new ArrayList<>();
    private long changes;
    private long commands;
    private int held;

    Work(FakeBoat boat, Custody custody) {
        this.boat = boat;
        this.custody = custody;
    }

    /// The words of the next command.
    synchronized String next(SplittableRandom random) {
        int die = random.nextInt(100);
        commands++;
        if (die < 35 || computers.isEmpty()) {
            computers.add(boat.add("web"));
            return request(computers.getLast().id(), "--no-wait");
        }
        int back = random.nextInt(Math.min(YOUNGEST, computers.size()));
        String id = computers.get(computers.size() - 1 - back).id();
        if (die < 50) {
            return request(id, "--wait 200ms");
        } else if (die < 70) {
            return "deletion follow " + id + " --wait 200ms";
        } else if (die < 80) {
            return "deletion follow --all --no-wait";
        } else if (die < 92) {
            asked.merge(id, 1, Integer::sum);
            return "deletion retry " + id + " --no-wait";
        } else if (die < 96) {
            return "deletion check " + id;
        }
        return "deletion list";
    }

    /// A line that a worker said: what it says of a change must be so by now.
    void hear(String line) throws IOException {
        Matcher change = CHANGE.matcher(line);
        boolean isChange = change.matches();
        boolean stands = true;
        if (isChange) {
            String id = change.group(1);
            stands =
                    change.group(2).equals("released")
                            ? custody.isReleased(id)
                            : custody.isAccountedFor(id);
        }
        synchronized (this) {
            if (isChange) {
                changes++;
                acknowledged.add(change.group(1));
            }
            // A live owner may be slow on a busy machine; a dead one may keep nobody out.
            boolean excused = line.matches(".*(which is alive|taking or releasing).*");
            if (line.contains(HELD) && excused) {
                held++;
            } else if (!stands || line.contains(HELD) || BROKEN.matcher(line).find()) {
                complaints.add("a worker said: " + line);
            }
        }
    }

    synchronized List<String> complaints() {
        return List.copyOf(complaints);
    }

    /// How many changes were reported.
    synchronized long changes() {
        return changes;
    }

    synchronized Set<String> acknowledged() {
        return Set.copyOf(acknowledged);
    }

    /// How often a computer was asked to be deleted.
    synchronized int asked(String id) {
        return asked.getOrDefault(id, 0);
    }

    @Override
    public synchronized String toString() {
        return "%d commands, %d changes, %d times held by a live process"
                .formatted(commands, changes, held);
    }

    private String request(String id, String wait) {
        asked.merge(id, 1, Integer::sum);
        return "deletion request " + id + " --name web --owner bot " + wait;
    }
}
