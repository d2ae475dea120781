package io.parquetry.table.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Manifest lists are in memory up to a limit; other files are not. */
class ManifestListsTest {
    private static final int MEGABYTE = 1 << 20;

    private final ManifestLists lists = new ManifestLists();

    @Test
    void theListsThatWereUsedLastAreKnownWithinTheLimit() {
        for (int i = 0; i < 4; i++) {
            lists.see("s3://a/metadata/snap-" + i + ".avro", new byte[MEGABYTE]);
        }
        assertThat(lists.bytes()).isEqualTo(4 * MEGABYTE);
        assertThat(lists.of("s3://a/metadata/snap-0.avro")).isPresent();
        lists.see("s3://a/metadata/snap-4.avro", new byte[1]);
        assertThat(lists.of("s3://a/metadata/snap-1.avro"))
                .as("used least lately")
                .isEmpty();
        assertThat(lists.of("s3://a/metadata/snap-0.avro")).isPresent();
        assertThat(lists.bytes()).isEqualTo(3 * MEGABYTE + 1);
        lists.forget("s3://a/metadata/snap-0.avro");
        assertThat(lists.bytes()).isEqualTo(2 * MEGABYTE + 1);
    }

    @Test
    void aListAboveTheLimitAndOtherFilesAreNotKept() {
        lists.see("s3://a/metadata/snap-0.avro", new byte[5 * MEGABYTE]);
        lists.see("s3://a/metadata/7-m0.avro", new byte[1]);
        assertThat(lists.bytes()).isZero();
    }
}
