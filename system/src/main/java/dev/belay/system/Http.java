package dev.belay.system;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// One request to a server and its answer, without redirects, retries, or cookies.
public interface Http {
    /// What is asked of a server.
    ///
    /// @param body text sent as UTF-8; empty for none
    /// @param limit how long the whole exchange may take, the answer's body included
    /// @param bodyBytesMax a longer answer is an [IOException]
    record Request(
            String method,
            URI uri,
            Map<String, String> headers,
            String body,
            Duration limit,
            int bodyBytesMax) {
        /// Without headers, query, and body, which may be secret.
        @Override
        public String toString() {
            return method + " " + uri.getHost() + uri.getPath();
        }
    }

    /// The whole of what came back.
    ///
    /// @param headers by lower-case name
    /// @param body decoded as UTF-8, with U+FFFD for what is not
    record Answer(int status, Map<String, List<String>> headers, String body) {
        /// Without headers and body, which may be secret.
        @Override
        public String toString() {
            return "status " + status + ", " + body.length() + " characters";
        }
    }

    /// No byte of the request has left: the server has surely not acted.
    final class NotSent extends IOException {
        public NotSent(String message) {
            super(message);
        }
    }

    /// Sends the request once.
    ///
    /// @throws NotSent when no connection could be made to a server that is trusted
    /// @throws IOException when no whole answer came: whether the server acted is then unknown. The
    ///   message never holds a header or a body.
    Answer send(Request request) throws IOException;

    /// Also shows an answer as it comes.
    interface Streaming extends Http {
        /// Takes the lines of a body, without their ends.
        @FunctionalInterface
        interface Lines {
            /// Takes the next line, and tells whether more is wanted.
            boolean line(String text);
        }

        /// Sends the request once. The body of a success (200 to 299) goes to `lines`, on another
        /// thread and in order, and the answer then has none; that of a failure is in the answer.
        ///
        /// @throws IOException when no whole answer came, unless no more was wanted
        Answer stream(Request request, Lines lines) throws IOException;
    }
}
