package dev.belay.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What is made from the table of keys and shipped as a file; `-Dbelay.write=true` writes it anew.
class GeneratedDocumentsTest {
    private static final Path DOCUMENTS = Path.of("..", "docs", "operating");

    @Test
    void the_schema_is_the_one_of_the_keys() throws IOException {
        assertShipped("belay.schema.json", ConfigurationSchema.text());
    }

    @Test
    void the_page_describes_the_keys() throws IOException {
        String page = Files.readString(DOCUMENTS.resolve("configuration.md"));
        String byHand = page.substring(0, page.indexOf(ConfigurationPage.HEADING));

        assertShipped("configuration.md", byHand + ConfigurationPage.keys());
    }

    @Test
    void the_schema_of_bindings_is_the_one_of_their_keys() throws IOException {
        assertShipped("binding.schema.json", ConfigurationSchema.ofBinding());
    }

    @Test
    void the_page_of_bindings_describes_their_keys() throws IOException {
        String page = Files.readString(DOCUMENTS.resolve("bindings.md"));
        String byHand = page.substring(0, page.indexOf(ConfigurationPage.HEADING));

        assertShipped("bindings.md", byHand + ConfigurationPage.bindingKeys());
    }

    private static void assertShipped(String name, String text) throws IOException {
        Path file = DOCUMENTS.resolve(name);
        if (Boolean.getBoolean("belay.write")) {
            Files.createDirectories(DOCUMENTS);
            Files.writeString(file, text);
        }
        assertThat(Files.readString(file)).isEqualTo(text);
    }
}
