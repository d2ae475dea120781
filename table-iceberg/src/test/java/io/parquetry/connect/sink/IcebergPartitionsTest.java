package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that make odd partitions, and partition fields that the records cannot have. */
class IcebergPartitionsTest extends TopicToTable {
    private static final Schema NAMED =
            SchemaBuilder.struct().field("name", Schema.OPTIONAL_STRING_SCHEMA).build();

    @Test
    void anyTextIsAPartition() throws IOException {
        more.put("table.partition.by", "name");
        List<String> texts = Arrays.asList(
                "a",
                null,
                "null",
                "",
                "..",
                "a/b=c d%\u00e9\u0000\n",
                "x".repeat(300),
                "x".repeat(300) + "y",
                "\u00e9".repeat(100));
        for (int i = 0; i < texts.size(); i++) {
            produce(ZERO, i, NAMED, new Struct(NAMED).put("name", texts.get(i)));
        }
        runTask();
        look();
        assertThat(offsets()).isEqualTo(produced());
        for (int i = 0; i < texts.size(); i++) {
            assertThat(offsetsOf(texts.get(i))).containsExactly((long) i);
        }
    }

    private List<Long> offsetsOf(String name) throws IOException {
        List<Long> offsets = new ArrayList<>();
        var filter = name == null ? Expressions.isNull("name") : Expressions.equal("name", name);
        try (CloseableIterable<Record> found =
                IcebergGenerics.read(table()).where(filter).build()) {
            found.forEach(row -> offsets.add((Long) ((Record) row.getField("_kafka")).getField("offset")));
        }
        return offsets;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            day(name)                         | Invalid source type string for transform: day
            nope                              | there is no column nope
            _kafka                            | Cannot partition by non-primitive source field
            bucket(4, name), bucket(8, name)  | Cannot use partition name more than once: name_bucket
            """)
    void fieldsThatTheRecordsCannotHaveStopTheTask(String fields, String reason) {
        more.put("table.partition.by", fields);
        more.put("on.bad.record", "skip");
        produce(ZERO, 0, NAMED, new Struct(NAMED).put("name", "a"));
        assertThatThrownBy(this::runTask)
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(DataException.class)
                .hasMessageContaining("the table lake.orders cannot be created: table.partition.by is " + fields)
                .hasMessageContaining(reason)
                .hasMessageContaining("1: name: optional string");
    }
}
