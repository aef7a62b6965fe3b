package dev.belay.core.log;

/// What a reader found at the end of a log.
///
/// @param lines how many whole lines were read
/// @param position behind the last whole line
/// @param tornBytes how many bytes follow without a line feed: an append that is under way, or one
///   that a crash cut off
public record LogEnd(long lines, long position, long tornBytes) {}
