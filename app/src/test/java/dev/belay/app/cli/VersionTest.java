package dev.belay.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionTest {
    @Test
    void is_the_version_that_the_build_has() {
        assertThat(Version.TEXT).isEqualTo(System.getProperty("belay.version"));
    }
}
