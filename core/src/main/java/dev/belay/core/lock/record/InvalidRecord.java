package dev.belay.core.lock.record;

import java.io.IOException;

/// A lock or reaper record is not what its format says; the message is the middle of a sentence.
public final class InvalidRecord extends IOException {
    InvalidRecord(String found) {
        super(found);
    }

    public String found() {
        return String.valueOf(getMessage());
    }
}
