package dev.belay.app.binding;

import dev.belay.app.config.BindingKeys;
import dev.belay.app.config.Configuration;
import dev.belay.app.config.Key;
import dev.belay.connector.BindingName;
import dev.belay.connector.Snowflake;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.binding.Times;
import dev.belay.connector.channel.Post;
import dev.belay.connector.turn.InterruptedPolicy;
import dev.belay.connector.turn.MatchRules;
import dev.belay.connector.turn.Retention;
import dev.belay.connector.turn.Trigger;
import dev.belay.core.error.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Makes a binding of its settings, or refuses them with the line.
public final class BindingReader {
    private static final int LENGTH_MAX = 100_000;
    private static final int PARTS_MAX = 1_000;
    private static final int PORT_MAX = 65_535;
    private static final Duration ANSWER_MAX = Duration.ofHours(1);
    private static final Duration GRACE_MAX = Duration.ofMinutes(10);

    private final BindingName name;
    private final Configuration settings;

    private BindingReader(BindingName name, Configuration settings) {
        this.name = name;
        this.settings = settings;
    }

    public static BindingDefinition read(BindingName name, Configuration settings) throws Refusal {
        BindingReader reader = new BindingReader(name, settings);
        reader.requireName();
        Binding binding = reader.binding();
        Optional<Integer> port = reader.port();
        EngineChoice engine = new ChoicesReader(settings).engine();
        ChannelChoice channel = new ChoicesReader(settings).channel();
        return new BindingDefinition(binding, channel, engine, port, settings);
    }

    private void requireName() throws Refusal {
        Optional<String> said = settings.text(BindingKeys.NAME);
        if (said.isPresent() && !said.get().equals(name.value())) {
            throw settings.refusal(
                    BindingKeys.NAME, "is not the name of the file, and never changes");
        }
    }

    private Binding binding() throws Refusal {
        MatchRules.Places places =
                new MatchRules.Places(ids(BindingKeys.GUILDS), ids(BindingKeys.CHANNELS));
        return new Binding(
                name,
                places,
                ids(BindingKeys.USERS),
                triggers(places),
                count(BindingKeys.LENGTH_MAX, LENGTH_MAX),
                ceilings(),
                times(),
                new Binding.Texts(
                        text(BindingKeys.TEXT_CEILING),
                        text(BindingKeys.TEXT_FAILED),
                        text(BindingKeys.TEXT_TIMED_OUT),
                        text(BindingKeys.TEXT_INTERRUPTED)),
                new Binding.Reply(
                        settings.flag(BindingKeys.REPLY_REFERENCE),
                        constant(Post.Mentions.class, BindingKeys.REPLY_MENTIONS),
                        count(BindingKeys.REPLY_PARTS_MAX, PARTS_MAX)),
                constant(InterruptedPolicy.class, BindingKeys.INTERRUPTED),
                constant(Retention.class, BindingKeys.RETENTION));
    }

    private Set<String> ids(Key key) throws Refusal {
        Set<String> ids = new LinkedHashSet<>(settings.texts(key));
        for (String id : ids) {
            if (Snowflake.parse(id).isEmpty()) {
                throw settings.refusal(key, "holds \"" + id + "\", and ids belong there");
            }
        }
        return ids;
    }

    private List<Trigger> triggers(MatchRules.Places places) throws Refusal {
        List<Trigger> triggers = new ArrayList<>();
        for (String word : settings.texts(BindingKeys.TRIGGERS)) {
            triggers.add(
                    switch (word) {
                        case "mention" -> new Trigger.Mention();
                        case "reply" -> new Trigger.Reply();
                        case "direct" -> new Trigger.DirectMessage();
                        case "prefix" -> prefix();
                        case "every" -> every(places);
                        default ->
                                throw settings.refusal(
                                        BindingKeys.TRIGGERS,
                                        "holds \"%s\", and mention, reply, direct, prefix, or every"
                                                        .formatted(word)
                                                + " belongs there");
                    });
        }
        if (triggers.isEmpty()) {
            throw settings.refusal(BindingKeys.TRIGGERS, "is empty, so that nothing is answered");
        }
        return triggers;
    }

    private Trigger prefix() throws Refusal {
        String prefix = text(BindingKeys.PREFIX);
        if (prefix.isBlank()) {
            throw settings.refusal(
                    BindingKeys.TRIGGERS,
                    "holds prefix, and the setting prefix does not say which");
        }
        return new Trigger.Prefix(prefix);
    }

    private Trigger every(MatchRules.Places places) throws Refusal {
        if (places.channels().isEmpty()) {
            throw settings.refusal(
                    BindingKeys.TRIGGERS, "holds every, and channels does not say where");
        }
        return new Trigger.EveryMessage();
    }

    private Binding.Ceilings ceilings() throws Refusal {
        return new Binding.Ceilings(
                count(BindingKeys.DAILY, Integer.MAX_VALUE),
                count(BindingKeys.DAILY_OF_USER, Integer.MAX_VALUE),
                count(BindingKeys.HOURLY, Integer.MAX_VALUE),
                settings.count(BindingKeys.DAILY_TOKENS).orElse(0L),
                count(BindingKeys.AT_ONCE, 1000),
                count(BindingKeys.READ_BACK, 100_000));
    }

    private Times times() throws Refusal {
        return new Times(
                time(BindingKeys.ANSWER, ANSWER_MAX),
                time(BindingKeys.GRACE, GRACE_MAX),
                settings.duration(BindingKeys.AGE_MAX),
                settings.duration(BindingKeys.RETRY));
    }

    private Duration time(Key key, Duration max) throws Refusal {
        Duration time = settings.duration(key);
        if (time.compareTo(max) > 0) {
            throw settings.refusal(key, "is longer than " + max.toMinutes() + " minutes");
        }
        return time;
    }

    private int count(Key key, int max) throws Refusal {
        long count = settings.count(key).orElse(0L);
        if (count > max) {
            throw settings.refusal(key, "is more than " + max);
        }
        return (int) count;
    }

    private Optional<Integer> port() throws Refusal {
        int port = count(BindingKeys.METRICS_PORT, PORT_MAX);
        return port == 0 ? Optional.empty() : Optional.of(port);
    }

    private String text(Key key) {
        return settings.text(key).orElse("");
    }

    /// The constant that is called like the word that a key holds.
    private <E extends Enum<E>> E constant(Class<E> type, Key key) {
        return Enum.valueOf(type, settings.required(key).toUpperCase(Locale.ROOT));
    }
}
