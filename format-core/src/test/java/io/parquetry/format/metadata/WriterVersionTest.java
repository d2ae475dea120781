package io.parquetry.format.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.metadata.WriterVersion.Release;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.VersionParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code created_by} of real files, as parquet-java takes it apart, and of files that were made to puzzle us. */
class WriterVersionTest {
    @ParameterizedTest
    @CsvSource({
        "parquet-mr version 1.8.1 (build 4aba4dae7bb0d4edbcf7923ae1339f28fd3f7fcf), parquet-mr, 1, 8, 1, ''",
        "parquet-mr version 1.6.0rc3 (build d4d5a07ec9bd262ca1e93c309f1d7d4a74ebda4c), parquet-mr, 1, 6, 0, rc3",
        "parquet-mr version 1.5.0-cdh5.7.1 (build ${buildNumber}), parquet-mr, 1, 5, 0, cdh5.7.1",
        "parquet-cpp version 1.5.1-SNAPSHOT, parquet-cpp, 1, 5, 1, SNAPSHOT",
        "parquet-cpp-arrow version 9.0.0, parquet-cpp-arrow, 9, 0, 0, ''",
        "impala version 1.3.0-INTERNAL (build 8a48ddb1eff84592b3fc06bc6f51ec120e1fffc9), impala, 1, 3, 0, INTERNAL",
        "parquet-rs version 0.3.0 (build b45ce7cba2199f22d93269c150d8a83916c69b5e), parquet-rs, 0, 3, 0, ''",
        "DuckDB version v1.3.2 (build 0b83e5d2f6), duckdb, 1, 3, 2, ''",
        "Trino version 435, trino, 435, 0, 0, ''",
        "fastparquet-python version 2023.8.0 (build 0), fastparquet-python, 2023, 8, 0, ''",
        "parquet-mr compatible Photon version 0.2 (build 10.4), parquet-mr compatible photon, 0, 2, 0, ''",
        "ClickHouse version 25.6.3.116, clickhouse, 25, 6, 3, ''",
        "Parquet.Net version 4.5.2+build.7, parquet.net, 4, 5, 2, ''"
    })
    void realStringsAreTakenApart(
            String createdBy, String application, int major, int minor, int patch, String suffix) {
        assertThat(WriterVersion.parse(createdBy))
                .contains(new WriterVersion(application, Optional.of(new Release(major, minor, patch, suffix))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"parquet-mr", "parquet-mr (build abc)", "parquet-mr version", "parquet-mr version (build x)"})
    void anApplicationNeedsNoRelease(String createdBy) {
        assertThat(WriterVersion.parse(createdBy).orElseThrow().application()).isEqualTo("parquet-mr");
        assertThat(WriterVersion.parse(createdBy).orElseThrow().release()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "(build abc)", " version 1.2.3"})
    void withoutAnApplicationThereIsNoWriter(String createdBy) {
        assertThat(WriterVersion.parse(createdBy)).isEmpty();
    }

    @Test
    void whatIsTooLongForAWriterOrForANumberIsNone() {
        assertThat(WriterVersion.parse("x".repeat(1 << 20))).isEmpty();
        assertThat(WriterVersion.parse("x version 99999999999999999999.1")
                        .orElseThrow()
                        .release())
                .isEmpty();
    }

    @Test
    void releasesCompareByNumberAndASuffixComesBefore() {
        List<Release> rising = List.of(
                new Release(1, 4, 0, ""),
                new Release(1, 5, 0, "cdh5.4.9"),
                new Release(1, 5, 0, "cdh5.5.0"),
                new Release(1, 5, 0, "cdh5.10.0"),
                new Release(1, 5, 0, ""),
                new Release(1, 8, 0, "rc1"),
                new Release(1, 8, 0, "rc2"),
                new Release(1, 8, 0, "rc10"),
                new Release(1, 8, 0, ""),
                new Release(1, 10, 0, ""),
                new Release(2, 0, 0, "SNAPSHOT"));

        for (int left = 0; left < rising.size(); left++) {
            for (int right = 0; right < rising.size(); right++) {
                assertThat(Integer.signum(rising.get(left).compareTo(rising.get(right))))
                        .as("%s and %s", rising.get(left), rising.get(right))
                        .isEqualTo(Integer.compare(left, right));
            }
        }
    }

    @Test
    void parquetJavaTakesOurOwnApartInTheSameWay() throws Exception {
        VersionParser.ParsedVersion judged = VersionParser.parse("parquetry version 0.1.0 (build abc)");
        WriterVersion ours =
                WriterVersion.parse("parquetry version 0.1.0 (build abc)").orElseThrow();

        assertThat(judged.application).isEqualTo(ours.application());
        assertThat(judged.version).isEqualTo("0.1.0");
        assertThat(ours.release()).contains(Release.of(0, 1, 0));
    }
}
