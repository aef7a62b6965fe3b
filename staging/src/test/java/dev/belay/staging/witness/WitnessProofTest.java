package dev.belay.staging.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.belay.staging.git.Repositories;
import dev.belay.staging.manifest.BlobId;
import dev.belay.staging.manifest.FileMode;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.receipt.SourceWitness;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WitnessProofTest {
    @TempDir Path directory;
    private WitnessedTree tree;

    @BeforeEach
    void make() throws IOException {
        tree = new WitnessedTree(directory);
    }

    @Test
    void a_commit_with_every_file_and_nothing_deleted_is_a_witness() throws IOException {
        tree.verify().revalidate();
        tree.shell("git gc -q");

        tree.verify().revalidate();
        tree.proof(true).verify(tree.main(), tree.source(), tree.copy).revalidate();
    }

    @Test
    void a_commit_is_a_witness_as_long_as_its_ref_leads_to_it() throws IOException {
        Repositories.write(tree.repository, "later.txt", "later");
        Repositories.commitAll(tree.repository);

        assertThatCode(() -> tree.verify()).doesNotThrowAnyException();
        tree.shell("git reset -q --hard HEAD~2");

        assertThat(tree.refusal().found()).contains("does not lead to the commit");
    }

    @Test
    void an_annotated_tag_and_a_bare_clone_are_witnesses() throws IOException {
        tree.shell("git tag -a -m t v1; git clone -q --bare --no-local . ../bare.git");

        tree.verify(new SourceWitness(tree.gitDir().toString(), "refs/tags/v1", tree.commit()));
        tree.verify(tree.at(tree.directory.resolve("bare.git"))).revalidate();
    }

    @Test
    void objects_in_packs_and_in_files_of_their_own_make_one_witness() throws IOException {
        tree.shell("git gc -q; echo more > more.txt; git add more.txt; git commit -qm more");
        tree.takeIndex();
        SourceWitness now =
                new SourceWitness(
                        tree.gitDir().toString(),
                        "refs/heads/main",
                        tree.git("rev-parse", "HEAD").strip());

        tree.verify(now).revalidate();
    }

    @Test
    void more_in_the_repository_than_in_the_copy_is_no_matter() throws IOException {
        Repositories.write(tree.repository, "more/of/it.txt", "more");
        Repositories.commitAll(tree.repository);
        String commit = tree.git("rev-parse", "HEAD").strip();

        tree.verify(new SourceWitness(tree.gitDir().toString(), "refs/heads/main", commit));
    }

    @Test
    void other_content_another_mode_and_a_missing_file_are_named() {
        List<SourceFile> files = tree.source().files();
        tree.source(with(files, 0, FileMode.REGULAR, BlobId.of("1".repeat(40))), List.of());
        assertThat(tree.refusal().found()).contains("does not hold the blob");
        tree.source(with(files, 0, FileMode.REGULAR, files.get(1).blob()), List.of());
        assertThat(tree.refusal().found()).isEqualTo("it has other content of a.txt");
        tree.source(with(files, 0, FileMode.EXECUTABLE, files.get(0).blob()), List.of());
        assertThat(tree.refusal().found()).contains("a.txt with the mode 100644");
        List<SourceFile> more = new ArrayList<>(files);
        more.add(new SourceFile("dir/new\n.txt", FileMode.REGULAR, files.get(0).blob()));
        tree.source(more, List.of());

        assertThat(tree.refusal().found()).isEqualTo("it does not hold \"dir/new\\n.txt\"");
    }

    private static List<SourceFile> with(
            List<SourceFile> files, int number, FileMode mode, BlobId blob) {
        List<SourceFile> others = new ArrayList<>(files);
        others.set(number, new SourceFile(files.get(number).path(), mode, blob));
        return others;
    }

    @Test
    void a_deleted_path_that_is_there_is_found_be_it_a_file_or_a_directory() {
        List<SourceFile> files = tree.source().files();
        tree.source(List.of(), List.of("dir/deep"));
        assertThat(tree.refusal().found()).contains("it has dir/deep, which the copied tree");
        tree.source(files.subList(1, files.size()), List.of("a.txt"));

        assertThat(tree.refusal().found()).contains("it has a.txt");
    }

    @Test
    void a_large_file_is_read_piece_by_piece() throws IOException {
        long size = 64L << 20;
        try (RandomAccessFile file =
                new RandomAccessFile(tree.repository.resolve("large").toFile(), "rw")) {
            file.setLength(size);
            file.seek(size / 2);
            file.write(1);
        }
        Repositories.commitAll(tree.repository);
        tree.takeIndex();
        String commit = tree.git("rev-parse", "HEAD").strip();

        tree.verify(new SourceWitness(tree.gitDir().toString(), "refs/heads/main", commit));
    }

    @Test
    void a_ref_that_moves_between_proof_and_removal_is_noticed() throws IOException {
        var verified = tree.verify();
        verified.revalidate();
        tree.shell("git commit -q --allow-empty -m more");

        assertThatCode(verified::revalidate).hasMessageContaining("refs/heads/main");
    }

    @Test
    void a_store_that_is_exchanged_between_proof_and_removal_is_noticed() throws IOException {
        tree.shell("git gc -q");
        var verified = tree.verify();
        tree.shell("git repack -q -a -d -F --depth=1; git prune-packed");
        tree.shell("cp -r .git ../other; mv .git ../first; mv ../other .git");

        assertThatCode(verified::revalidate).hasMessageContaining("changes while it is looked at");
    }

    @Test
    void what_lies_in_the_copy_is_no_witness_for_it() throws IOException {
        Path inside = Files.createDirectories(tree.copy.resolve("payload/source"));
        tree.shell("git clone -q --bare --no-local . " + inside.resolve("w.git"));

        assertThat(tree.refusal(tree.at(inside.resolve("w.git"))).found())
                .isEqualTo("it lies in the copy itself, and would go with it");
    }

    @Test
    void objects_that_lie_in_the_copy_are_found_through_no_link() throws IOException {
        tree.shell("mv .git/objects ../copy/objects; ln -s ../../copy/objects .git/objects");

        assertThat(tree.refusal().found()).contains("symbolic link");
    }
}
