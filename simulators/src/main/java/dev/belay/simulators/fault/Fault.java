package dev.belay.simulators.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What goes wrong with the next requests of a kind.
///
/// One is written as `METHOD PATH [xN] ACTION…`, for example `DELETE /sandboxes/* x2 latency=50ms
/// status=503`. METHOD may be `*`; PATH is below the base address, and `*` in it stands for
/// anything; N is how many requests it is for (1 when left out). An action is a word or
/// `word=value`; `body=` takes the rest of the line.
public final class Fault {
    private static final Pattern FORM =
            Pattern.compile("([A-Z]+|\\*) +(/\\S*|\\*)(?: +x([1-9][0-9]{0,8}))? +(\\S.*)");
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,7})(ms|s)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern BETWEEN = Pattern.compile("\\R|;\\s+");

    private final String specification;
    private final String method;
    private final Pattern path;
    private final int times;
    private final Map<FaultAction, String> actions;

    private Fault(String specification, Matcher form, Map<FaultAction, String> actions) {
        this.specification = specification;
        this.method = form.group(1);
        this.path = Pattern.compile(glob(form.group(2)));
        this.times = form.group(3) == null ? 1 : Integer.parseInt(form.group(3));
        this.actions = actions;
    }

    /// Reads one.
    ///
    /// @throws IllegalArgumentException when `specification` is not of the form above
    public static Fault parse(String specification) {
        String line = specification.strip();
        Matcher form = FORM.matcher(line);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "a fault is METHOD PATH [xN] ACTION…, found: " + line);
        }
        return new Fault(line, form, actions(form.group(4)));
    }

    /// Several, one a line or with a semicolon and a space between; empty lines and lines that
    /// begin with `#` are left out.
    public static List<Fault> parseAll(String specifications) {
        return BETWEEN.splitAsStream(specifications)
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(Fault::parse)
                .toList();
    }

    private static Map<FaultAction, String> actions(String text) {
        Map<FaultAction, String> actions = new EnumMap<>(FaultAction.class);
        String rest = text;
        while (!rest.isEmpty()) {
            boolean isBody = rest.startsWith("body=");
            int space = isBody ? -1 : rest.indexOf(' ');
            String word = space < 0 ? rest : rest.substring(0, space);
            rest = space < 0 ? "" : rest.substring(space).strip();
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            FaultAction action =
                    FaultAction.of(name)
                            .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
            String value = equals < 0 ? "" : word.substring(equals + 1);
            if (!isValid(action.value(), equals >= 0, value)) {
                throw new IllegalArgumentException("not a value for this action: " + word);
            }
            actions.put(action, value);
        }
        return actions;
    }

    private static boolean isValid(FaultAction.Value kind, boolean given, String value) {
        return switch (kind) {
            case NONE -> !given;
            case TEXT -> given;
            case NUMBER -> NUMBER.matcher(value).matches();
            case DURATION -> DURATION.matcher(value).matches();
        };
    }

    private static String unknown(String name) {
        List<String> words = new ArrayList<>();
        for (FaultAction action : FaultAction.values()) {
            words.add(action.word());
        }
        return "no action is called " + name + "; there are " + String.join(", ", words);
    }

    private static String glob(String path) {
        return Pattern.compile("\\*")
                .splitAsStream(path + "\0")
                .map(part -> Pattern.quote(part.replace("\0", "")))
                .collect(Collectors.joining(".*"));
    }

    boolean matches(String askedMethod, String askedPath) {
        return (method.equals("*") || method.equals(askedMethod))
                && path.matcher(askedPath).matches();
    }

    int times() {
        return times;
    }

    public boolean has(FaultAction action) {
        return actions.containsKey(action);
    }

    public Optional<String> text(FaultAction action) {
        return Optional.ofNullable(actions.get(action));
    }

    public Optional<Integer> number(FaultAction action) {
        return text(action).map(Integer::valueOf);
    }

    public Duration duration(FaultAction action) {
        return text(action).map(Fault::duration).orElse(Duration.ZERO);
    }

    /// `50ms` or `2s`.
    private static Duration duration(String text) {
        Matcher form = DURATION.matcher(text);
        if (!form.matches()) {
            throw new IllegalStateException("checked when it was parsed");
        }
        long count = Long.parseLong(form.group(1));
        return form.group(2).equals("s") ? Duration.ofSeconds(count) : Duration.ofMillis(count);
    }

    /// Whether what was asked for is done at all.
    public boolean letsAct() {
        if (has(FaultAction.DROP_BEFORE)) {
            return false;
        }
        return has(FaultAction.ACTS)
                || !(has(FaultAction.STATUS) || has(FaultAction.HTML) || has(FaultAction.REDIRECT));
    }

    /// The specification that it was parsed from.
    @Override
    public String toString() {
        return specification;
    }
}
