package dev.belay.deletion.provider.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonObject;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.Receipt;
import dev.belay.system.Http;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Every status there can be, with a body in the provider's own form and without.
class HeardTest {
    private static final String OWN = "{\"ok\":false}";
    private static final String SUCCESS = "{\"ok\":true}";
    private static final String PAGE = "<html></html>";

    @Test
    void every_status_with_the_providers_own_error_has_its_meaning() {
        assertThat(meanings(OWN))
                .isEqualTo(
                        """
                        100-199 Nothing
                        200-299 Hollow
                        300-399 Nothing
                        400-403 No
                        404-404 Gone
                        405-407 No
                        408-408 Nothing
                        409-409 No
                        410-410 Gone
                        411-424 No
                        425-425 Nothing
                        426-428 No
                        429-429 Nothing
                        430-499 No
                        500-999 Nothing
                        """);
    }

    @Test
    void a_strangers_page_is_neither_success_nor_absence() {
        assertThat(meanings(PAGE))
                .isEqualTo(
                        """
                        100-199 Nothing
                        200-299 Hollow
                        300-399 Nothing
                        400-403 No
                        404-404 Nothing
                        405-407 No
                        408-408 Nothing
                        409-409 No
                        410-410 Nothing
                        411-424 No
                        425-425 Nothing
                        426-428 No
                        429-429 Nothing
                        430-499 No
                        500-999 Nothing
                        """);
    }

    @Test
    void a_success_needs_a_status_of_success() {
        assertThat(meanings(SUCCESS)).contains("200-299 Success\n").doesNotContain("Gone");
    }

    private static String meanings(String body) {
        StringBuilder table = new StringBuilder();
        String meaning = "";
        int from = 100;
        for (int status = 100; status <= 1000; status++) {
            String next = status == 1000 ? "" : meaning(status, body);
            if (!next.equals(meaning) && status > 100) {
                table.append("%d-%d %s\n".formatted(from, status - 1, meaning));
                from = status;
            }
            meaning = next;
        }
        return table.toString();
    }

    private static String meaning(int status, String body) {
        Http.Answer answer = new Http.Answer(status, Map.of(), body);
        return Heard.of(answer, new Plain()).getClass().getSimpleName();
    }

    /// A form in which `ok` says everything.
    private record Plain() implements Wire {
        @Override
        public Optional<String> contradiction(JsonObject body) {
            return complaint(body).map(_ -> "ok other than true");
        }

        @Override
        public Optional<Complaint> complaint(JsonObject body) {
            return body.member("ok").orElseThrow() == JsonBoolean.FALSE
                    ? Optional.of(new Complaint("", ""))
                    : Optional.empty();
        }

        @Override
        public boolean saysAbsent(int status, Complaint complaint) {
            return true;
        }

        @Override
        public Reading<Receipt> receipt(JsonObject body, BoxId id) {
            return new Reading.Missing<>("not asked for");
        }

        @Override
        public Reading<String> name(JsonObject body, BoxId id) {
            return new Reading.Missing<>("not asked for");
        }
    }
}
