package io.parquetry.connect.source.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.discover.AsideName;
import io.parquetry.connect.source.errors.NumberedPath;
import org.junit.jupiter.api.Test;

/** The names that files get while they are deleted or moved, and after that. */
class CompletionNamesTest {
    @Test
    void aNumberIsPutBeforeTheExtension() {
        assertThat(NumberedPath.of("in/a.parquet", 0)).isEqualTo("in/a.parquet");
        assertThat(NumberedPath.of("in/a.parquet", 1)).isEqualTo("in/a.1.parquet");
        assertThat(NumberedPath.of("in/a.b.parquet", 12)).isEqualTo("in/a.b.12.parquet");
        assertThat(NumberedPath.of("day=1.5/a", 1)).isEqualTo("day=1.5/a.1");
        assertThat(NumberedPath.of("a", 1)).isEqualTo("a.1");
    }

    @Test
    void theNameOfAFileThatIsPutAsideTellsItsPathAndItsConnector() {
        AsideName aside = AsideName.of("archive", "in/day=1/a b.parquet");

        assertThat(aside.path()).startsWith("in/day=1/_sent.").endsWith(".a b.parquet");
        assertThat(AsideName.parse(aside.path())).contains(aside);
        assertThat(aside.original()).isEqualTo("in/day=1/a b.parquet");
        assertThat(aside.isOf("archive")).isTrue();
        assertThat(aside.isOf("archive2")).isFalse();
        assertThat(AsideName.of("archive", "a.parquet").path())
                .as("no two tasks choose one name")
                .isNotEqualTo(AsideName.of("archive", "a.parquet").path());
    }

    @Test
    void otherNamesAreOfNoFileThatIsPutAside() {
        assertThat(AsideName.parse("in/a.parquet")).isEmpty();
        assertThat(AsideName.parse("in/_sent.parquet")).isEmpty();
        assertThat(AsideName.parse("_sent.0123abcd-0123abcd.")).isEmpty();
        assertThat(AsideName.parse("_sent.0123abcd-0123abcd/a.parquet")).isEmpty();
    }
}
