package dev.belay.staging.git;

import dev.belay.core.error.Refusal;
import dev.belay.system.program.Filters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads the answer of `cat-file --batch` piece by piece, however large its objects are.
///
/// What it hands over is what Git says that the object is; whether it hashes to its name is the
/// receiver's to find out.
///
/// - **Refuses:** an object that is missing, is another one, or is of another kind.
public final class ObjectReader implements Filters.Sink {
    private static final int HEADER_BYTES_MAX = 100;

    private final List<GitObject> objects;
    private final Receiver receiver;
    private final ByteArrayOutputStream header = new ByteArrayOutputStream();
    private int number;
    private State state = State.HEADER;
    private long left;

    private enum State {
        HEADER,
        CONTENT,
        /// The line end behind the content.
        END
    }

    /// Takes the objects in the order in which they were asked for.
    public interface Receiver {
        void begins(int number, long sizeBytes) throws IOException;

        void takes(byte[] bytes, int offset, int length) throws IOException;

        void ends(int number) throws IOException;
    }

    /// @param objects what was asked for, in order
    public ObjectReader(List<GitObject> objects, Receiver receiver) {
        this.objects = objects;
        this.receiver = receiver;
    }

    @Override
    public void take(byte[] bytes, int length) throws IOException {
        for (int at = 0; at < length; ) {
            at +=
                    switch (state) {
                        case HEADER -> header(bytes[at]);
                        case CONTENT -> content(bytes, at, length);
                        case END -> end(bytes[at]);
                    };
        }
    }

    private int header(byte each) throws IOException {
        if (each != '\n') {
            header.write(each);
            if (header.size() > HEADER_BYTES_MAX || number == objects.size()) {
                throw unexpected();
            }
            return 1;
        }
        String[] words = header.toString(StandardCharsets.ISO_8859_1).split(" ", -1);
        header.reset();
        GitObject asked = objects.get(number);
        boolean isIt =
                words.length == 3
                        && words[1].equals(asked.kind().word())
                        && words[0].equals(asked.id());
        if (!isIt) {
            throw Git.refusal(
                    "the repository has no %s %s".formatted(asked.kind().word(), asked.id()),
                    "run git fsck in the repository");
        }
        left = Long.parseLong(words[2]);
        receiver.begins(number, left);
        state = left == 0 ? State.END : State.CONTENT;
        return 1;
    }

    private int content(byte[] bytes, int at, int length) throws IOException {
        int count = (int) Math.min(left, length - at);
        receiver.takes(bytes, at, count);
        left -= count;
        if (left == 0) {
            state = State.END;
        }
        return count;
    }

    private int end(byte each) throws IOException {
        if (each != '\n') {
            throw unexpected();
        }
        receiver.ends(number);
        number++;
        state = State.HEADER;
        return 1;
    }

    /// Called when the answer has ended.
    public void checkComplete() throws Refusal {
        if (number != objects.size()) {
            throw unexpected();
        }
    }

    private static Refusal unexpected() {
        return Git.refusal("its answer to cat-file is not as documented", "");
    }
}
