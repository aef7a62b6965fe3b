package dev.belay.staging.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.staging.NodeFiles;
import dev.belay.staging.manifest.Entry.Content;
import dev.belay.staging.manifest.Entry.Folder;
import dev.belay.staging.schema.InvalidFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestFormatTest {
    private static final String BLOB = "587be6b4c3f93f93c489c0111bba5596147a26cb";
    private static final String SOURCE = "\"source\":{\"files\":[],\"deleted\":[]}";

    @Test
    void s28_the_length_of_a_manifest_is_never_overrated_and_hardly_underrated() throws Exception {
        List<SourceFile> files = new ArrayList<>();
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            String path = "directory/é-%04d".formatted(i);
            files.add(new SourceFile(path, FileMode.REGULAR, BlobId.of("0".repeat(40))));
            entries.add(
                    new Entry.Content("s/" + path, FileMode.REGULAR, BlobId.of("0".repeat(40))));
        }
        Manifest manifest = new Manifest(new FrozenSource(files, List.of()), entries);
        int length = write(manifest, ManifestFormat.BYTES_MAX).length;

        assertThat(ManifestFormat.bytesAtLeast(files.stream().map(SourceFile::path).toList()))
                .isBetween(length * 8L / 10, (long) length);
    }

    @Test
    void a_manifest_of_the_node_program_is_read_and_written_byte_for_byte() throws Exception {
        byte[] file = NodeFiles.read("manifest.json");

        Manifest manifest = ManifestFormat.read(file);

        assertThat(manifest.source().files())
                .contains(
                        new SourceFile("src/å/ü b.txt", FileMode.REGULAR, BlobId.of(BLOB)),
                        new SourceFile(
                                "run.sh",
                                FileMode.EXECUTABLE,
                                BlobId.of("1a2485251c33a70432394c93fb89330ef214bfc9")));
        assertThat(manifest.source().deleted()).containsExactly("gone.txt");
        assertThat(manifest.entries())
                .contains(
                        new Folder("source/src/å"),
                        new Content(
                                "source/link",
                                FileMode.LINK,
                                BlobId.of("42061c01a1c70097d1e4579f29a5adf40abdec95")));
        assertThat(write(manifest, ManifestFormat.BYTES_MAX)).isEqualTo(file);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{" + SOURCE + "}",
                "{" + SOURCE + ",\"entries\":[],\"more\":1}",
                "{" + SOURCE + ",\"entries\":{}}",
                "{" + SOURCE + ",\"entries\":[null]}",
                "{" + SOURCE + ",\"entries\":[{\"path\":\"a\",\"kind\":\"fifo\"}]}",
                "{" + SOURCE + ",\"entries\":[{\"path\":\"../a\",\"kind\":\"directory\"}]}",
                "{" + SOURCE + ",\"entries\":[{\"path\":\"a/\",\"kind\":\"directory\"}]}",
                "{" + SOURCE + ",\"entries\":[{\"path\":\"/a\",\"kind\":\"directory\"}]}",
                "{" + SOURCE + ",\"entries\":[{\"path\":\"\",\"kind\":\"directory\"}]}",
                "{" + SOURCE + ",\"entries\":[{\"path\":\"a\\u0000\",\"kind\":\"directory\"}]}",
                "{" + SOURCE + ",\"entries\":[{\"path\":\"a\\udc80\",\"kind\":\"directory\"}]}",
                "{" + SOURCE + ",\"entries\":[{\"path\":\"a\",\"kind\":\"directory\",\"size\":1}]}",
                "{"
                        + SOURCE
                        + ",\"entries\":[{\"path\":\"a\",\"kind\":\"directory\"},"
                        + "{\"path\":\"a\",\"kind\":\"directory\"}]}",
                "{\"source\":{\"files\":[],\"deleted\":[1]},\"entries\":[]}",
                "{\"source\":{\"files\":[],\"deleted\":[\"a/../b\"]},\"entries\":[]}",
                "{\"source\":{\"files\":[],\"deleted\":[\"a\",\"a\"]},\"entries\":[]}",
                "{\"source\":{\"files\":[]},\"entries\":[]}"
            })
    void what_is_not_a_manifest_is_refused(String text) {
        assertThatThrownBy(() -> ManifestFormat.read(text.getBytes(UTF_8)))
                .isInstanceOf(InvalidFormat.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"kind\":\"directory\",\"mode\":\"100644\"",
                "\"kind\":\"file\",\"mode\":\"100644\"",
                "\"kind\":\"file\",\"mode\":\"100664\",\"blob\":\"" + BLOB + "\"",
                "\"kind\":\"file\",\"mode\":\"120000\",\"blob\":\"" + BLOB + "\"",
                "\"kind\":\"symlink\",\"mode\":\"100644\",\"blob\":\"" + BLOB + "\"",
                "\"kind\":\"file\",\"mode\":\"100644\",\"blob\":\"" + BLOB + "0\""
            })
    void an_entry_whose_members_contradict_each_other_is_refused(String members) {
        String text = "{" + SOURCE + ",\"entries\":[{\"path\":\"a\"," + members + "}]}";

        assertThatThrownBy(() -> ManifestFormat.read(text.getBytes(UTF_8)))
                .isInstanceOf(InvalidFormat.class);
    }

    @Test
    void a_path_that_was_copied_is_not_deleted_too() {
        SourceFile file = new SourceFile("a", FileMode.REGULAR, BlobId.of(BLOB));

        assertThatThrownBy(() -> new FrozenSource(List.of(file), List.of("a")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void s10_names_with_a_backslash_are_written_and_read() throws Exception {
        String path = "source/dev-disk-by\\x2duuid.swap";
        Manifest manifest =
                new Manifest(
                        new FrozenSource(List.of(), List.of()),
                        List.of(new Content(path, FileMode.REGULAR, BlobId.of(BLOB))));

        assertThat(ManifestFormat.read(write(manifest, ManifestFormat.BYTES_MAX)))
                .isEqualTo(manifest);
    }

    @Test
    void s26_paths_sort_by_their_bytes_in_every_locale() {
        List<String> paths =
                new ArrayList<>(List.of("z", "ä", "a", "Z", "\ue000", "𐀀", "a/b", "a-"));

        paths.sort(TreePath.BYTE_ORDER);

        List<String> byBytes = new ArrayList<>(paths);
        byBytes.sort((left, right) ->
                Arrays.compareUnsigned(left.getBytes(UTF_8), right.getBytes(UTF_8)));
        assertThat(paths).isEqualTo(byBytes).endsWith("\ue000", "𐀀");
    }

    @Test
    void a_manifest_that_no_reader_would_take_is_not_written() throws Exception {
        byte[] file = NodeFiles.read("manifest.json");
        Manifest manifest = ManifestFormat.read(file);

        assertThat(write(manifest, file.length)).isEqualTo(file);
        assertThatThrownBy(() -> write(manifest, file.length - 1))
                .isInstanceOf(InvalidFormat.class)
                .hasMessageContaining("longer than");
    }

    private static byte[] write(Manifest manifest, int bytesMax) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ManifestFormat.write(manifest, file, bytesMax);
        return file.toByteArray();
    }
}
