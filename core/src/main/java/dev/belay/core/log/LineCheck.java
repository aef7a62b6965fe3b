package dev.belay.core.log;

/// Tells a whole record from the remains of one.
@FunctionalInterface
public interface LineCheck {
    /// Whether the bytes, which hold no line feed, are a whole record.
    boolean isRecord(byte[] line);
}
