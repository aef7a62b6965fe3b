package dev.belay.app.serving;

import dev.belay.app.binding.EngineChoice;
import dev.belay.app.config.BindingKeys;
import dev.belay.app.config.source.Secrets;
import dev.belay.connector.engine.ChatEngine;
import dev.belay.connector.engine.CommandEngine;
import dev.belay.connector.engine.EchoEngine;
import dev.belay.connector.engine.Engine;
import dev.belay.core.error.Refusal;
import dev.belay.system.World;
import dev.belay.system.local.JdkHttp;
import dev.belay.system.program.LocalPrograms;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes the engine that settings describe.
public final class EngineMaker {
    /// What a program of any kind may need, and no secret stands in.
    private static final List<String> HANDED_ON =
            List.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR");

    private final World world;
    private final Map<String, String> environment;

    public EngineMaker(World world, Map<String, String> environment) {
        this.world = world;
        this.environment = environment;
    }

    /// Makes an engine.
    ///
    /// @throws Refusal when a secret cannot be read
    public Engine engine(EngineChoice choice) throws Refusal {
        return switch (choice) {
            case EngineChoice.Echo _ -> new EchoEngine();
            case EngineChoice.Command command -> command(command);
            case EngineChoice.Chat chat -> chat(chat);
        };
    }

    private Engine command(EngineChoice.Command command) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (List<String> names : List.of(HANDED_ON, command.variables())) {
            for (String name : names) {
                String value = environment.get(name);
                if (value != null) {
                    variables.put(name, value);
                }
            }
        }
        return new CommandEngine(
                new LocalPrograms(),
                new CommandEngine.Terms(
                        command.words(),
                        variables,
                        command.directory(),
                        command.form(),
                        command.outputBytesMax(),
                        command.complaints()));
    }

    private Engine chat(EngineChoice.Chat chat) throws Refusal {
        String token =
                chat.token().isEmpty()
                        ? ""
                        : new Secrets(world, environment)
                                .read(chat.token().get(), BindingKeys.ENGINE_TOKEN.name());
        return new ChatEngine(
                new JdkHttp(),
                world.clock(),
                new ChatEngine.Terms(
                        chat.url(),
                        chat.model(),
                        token,
                        chat.instructions(),
                        chat.tokensMax(),
                        chat.delivery(),
                        chat.answerBytesMax()));
    }
}
