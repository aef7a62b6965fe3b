package dev.belay.system.local;

import java.util.Objects;

/// A program that makes the world and does nothing with it.
final class WorldMaker {
    private WorldMaker() {}

    public static void main(String[] arguments) {
        Objects.requireNonNull(LocalWorld.create());
    }
}
