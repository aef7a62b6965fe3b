package dev.belay.core.json;

/// What a reader takes at most.
///
/// @param bytesMax the length of the whole text in UTF-8
/// @param depthMax how many arrays and objects may be open at once
public record JsonLimits(int bytesMax, int depthMax) {
    /// Deeper than any format of ours, and far from what a stack can hold.
    public static final int DEPTH_MAX = 64;

    public JsonLimits {
        if (bytesMax < 1 || depthMax < 1 || depthMax > DEPTH_MAX) {
            throw new IllegalArgumentException("limits out of range");
        }
    }

    /// A text of at most `bytesMax` bytes, nested as deep as is allowed anywhere.
    public static JsonLimits ofBytes(int bytesMax) {
        return new JsonLimits(bytesMax, DEPTH_MAX);
    }
}
