package dev.belay.simulators.discord;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What may go wrong with a gateway, each in its word.
enum GatewayFault {
    /// All connections end without a word.
    DROP,
    /// All connections are closed by this code.
    CLOSE,
    /// All clients are asked to connect again (op 7).
    RECONNECT,
    /// All clients are told that their session is invalid (op 9), `true` or `false`.
    INVALID,
    /// All sessions are forgotten, so that none can be resumed.
    EXPIRE,
    /// Signs of life are not answered any more.
    DEAF,
    /// They are again.
    HEAR,
    /// The next event is sent twice.
    DUPLICATE,
    /// The next event is sent behind the one after it.
    SWAP,
    /// The next events, so many of them, are kept and not sent.
    WITHHOLD,
    /// This text is sent to all.
    TEXT,
    /// These bytes are sent to all, as they are.
    BYTES,
    /// The next one that identifies is closed by this code.
    REFUSE,
    /// The next one that connects is told nothing.
    SILENT,
    /// The next one that connects is cut off after so many bytes.
    CUT,
    /// The next event is kept and sent as something that nobody can read.
    POISON,
    /// All are asked for a sign of life (op 1).
    BEAT;

    /// A fault and what stands behind its `=`.
    record Order(GatewayFault fault, String value) {
        int number() {
            return value.matches("[0-9]{1,5}") ? Integer.parseInt(value) : 0;
        }
    }

    /// Reads `word` or `word=value`.
    ///
    /// @throws IllegalArgumentException when no fault has this word
    static Order parse(String text) {
        int equals = text.indexOf('=');
        String word = equals < 0 ? text : text.substring(0, equals);
        String value = equals < 0 ? "" : text.substring(equals + 1);
        Optional<GatewayFault> fault =
                Arrays.stream(values())
                        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word))
                        .findFirst();
        return new Order(
                fault.orElseThrow(() ->
                        new IllegalArgumentException(
                                "no fault of a gateway is called "
                                        + word
                                        + "; there are "
                                        + Arrays.toString(values()).toLowerCase(Locale.ROOT))),
                value);
    }
}
