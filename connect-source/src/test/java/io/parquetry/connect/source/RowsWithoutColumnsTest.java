package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A frame without columns, as pyarrow and Polars write it, has rows, and each row is a record. */
class RowsWithoutColumnsTest {
    /** Of three rows. */
    private static final String FILE = "504152311502191c48016d1500001606191c190c1600160600001600000050415231";

    @TempDir
    Path directory;

    @Test
    void eachRowIsARecordWithoutFields() throws IOException {
        TestTree tree = new TestTree(directory);
        TaskHarness harness = new TaskHarness(tree);
        tree.put("in/a.parquet", HexFormat.of().parseHex(FILE));
        harness.start();

        assertThat(harness.scanTwice()).hasSize(3).allSatisfy(sent -> {
            assertThat(sent.valueSchema().fields()).isEmpty();
            assertThat(sent.value()).isEqualTo(new Struct(sent.valueSchema()));
        });
    }
}
