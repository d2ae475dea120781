package io.parquetry.connect.source.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.StoredFile;
import org.junit.jupiter.api.Test;

/** A file in the set is known by its path, size and time until it is forgotten, in less than 100 bytes of memory. */
class CompactFileSetTest {
    private static final int SLOT_BYTES = 40;

    private final CompactFileSet files = new CompactFileSet();

    private void add(int count, long nowMs) {
        for (int i = 0; i < count; i++) {
            files.add(DataFiles.of("a/" + i, 5, 6), nowMs);
        }
    }

    @Test
    void howeverManyFilesAreInTheSetEachTakesLessThanAHundredBytes() {
        for (int i = 1; i <= 20_000; i++) {
            files.add(DataFiles.of("a/" + i, 5, 6), 1_000);
            if (i >= 100) {
                assertThat(files.retainedBytes()).as("%d files", i).isLessThan(100L * i);
            }
        }
        assertThat(files.size()).isEqualTo(20_000);
    }

    @Test
    void aFileWithAVersionIsKnownByItInNoMoreMemory() {
        files.add(DataFiles.of(new StoredFile("a", 5, 6, "v1")), 1_000);

        assertThat(files.refresh(DataFiles.of(new StoredFile("a", 5, 7, "v1")), 1_000))
                .isTrue();
        assertThat(files.refresh(DataFiles.of(new StoredFile("a", 5, 6, "v2")), 1_000))
                .isFalse();
        assertThat(files.refresh(DataFiles.of(new StoredFile("a", 4, 6, "v1")), 1_000))
                .isFalse();
        assertThat(files.retainedBytes()).isEqualTo(64 * SLOT_BYTES);
    }

    @Test
    void theTableGrowsByHalfBeforeMoreThan71Of100SlotsAreUsed() {
        add(45, 1_000);
        assertThat(files.retainedBytes()).isEqualTo(64 * SLOT_BYTES);

        add(46, 1_000);
        assertThat(files.size()).isEqualTo(46);
        assertThat(files.retainedBytes()).isEqualTo(96 * SLOT_BYTES);
    }

    @Test
    void aFileIsKnownAsItWasUntilItIsForgotten() {
        files.add(DataFiles.of("a", 5, 6), 1_000);
        files.add(DataFiles.of("b", 5, 6), 1_000);

        assertThat(files.refresh(DataFiles.of("a", 5, 6), 90_000)).isTrue();
        assertThat(files.refresh(DataFiles.of("a", 5, 7), 90_000)).isFalse();
        assertThat(files.refresh(DataFiles.of("a", 4, 6), 90_000)).isFalse();
        assertThat(files.refresh(DataFiles.of("c", 5, 6), 90_000)).isFalse();
        files.forgetBefore(50_000);
        assertThat(files.refresh(DataFiles.of("a", 5, 6), 95_000)).isTrue();
        assertThat(files.refresh(DataFiles.of("b", 5, 6), 95_000)).isFalse();
    }

    @Test
    void aFileOfNoBytesAndNoTimeIsKnownOnlyIfItWasAdded() {
        assertThat(files.refresh(DataFiles.of("a", 0, 0), 1_000)).isFalse();
        files.add(DataFiles.of("a", 0, 0), 1_000);
        assertThat(files.refresh(DataFiles.of("a", 0, 0), 1_000)).isTrue();
    }

    @Test
    void forgottenFilesGiveTheirMemoryBack() {
        add(5_000, 1_000);
        add(100, 50_000);

        files.forgetBefore(50_000);

        assertThat(files.size()).isEqualTo(100);
        assertThat(files.retainedBytes()).isEqualTo(2 * 100 * SLOT_BYTES);
        assertThat(files.refresh(DataFiles.of("a/99", 5, 6), 60_000)).isTrue();
        assertThat(files.refresh(DataFiles.of("a/100", 5, 6), 60_000)).isFalse();
    }
}
