package io.parquetry.format.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.apache.parquet.CorruptStatistics;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each known bug is attributed to the releases that have it, and to no other; parquet-java agrees on the oldest one.
 */
class KnownWriterBugsTest {
    private static KnownWriterBugs bugs(String createdBy) {
        return KnownWriterBugs.of(Optional.of(createdBy));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "parquet-mr version 1.8.0 (build abc)",
                "parquet-mr version 1.8.0rc4 (build abc)",
                "parquet-mr version 1.8.0-SNAPSHOT (build abc)",
                "parquet-mr version 1.8.1 (build 4aba4dae7bb0d4edbcf7923ae1339f28fd3f7fcf)",
                "parquet-mr version 1.6.0rc3 (build d4d5a07ec9bd262ca1e93c309f1d7d4a74ebda4c)",
                "parquet-mr version 1.2.8",
                "parquet-mr version 1.5.0-cdh5.4.999 (build abc)",
                "parquet-mr version 1.5.0-cdh5.5.0 (build abc)",
                "parquet-mr version 1.5.0-cdh5.5.0-SNAPSHOT (build abc)",
                "parquet-mr version 1.5.0-cdh5.10.1 (build abc)",
                "parquet-mr version 1.5.0 (build abc)",
                "parquet-mr version 1.10.0",
                "parquet-mr version 1.13.1 (build db4183109d5b734ec5930d870cdae161e408ddba)",
                "parquet-mr",
                "parquet-mr (build abc)",
                "parquet-cpp version 1.0.0",
                "impala version 1.3.0-INTERNAL (build 8a48ddb1eff84592b3fc06bc6f51ec120e1fffc9)",
                "parquetry version 0.1.0 (build unknown)",
                ""
            })
    void parquetJavaFindsTheSameStaleBounds(String createdBy) {
        boolean judge = CorruptStatistics.shouldIgnoreStatistics(createdBy, PrimitiveTypeName.BINARY);

        assertThat(bugs(createdBy).staleBinaryBounds()).isEqualTo(judge);
    }

    @Test
    void anUnknownWriterMayHaveStaleBounds() {
        KnownWriterBugs unknown = KnownWriterBugs.of(Optional.empty());
        assertThat(unknown.staleBinaryBounds()).isTrue();
        assertThat(unknown.cutIndexBounds()).isTrue();
        assertThat(unknown.unprovenIndexRows()).isTrue();
        assertThat(unknown)
                .usingRecursiveComparison()
                .ignoringFields("staleBinaryBounds")
                .isEqualTo(bugs("of nobody version 1.0.0"));
    }

    @ParameterizedTest
    @CsvSource({
        "parquet-mr version 1.9.1,          true, false",
        "parquet-mr version 1.10.0,         false, false",
        "parquet-cpp version 1.2.9,         true, true",
        "parquet-cpp version 1.5.1-SNAPSHOT,false, true",
        "parquet-cpp-arrow version 3.0.0,   false, true",
        "parquet-cpp-arrow version 4.0.0,   false, false",
        "parquet-rs version 13.0.0,         false, true",
        "parquet-rs version 53.2.0,         false, false",
        "github.com/segmentio/parquet-go version 0.0.0(build b7e9d4a8d0d2), false, true",
        "github.com/parquet-go/parquet-go version 0.20.0(build ), false, true",
        "Polars,                            false, true",
        "ClickHouse v25.6.3.116,            false, true",
        "ClickHouse version 25.6.3.116,     false, true",
        "ClickHouse version 25.7.1.1,       false, false",
        "DuckDB version v1.3.2 (build 0b83e5d2f6), false, false",
        "parquet-mr compatible Photon version 0.2 (build 10.4), false, false"
    })
    void wrongOrdersAreAttributedToTheReleasesThatHaveThem(String createdBy, boolean signed, boolean decimals) {
        assertThat(List.of(bugs(createdBy).signedBounds(), bugs(createdBy).decimalBytes()))
                .isEqualTo(List.of(signed, decimals));
    }

    @ParameterizedTest
    @CsvSource({
        "parquetry version 0.1.0 (build unknown), false",
        "parquet-mr version 1.13.1 (build abc), false",
        "parquet-cpp-arrow version 14.0.0, false",
        "parquet-rs version 53.2.0, false",
        "github.com/segmentio/parquet-go version 0.0.0(build b7e9d4a8d0d2), true",
        "some writer, true"
    })
    void thePageIndexesOfOtherWritersThanThoseThatAreKnownAreNotTakenAtTheirWord(String createdBy, boolean cut) {
        assertThat(bugs(createdBy).cutIndexBounds()).isEqualTo(cut);
        assertThat(bugs(createdBy).unprovenIndexRows()).isEqualTo(cut);
    }
}
