package dev.belay.app.cli.conformance;

import java.io.IOException;

/// A command that says something that cannot be meant; nothing was done.
final class WrongArgument extends IOException {
    WrongArgument(String message) {
        super(message);
    }
}
