package dev.belay.connector.channel;

import java.time.Duration;

/// What a network allows.
///
/// @param partMax how long a part of an answer may be, in UTF-16 units; at least 200
/// @param pageMax how many messages of the history it shows at once; 0 where it keeps none
/// @param nonceWindow how long after a nonce was first sent a repetition is surely known to be one;
///   zero where it never is
/// @param requestMax how long [Channel#send] may take
public record Limits(int partMax, int pageMax, Duration nonceWindow, Duration requestMax) {}
