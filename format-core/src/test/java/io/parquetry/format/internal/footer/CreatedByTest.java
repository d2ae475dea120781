package io.parquetry.format.internal.footer;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.parquet.VersionParser;
import org.junit.jupiter.api.Test;

/** {@code created_by} has the form by which other readers tell who wrote a file, for the bugs of old writers. */
class CreatedByTest {
    @Test
    void parquetJavaParsesIt() throws VersionParser.VersionParseException {
        VersionParser.ParsedVersion parsed = VersionParser.parse(CreatedBy.TEXT);

        assertThat(parsed.application).isEqualTo("parquetry");
        assertThat(parsed.version).matches("\\d+\\.\\d+\\.\\d+(-\\w+)?");
        assertThat(parsed.hasSemanticVersion()).isTrue();
        // A build outside of a Git repository has no hash and says so.
        assertThat(parsed.appBuildHash).matches("[0-9a-f]{7,40}|unknown");
    }
}
