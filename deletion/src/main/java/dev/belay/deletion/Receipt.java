package dev.belay.deletion;

/// A provider's word on one deletion, bound to its computer: id, kind, and target were checked.
public record Receipt(OperationId operation, BoxId target, OperationStatus status) {}
