package dev.belay.deletion.provider;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A text with places for the values of one request, such as `/machines/{id}`.
///
/// The places are `{id}`, the computer's id; `{suffix}`, the same without its `bx_`; `{operation}`,
/// the operation's id; and, in headers only, `{token}`. Every other brace is what it is, so that a
/// body can be JSON.
public record Template(String text) {
    private static final Pattern PLACE = Pattern.compile("\\{([a-z]+)}");
    private static final Set<String> KNOWN = Set.of("id", "suffix", "operation", "token");

    /// Checks the places.
    ///
    /// @throws IllegalArgumentException when `text` has a place that we do not know
    public Template {
        boolean known =
                PLACE.matcher(text)
                        .results()
                        .map(place -> place.group(1))
                        .allMatch(KNOWN::contains);
        if (!known) {
            throw new IllegalArgumentException(
                    "not a template: its places are {id}, {suffix}, {operation}, and {token}");
        }
    }

    /// The names of the places, in order of the alphabet.
    Set<String> places() {
        Set<String> places = new TreeSet<>();
        PLACE.matcher(text).results().forEach(place -> places.add(place.group(1)));
        return places;
    }

    /// The text with each place filled; `values` has one for each.
    String fill(Map<String, String> values) {
        return PLACE.matcher(text).replaceAll(place -> literal(values, place));
    }

    private static String literal(Map<String, String> values, MatchResult place) {
        String value = values.get(place.group(1));
        if (value == null) {
            throw new IllegalStateException("no value for {" + place.group(1) + "}");
        }
        return Matcher.quoteReplacement(value);
    }
}
