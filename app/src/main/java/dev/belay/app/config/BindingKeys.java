package dev.belay.app.config;

import java.util.List;

/// The settings of the file of a binding.
public final class BindingKeys {
    public static final KeyTable TABLE = new KeyTable();

    public static final Key NAME =
            TABLE.add(
                    "name",
                    Kind.TEXT,
                    "",
                    "The name of the binding; where it is set, that of the file.");
    public static final Key CHANNEL_TYPE =
            TABLE.word(
                    "channel.type",
                    "discord",
                    List.of("discord", "terminal"),
                    "Where messages come from. It never changes: another type is another binding.");
    public static final Key CHANNEL_TOKEN =
            TABLE.add("channel.token", Kind.SECRET, "", "The token of the bot.");
    public static final Key CHANNEL_API_URL =
            TABLE.add(
                    "channel.apiUrl",
                    Kind.TEXT,
                    "",
                    "Where the API of Discord is, for a proxy or a test; without it, the usual.");
    public static final Key CHANNEL_GATEWAY_URL =
            TABLE.add(
                    "channel.gatewayUrl",
                    Kind.TEXT,
                    "",
                    "Where its gateway is; without it, where the API says.");
    public static final Key NONCE_WINDOW =
            TABLE.add(
                    "channel.nonceWindow",
                    Kind.DURATION,
                    "90s",
                    "How long Discord surely knows a repeated part of an answer for one; behind it"
                            + " none is sent again.");
    public static final Key GUILDS =
            TABLE.add("guilds", Kind.TEXTS, "", "Ids of guilds it listens in; without it, any.");
    public static final Key CHANNELS =
            TABLE.add(
                    "channels", Kind.TEXTS, "", "Ids of channels it listens in; without it, any.");
    public static final Key USERS =
            TABLE.add("users", Kind.TEXTS, "", "Ids of who may ask; without it, everybody.");
    public static final Key TRIGGERS =
            TABLE.add(
                    "triggers",
                    Kind.TEXTS,
                    "mention, reply, direct",
                    "What makes a message one for the bot: `mention`, `reply`, `direct` (a direct"
                            + " message), `prefix`, or `every`, which needs `channels`.");
    public static final Key PREFIX =
            TABLE.add(
                    "prefix",
                    Kind.TEXT,
                    "",
                    "What a message begins with for the trigger `prefix`; it is taken off.");
    public static final Key LENGTH_MAX =
            TABLE.add("maxLength", Kind.COUNT, "4000", "How many characters a question may have.");
    public static final Key DAILY =
            TABLE.add("ceilings.daily", Kind.COUNT, "200", "Turns of a UTC day.");
    public static final Key DAILY_OF_USER =
            TABLE.add("ceilings.dailyOfUser", Kind.COUNT, "", "Turns of a UTC day and one user.");
    public static final Key HOURLY =
            TABLE.add("ceilings.hourly", Kind.COUNT, "", "Turns of any 60 minutes.");
    public static final Key DAILY_TOKENS =
            TABLE.add(
                    "ceilings.dailyTokens",
                    Kind.COUNT,
                    "",
                    "Tokens of a UTC day, where the engine counts them; turns in flight may go"
                            + " beyond.");
    public static final Key AT_ONCE =
            TABLE.add("ceilings.atOnce", Kind.COUNT, "4", "Turns in flight at once.");
    public static final Key READ_BACK =
            TABLE.add(
                    "ceilings.readBack",
                    Kind.COUNT,
                    "500",
                    "Messages of a channel that are read back after a pause; what is older is"
                            + " written down as a gap.");
    public static final Key ANSWER =
            TABLE.add("times.answer", Kind.DURATION, "2m", "How long an engine may take.");
    public static final Key GRACE =
            TABLE.add(
                    "times.grace",
                    Kind.DURATION,
                    "20s",
                    "How long turns in flight may take when the program is asked to end.");
    public static final Key AGE_MAX =
            TABLE.add(
                    "times.maxAge",
                    Kind.DURATION,
                    "15m",
                    "How old a message may be; an older one is dropped, never answered late.");
    public static final Key RETRY =
            TABLE.add(
                    "times.retry",
                    Kind.DURATION,
                    "2s",
                    "Between two attempts to send a part of an answer that may be out.");
    public static final Key TEXT_CEILING = text("ceiling", "a ceiling is reached, once a day");
    public static final Key TEXT_FAILED = text("failed", "the engine has failed");
    public static final Key TEXT_TIMED_OUT = text("timedOut", "the engine took too long");
    public static final Key TEXT_INTERRUPTED =
            text("interrupted", "a crash has interrupted the turn");
    public static final Key REPLY_REFERENCE =
            TABLE.add(
                    "reply.reference",
                    Kind.BOOLEAN,
                    "true",
                    "Whether an answer refers to the question.");
    public static final Key REPLY_MENTIONS =
            TABLE.word(
                    "reply.mentions",
                    "silent",
                    List.of("silent", "users"),
                    "Whether names in an answer call the users; never a role or everybody.");
    public static final Key REPLY_PARTS_MAX =
            TABLE.add(
                    "reply.maxParts",
                    Kind.COUNT,
                    "20",
                    "Of how many messages an answer may be; what is longer ends in `…`.");
    public static final Key INTERRUPTED =
            TABLE.word(
                    "interrupted",
                    "notice",
                    List.of("notice", "silent", "retry"),
                    "What is done about a turn that a crash has interrupted: its author is told,"
                            + " nothing is said, or the engine is asked once more.");
    public static final Key RETENTION =
            TABLE.word(
                    "retention",
                    "none",
                    List.of("none", "turns", "full"),
                    "How long texts are kept: until the answer is out, in the records of turns, or"
                            + " in the journal's lines too.");
    public static final Key ENGINE_TYPE =
            TABLE.word(
                    "engine.type",
                    "",
                    List.of("echo", "command", "openai"),
                    "What answers; see `docs/engines.md`.");
    public static final Key ENGINE_COMMAND =
            TABLE.add("engine.command", Kind.TEXTS, "", "A program and its arguments.");
    public static final Key ENGINE_OUTPUT =
            TABLE.word(
                    "engine.output",
                    "text",
                    List.of("text", "json"),
                    "What the program writes: the answer, or an object with `text`.");
    public static final Key ENGINE_ENVIRONMENT =
            TABLE.add(
                    "engine.environment",
                    Kind.TEXTS,
                    "",
                    "Names of further variables that are handed on to the program.");
    public static final Key ENGINE_DIRECTORY =
            TABLE.add(
                    "engine.directory",
                    Kind.TEXT,
                    "/",
                    "Where the program starts; an absolute path.");
    public static final Key ENGINE_STDERR =
            TABLE.word(
                    "engine.stderr",
                    "drop",
                    List.of("drop", "show"),
                    "What becomes of the program's standard error; it may be private.");
    public static final Key ENGINE_URL =
            TABLE.add(
                    "engine.url",
                    Kind.TEXT,
                    "",
                    "What the addresses of the server begin with, for example"
                            + " `https://api.example.com/v1`.");
    public static final Key ENGINE_MODEL =
            TABLE.add("engine.model", Kind.TEXT, "", "The model that is asked for.");
    public static final Key ENGINE_TOKEN =
            TABLE.add("engine.token", Kind.SECRET, "", "The token for the server.");
    public static final Key ENGINE_INSTRUCTIONS =
            TABLE.add("engine.instructions", Kind.TEXT, "", "What the model is told first.");
    public static final Key ENGINE_TOKENS_MAX =
            TABLE.add("engine.maxTokens", Kind.COUNT, "", "Tokens that an answer may have.");
    public static final Key ENGINE_STREAM =
            TABLE.add(
                    "engine.stream",
                    Kind.BOOLEAN,
                    "true",
                    "Whether the server is asked to send its answer piece by piece.");
    public static final Key ENGINE_OUTPUT_MAX =
            TABLE.add(
                    "engine.maxOutput",
                    Kind.COUNT,
                    "1000000",
                    "How many bytes a program may write, or a server may send.");
    public static final Key METRICS_PORT =
            TABLE.add(
                    "metrics.port",
                    Kind.COUNT,
                    "",
                    "The port of this machine on which Prometheus may ask; without it, none.");

    private BindingKeys() {}

    private static Key text(String name, String when) {
        return TABLE.add(
                "texts." + name,
                Kind.TEXT,
                "",
                "What is said when " + when + "; without it, nothing.");
    }
}
