package dev.belay.staging.freeze;

/// Who looks on while a copy is made.
///
/// - **Threads:** called by several at once.
public interface Watch {
    /// So many files and bytes will be copied.
    void begins(long files, long bytes);

    /// One more file of this size is in the copy.
    void copied(long bytes);

    /// Something that whoever asked for the copy should know of it.
    void notes(String sentence);

    /// Whether to give up; asked before each file.
    boolean isStopped();

    /// Nobody looks on.
    static Watch none() {
        return new Watch() {
            @Override
            public void begins(long files, long bytes) {}

            @Override
            public void copied(long bytes) {}

            @Override
            public void notes(String sentence) {}

            @Override
            public boolean isStopped() {
                return false;
            }
        };
    }
}
