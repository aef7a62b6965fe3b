package dev.belay.app.wiring;

import dev.belay.app.config.Configuration;
import dev.belay.app.config.Key;
import dev.belay.app.config.Keys;
import dev.belay.core.error.Refusal;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.provider.HttpDescription;
import dev.belay.deletion.provider.HttpDescription.Call;
import dev.belay.deletion.provider.HttpDescription.ComputerForm;
import dev.belay.deletion.provider.HttpDescription.ErrorForm;
import dev.belay.deletion.provider.HttpDescription.Match;
import dev.belay.deletion.provider.HttpDescription.ReceiptForm;
import dev.belay.deletion.provider.JsonPath;
import dev.belay.deletion.provider.Limits;
import dev.belay.deletion.provider.Template;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The settings `deletion.http.*` as the description of a cloud.
final class DescribedCloud {
    /// Headers that hold a secret by their names.
    private static final Pattern SECRET_HEADER =
            Pattern.compile("(?i)authorization|cookie|token|secret|password|key");

    private final Configuration configuration;

    DescribedCloud(Configuration configuration) {
        this.configuration = configuration;
    }

    HttpDescription description(Limits limits) throws Refusal {
        Call delete = call(Keys.HTTP_DELETE_URL, Keys.HTTP_DELETE_METHOD, Keys.HTTP_DELETE_BODY);
        Call read = call(Keys.HTTP_READ_URL, Keys.HTTP_READ_METHOD, Keys.HTTP_READ_BODY);
        Call operation =
                configuration.text(Keys.HTTP_OPERATION_URL).isEmpty()
                        ? null
                        : call(
                                Keys.HTTP_OPERATION_URL,
                                Keys.HTTP_OPERATION_METHOD,
                                Keys.HTTP_OPERATION_BODY);
        Map<JsonPath, String> success = required(Keys.HTTP_SUCCESS);
        ReceiptForm receipt = receipt();
        ComputerForm computer =
                new ComputerForm(
                        match(Keys.HTTP_COMPUTER_ID, Keys.HTTP_COMPUTER_ID_VALUE),
                        pointer(Keys.HTTP_COMPUTER_NAME));
        ErrorForm error = error();
        return checked(
                Keys.HTTP_DELETE_URL,
                () ->
                        new HttpDescription(
                                delete, operation, read, success, receipt, computer, error,
                                limits));
    }

    private Call call(Key url, Key method, Key body) throws Refusal {
        Template address = template(url, text(url));
        Map<String, Template> headers = new LinkedHashMap<>();
        for (Map.Entry<String, String> header : configuration.pairs(Keys.HTTP_HEADERS).entrySet()) {
            requireNoSecret(header.getKey(), header.getValue());
            headers.put(header.getKey(), template(Keys.HTTP_HEADERS, header.getValue()));
        }
        Template content = template(body, configuration.text(body).orElse(""));
        return checked(
                url, () -> new Call(configuration.required(method), address, headers, content));
    }

    /// What is typed into the settings is shown by `config show`.
    private void requireNoSecret(String header, String value) throws Refusal {
        if (SECRET_HEADER.matcher(header).find() && !value.contains("{token}")) {
            throw configuration.refusal(
                    Keys.HTTP_HEADERS,
                    "holds a secret in `%s`: name it by %s, and write {token} here"
                            .formatted(header, Keys.HTTP_TOKEN.name()));
        }
    }

    private @Nullable ReceiptForm receipt() throws Refusal {
        if (configuration.text(Keys.HTTP_RECEIPT_ID).isEmpty()) {
            return null;
        }
        Map<String, OperationStatus> statuses = new LinkedHashMap<>();
        for (Map.Entry<String, String> word :
                configuration.pairs(Keys.HTTP_RECEIPT_STATUSES).entrySet()) {
            statuses.put(
                    word.getKey(),
                    OperationStatus.of(word.getValue())
                            .orElseThrow(() ->
                                    configuration.refusal(
                                            Keys.HTTP_RECEIPT_STATUSES,
                                            "gives a word no known status")));
        }
        JsonPath id = pointer(Keys.HTTP_RECEIPT_ID);
        Match target = match(Keys.HTTP_RECEIPT_TARGET, Keys.HTTP_RECEIPT_TARGET_VALUE);
        Map<JsonPath, String> required = required(Keys.HTTP_RECEIPT_REQUIRED);
        JsonPath status = pointer(Keys.HTTP_RECEIPT_STATUS);
        return checked(
                Keys.HTTP_RECEIPT_STATUSES,
                () -> new ReceiptForm(id, target, required, status, statuses));
    }

    private ErrorForm error() throws Refusal {
        JsonPath code = pointer(Keys.HTTP_ERROR_CODE);
        JsonPath message =
                configuration.text(Keys.HTTP_ERROR_MESSAGE).isEmpty()
                        ? null
                        : pointer(Keys.HTTP_ERROR_MESSAGE);
        return checked(
                Keys.HTTP_ERROR_ABSENT,
                () -> {
                    Set<Integer> absent =
                            configuration.texts(Keys.HTTP_ERROR_ABSENT).stream()
                                    .map(Integer::valueOf)
                                    .collect(Collectors.toSet());
                    return new ErrorForm(
                            absent,
                            code,
                            Set.copyOf(configuration.texts(Keys.HTTP_ERROR_ABSENT_CODES)),
                            message);
                });
    }

    private Match match(Key at, Key value) throws Refusal {
        JsonPath pointer = pointer(at);
        Template template = template(value, configuration.required(value));
        return checked(value, () -> new Match(pointer, template));
    }

    private Map<JsonPath, String> required(Key key) throws Refusal {
        Map<JsonPath, String> required = new LinkedHashMap<>();
        for (Map.Entry<String, String> pair : configuration.pairs(key).entrySet()) {
            required.put(checked(key, () -> new JsonPath(pair.getKey())), pair.getValue());
        }
        return required;
    }

    private JsonPath pointer(Key key) throws Refusal {
        String text = text(key);
        return checked(key, () -> new JsonPath(text));
    }

    private Template template(Key key, String text) throws Refusal {
        return checked(key, () -> new Template(text));
    }

    private String text(Key key) throws Refusal {
        return configuration
                .text(key)
                .orElseThrow(
                        () -> configuration.refusal(key, "is not set, and the provider wants it"));
    }

    /// A part that its own constructor checks.
    private interface Part<T> {
        T make();
    }

    private <T> T checked(Key key, Part<T> part) throws Refusal {
        try {
            return part.make();
        } catch (IllegalArgumentException e) {
            throw configuration.refusal(key, "is refused: " + e.getMessage());
        }
    }
}
