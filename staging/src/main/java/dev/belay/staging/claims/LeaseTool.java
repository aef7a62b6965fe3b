package dev.belay.staging.claims;

import dev.belay.core.error.Refusal;
import dev.belay.staging.claims.ClaimListing.Claim;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.Evidence;
import dev.belay.staging.recovery.Claims;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.Disk;
import dev.belay.system.program.Filters;
import dev.belay.system.program.Filters.Feed;
import dev.belay.system.program.Filters.Job;
import dev.belay.system.program.Programs.End;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The lease tool: any program that answers `claims list --json`.
///
/// It gets one variable of ours, so that it looks where the claims of the copy would be, and 5
/// seconds; whatever it started is gone when we go on.
///
/// - **Refuses:** (`STAGING_KEPT`) any end but 0, a problem that it reports, an answer that is not
///   exactly as documented, and claims that came or went meanwhile. Then nobody knows.
public final class LeaseTool implements Claims {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int LEASES_MAX = Evidence.LEASES_MAX;
    private static final int NOT_FOUND = 127;
    private static final int PROBLEMS = 2;
    private static final List<String> QUESTION = List.of("claims", "list", "--json");

    private final Disk disk;
    private final Filters programs;
    private final String program;
    private final LeaseSurroundings surroundings;

    /// @param program a whole path, or a name to look for in `PATH`
    public LeaseTool(Disk disk, Filters programs, String program, LeaseSurroundings surroundings) {
        this.disk = disk;
        this.programs = programs;
        this.program = program;
        this.surroundings = surroundings;
    }

    @Override
    public List<String> on(ClaimNamespace namespace, Path copy) throws IOException {
        ClaimsDirectory directory = new ClaimsDirectory(disk, surroundings);
        ClaimsDirectory.Now before = directory.look(namespace);
        ClaimListing listing = listing(before.place());
        List<String> leases = leases(listing, copy);
        if (!before.isUnchanged(directory.look(namespace))) {
            throw Unclear.place(
                    "they changed while they were listed", "run the command again in a moment");
        }
        return leases;
    }

    private ClaimListing listing(ClaimsPlace place) throws IOException {
        byte[] answer = answer(place);
        ClaimListing listing;
        try {
            listing = ClaimListing.read(answer);
        } catch (InvalidFormat invalid) {
            throw Unclear.tool(
                            "its answer is not what it documents: " + invalid.getMessage(),
                            "check which program --lease-tool names, and its version")
                    .because(invalid);
        }
        if (listing.problems() > 0) {
            throw problems();
        }
        return listing;
    }

    private byte[] answer(ClaimsPlace place) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>(surroundings.environment());
        environment.put(place.variable(), place.value());
        List<String> words = Stream.concat(Stream.of(program), QUESTION.stream()).toList();
        Job job = new Job(words, environment, Path.of("/"), LIMIT, ClaimListing.BYTES_MAX);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        End end = programs.run(job, Feed.none(), (bytes, length) -> answer.write(bytes, 0, length));
        return switch (end) {
            case End.Exited(int code, String _) when code == 0 -> answer.toByteArray();
            case End.Exited(int code, String _) when code == PROBLEMS -> throw problems();
            case End.Exited(int code, String _) when code == NOT_FOUND ->
                    throw Unclear.tool("there is no such program", "check --lease-tool and PATH");
            case End.Exited(int code, String _) -> throw failed("it ended with code " + code);
            case End.OutOfTime _ ->
                    throw failed("it did not answer in %d seconds".formatted(LIMIT.toSeconds()));
            case End.Flooded _ -> throw failed("it wrote more than a listing of claims");
            case End.Interrupted _ -> throw failed("it was interrupted");
        };
    }

    private static Refusal failed(String found) {
        return Unclear.tool(found, "run its `claims list --json` yourself, and see what it says");
    }

    private static Refusal problems() {
        return Unclear.tool(
                "it finds claims that it cannot read",
                "repair what its `claims list` calls a problem");
    }

    /// The leases that were last used from the copy, or from a directory in it.
    private List<String> leases(ClaimListing listing, Path copy) throws IOException {
        PhysicalPath root = PhysicalPath.of(disk, copy.toAbsolutePath().toString());
        Map<String, Boolean> known = new HashMap<>();
        for (Claim claim : listing.claims()) {
            if (!known.containsKey(claim.repository())) {
                boolean isIn = PhysicalPath.of(disk, claim.repository()).isWithin(root);
                known.put(claim.repository(), isIn);
            }
        }
        return listing.claims().stream()
                .filter(claim -> known.getOrDefault(claim.repository(), true))
                .map(Claim::lease)
                .distinct()
                .limit(LEASES_MAX)
                .toList();
    }
}
