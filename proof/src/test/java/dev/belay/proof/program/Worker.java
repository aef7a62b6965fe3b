package dev.belay.proof.program;

import dev.belay.app.cli.Belay;
import dev.belay.app.cli.frame.Surroundings;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A program that runs the command lines it is told, one after the other, as `belay` runs one.
///
/// It says on its output what each says on a terminal, and `= exit` after it.
public final class Worker {
    private Worker() {}

    /// Works until its input ends.
    ///
    /// @param arguments how careless its disk is: a [Carelessness], none without one
    public static void main(String[] arguments) throws Exception {
        Carelessness carelessness =
                arguments.length == 0 ? Carelessness.NONE : Carelessness.valueOf(arguments[0]);
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Surroundings surroundings =
                new Surroundings(
                        System.getenv(),
                        "",
                        "err",
                        InputStream.nullInputStream(),
                        System.out,
                        System.out,
                        carelessness::world);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int exit = Belay.run(List.of(line.split(" ", -1)), surroundings);
            System.out.println("= " + exit);
        }
    }
}
