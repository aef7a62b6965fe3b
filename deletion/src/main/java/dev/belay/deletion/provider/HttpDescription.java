package dev.belay.deletion.provider;

import dev.belay.deletion.OperationStatus;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A cloud in the words of its own API, so that Belay can use it without code of its own; the
/// settings `deletion.http.*`, which `docs/operating/providers.md` explains.
///
/// @param operationOrNull null when the cloud has no operations to ask for: then only a direct read
///   proves that a computer is gone
/// @param success what must hold of each success, such as `/ok` being `true`; empty for nothing
public record HttpDescription(
        Call delete,
        @Nullable Call operationOrNull,
        Call read,
        Map<JsonPath, String> success,
        @Nullable ReceiptForm receiptOrNull,
        ComputerForm computer,
        ErrorForm error,
        Limits limits) {
    /// Checks the parts against one another.
    ///
    /// @throws IllegalArgumentException when the parts do not fit together; the message says why
    public HttpDescription {
        success = Map.copyOf(success);
        delete.requireComputer("delete");
        read.requireComputer("read");
        read.refuseOperation("read");
        delete.refuseOperation("delete");
        if (delete.method().equals("GET")) {
            // Clients and what is between may repeat a GET by themselves.
            throw new IllegalArgumentException("delete: a GET may be sent more than once");
        }
        if (operationOrNull != null && receiptOrNull == null) {
            throw new IllegalArgumentException(
                    "an operation is asked for, and no receipt names it");
        }
    }

    /// One request.
    ///
    /// @param url places in its path and its query
    /// @param headers a place `{token}` stands for the secret
    /// @param body JSON; empty for none
    public record Call(String method, Template url, Map<String, Template> headers, Template body) {
        private static final Pattern METHOD = Pattern.compile("GET|POST|PUT|PATCH|DELETE");
        private static final Pattern ORIGIN = Pattern.compile("([A-Za-z]+://[^/?#{}]+)[/?].*");
        private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,100}");

        /// The client sets these itself, and refuses to be told.
        private static final Set<String> RESERVED =
                Set.of("connection", "content-length", "expect", "host", "upgrade");

        public Call {
            headers = Map.copyOf(headers);
            if (!METHOD.matcher(method).matches()) {
                throw new IllegalArgumentException("a method is GET, POST, PUT, PATCH, or DELETE");
            }
            if (!ORIGIN.matcher(url.text()).matches()) {
                throw new IllegalArgumentException(
                        "a URL has a scheme, a host without places, and a path");
            }
            if (url.places().contains("token") || body.places().contains("token")) {
                throw new IllegalArgumentException("{token} stands in headers only");
            }
            Addresses.checked(
                    URI.create(url.fill(Map.of("id", "x", "suffix", "x", "operation", "x"))));
            headers.forEach(Call::checkHeader);
        }

        private static void checkHeader(String name, Template value) {
            if (!HEADER.matcher(name).matches()
                    || RESERVED.contains(name.toLowerCase(Locale.ROOT))
                    || value.text().chars().anyMatch(c -> c < ' ' || c > '~')) {
                throw new IllegalArgumentException("not a header that can be set");
            }
        }

        private void requireComputer(String which) {
            if (!url.places().contains("id") && !url.places().contains("suffix")) {
                throw new IllegalArgumentException(
                        which + ": the URL names no computer by {id} or {suffix}");
            }
        }

        private void refuseOperation(String which) {
            if (url.places().contains("operation")
                    || body.places().contains("operation")
                    || headers.values().stream()
                            .anyMatch(value -> value.places().contains("operation"))) {
                throw new IllegalArgumentException(which + ": no {operation} is known yet");
            }
        }
    }

    /// Where an answer names the operation, what it is for, and how far it is.
    ///
    /// @param target what must stand where, so that no answer about another computer counts
    /// @param required what else must hold, such as `/operation/kind` being `machine`
    /// @param statuses the cloud's words and what they mean; every other word is no status
    public record ReceiptForm(
            JsonPath id,
            Match target,
            Map<JsonPath, String> required,
            JsonPath status,
            Map<String, OperationStatus> statuses) {
        public ReceiptForm {
            required = Map.copyOf(required);
            statuses = Map.copyOf(statuses);
            if (statuses.isEmpty()) {
                throw new IllegalArgumentException("a receipt needs words for its status");
            }
        }
    }

    /// Where an answer names a computer.
    public record ComputerForm(Match id, JsonPath name) {}

    /// What a value must be, with `{id}` or `{suffix}` in it.
    public record Match(JsonPath at, Template value) {
        public Match {
            Set<String> places = value.places();
            if (!places.equals(Set.of("id")) && !places.equals(Set.of("suffix"))) {
                throw new IllegalArgumentException(
                        "what names a computer holds {id} or {suffix}, and no other place");
            }
        }
    }

    /// How the cloud's own errors are told from those of a gateway in front of it.
    ///
    /// @param absent which of 404 and 410 the cloud answers for a computer that does not exist
    /// @param code what must be there, and a string or a number, for an error to be the cloud's own
    /// @param absentCodes if any, only these codes say absence
    /// @param messageOrNull where a sentence for people stands
    public record ErrorForm(
            Set<Integer> absent,
            JsonPath code,
            Set<String> absentCodes,
            @Nullable JsonPath messageOrNull) {
        public ErrorForm {
            absent = Set.copyOf(absent);
            absentCodes = Set.copyOf(absentCodes);
            if (absent.isEmpty() || !Set.of(404, 410).containsAll(absent)) {
                throw new IllegalArgumentException("absence is 404, 410, or either");
            }
        }
    }
}
