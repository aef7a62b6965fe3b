package dev.belay.system;

/// Everything outside a process that Belay may touch, as one value to pass on.
public record World(
        Disk disk, Processes processes, Clock clock, Randomness randomness, Waiting waiting) {}
