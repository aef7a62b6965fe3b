/// What a sealed copy holds: each path with its kind, mode, and content.
///
/// Guarantees that a manifest names each path once, and no path that leads out of the copy. Reading
/// trees and Git does not belong here.
@NullMarked
package dev.belay.staging.manifest;

import org.jspecify.annotations.NullMarked;
