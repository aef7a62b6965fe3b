package dev.belay.sim.disk;

/// Something open whose failed sync loses what was not durable.
public interface Droppable {
    /// What is visible and not durable becomes what no later sync makes durable, as after an `EIO`
    /// from `fsync`: the kernel has marked the pages clean. A power cut may leave it or not.
    void dropUnsynced();
}
