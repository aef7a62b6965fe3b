package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Session;
import dev.belay.staging.claims.LeaseSurroundings;
import dev.belay.staging.claims.LeaseTool;
import dev.belay.staging.claims.NoLeaseTool;
import dev.belay.staging.recovery.Claims;
import dev.belay.system.Disk;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.LocalPrograms;
import dev.belay.system.program.WatchedPrograms;
import java.util.Map;
import java.util.Optional;

/// Who is asked for leases on copies: the program that `--lease-tool` names.
final class LeaseTools {
    private LeaseTools() {}

    /// The program; empty where none was named.
    ///
    /// @param environment in which its claims are
    static Optional<Claims> named(Session session, Map<String, String> environment) {
        Disk disk = session.world().disk();
        LeaseSurroundings surroundings = surroundings(environment);
        return session.arguments()
                .text("--lease-tool")
                .map(LeaseTools::path)
                .map(program ->
                        new LeaseTool(
                                disk,
                                new WatchedPrograms(new LocalPrograms(), LocalWorld.adoption()),
                                program,
                                surroundings));
    }

    /// The program; where none was named, whoever sees that there are no claims at all.
    static Claims orNone(Session session) {
        Map<String, String> environment = session.surroundings().environment();
        return named(session, environment)
                .orElseGet(
                        () -> new NoLeaseTool(session.world().disk(), surroundings(environment)));
    }

    /// A path is relative to where we are, and not to where the program starts.
    private static String path(String program) {
        return program.indexOf('/') < 0 ? program : Session.directory().resolve(program).toString();
    }

    private static LeaseSurroundings surroundings(Map<String, String> environment) {
        return LeaseSurroundings.of(System.getProperty("os.name", ""), environment);
    }
}
