package io.parquetry.connect.sink.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.MessageType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.api.Test;

/** Options of files are in each file, and options of a column in the files that have the column. */
class ParquetSettingsTest {
    private static ParquetSettings settings(Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        all.put("name", "archive");
        all.put("storage.url", "/data");
        return SinkSettings.of(all).parquet();
    }

    @Test
    void withoutKeysTheDefaultsOfTheEngineApply() {
        assertThat(settings(Map.of()).options()).isEqualTo(WriterOptions.DEFAULT);
    }

    @Test
    void codecsAreEnumeratedAsASentenceHasThem() {
        assertThat(Codecs.enumeration(List.of("a"))).isEqualTo("a");
        assertThat(Codecs.enumeration(List.of("a", "b"))).isEqualTo("a and b");
        assertThat(Codecs.enumeration(List.of("a", "b", "c"))).isEqualTo("a, b and c");
    }

    @Test
    void everyFileOptionIsInTheWriterOptions() {
        WriterOptions options = settings(Map.of(
                        "parquet.codec", "brotli:4",
                        "parquet.row.group.bytes", "1000000",
                        "parquet.page.bytes", "10000",
                        "parquet.page.rows", "100",
                        "parquet.page.version", "V2",
                        "parquet.encoding", "plain"))
                .options();
        assertThat(options)
                .isEqualTo(WriterOptions.builder()
                        .codec(CompressionCodec.BROTLI)
                        .compressionLevel(4)
                        .rowGroupBytesMax(1_000_000)
                        .pageBytesMax(10_000)
                        .pageRowsMax(100)
                        .pageVersion(WriterOptions.PageVersion.V2)
                        .dictionary(WriterOptions.Dictionary.NEVER)
                        .build());
    }

    @Test
    void pagesHaveTheRowsOfTheEncodingUnlessTheUserSaysHowMany() {
        assertThat(settings(Map.of("parquet.encoding", "auto")).options().pageRowsMax())
                .isEqualTo(80_000);
        assertThat(settings(Map.of("parquet.encoding", "deltas")).options().pageRowsMax())
                .isEqualTo(80_000);
        assertThat(settings(Map.of("parquet.encoding", "auto", "parquet.page.rows", "20000"))
                        .options()
                        .pageRowsMax())
                .isEqualTo(20_000);
    }

    @Test
    void pagesHaveTheBytesOfTheEncodingUnlessTheUserSaysHowMany() {
        assertThat(settings(Map.of("parquet.encoding", "auto")).options().pageBytesMax())
                .isEqualTo(2 << 20);
        assertThat(settings(Map.of("parquet.encoding", "deltas")).options().pageBytesMax())
                .isEqualTo(1 << 20);
        assertThat(settings(Map.of("parquet.encoding", "auto", "parquet.page.bytes", "1048576"))
                        .options()
                        .pageBytesMax())
                .isEqualTo(1 << 20);
    }

    @Test
    void columnsAreSearchedInEachFile() {
        ParquetSettings settings = settings(Map.of(
                "parquet.encodings", "price:BYTE_STREAM_SPLIT, address.street:delta_byte_array",
                "parquet.bloom.filters", "price:@0.05, id:1000"));
        WriterOptions plain = settings.optionsFor(MessageType.parse(
                "message m { required double price; required group address { required binary street (STRING); } }"));
        assertThat(plain.columns()).containsOnlyKeys("price", "address.street");
        assertThat(plain.columns().get("price").encoding()).contains(Encoding.BYTE_STREAM_SPLIT);
        assertThat(plain.columns().get("price").bloomFilter().orElseThrow().falsePositives())
                .isEqualTo(0.05);
        WriterOptions beside =
                settings.optionsFor(MessageType.parse("message m { optional group value { required int64 id; } }"));
        assertThat(beside.columns()).containsOnlyKeys("value.id");
        assertThat(beside.columns().get("value.id").bloomFilter().orElseThrow().distinctValues())
                .hasValue(1_000);
        assertThat(settings.optionsFor(MessageType.parse("message m { required int32 other; }")))
                .isEqualTo(settings.options());
    }

    @Test
    void offsetsAndTimestampsAreDifferencesUnlessTheUserSaysOtherwise() {
        MessageType schema = RecordLayout.of(null, Schema.INT32_SCHEMA, RecordMetadata.KAFKA, ColumnTypes.DEFAULT)
                .schema();
        Map<String, ColumnOptions> columns = settings(Map.of("parquet.encodings", "_kafka.timestamp:plain"))
                .optionsFor(schema)
                .columns();
        assertThat(columns).containsOnlyKeys("_kafka.offset", "_kafka.timestamp");
        assertThat(columns.get("_kafka.offset").encoding()).contains(Encoding.DELTA_BINARY_PACKED);
        assertThat(columns.get("_kafka.timestamp").encoding()).contains(Encoding.PLAIN);
    }

    @Test
    void aBloomFilterLeavesTheDifferences() {
        MessageType schema = RecordLayout.of(null, Schema.INT32_SCHEMA, RecordMetadata.KAFKA, ColumnTypes.DEFAULT)
                .schema();
        ColumnOptions offset = settings(Map.of("parquet.bloom.filters", "_kafka.offset:100"))
                .optionsFor(schema)
                .columns()
                .get("_kafka.offset");
        assertThat(offset.encoding()).contains(Encoding.DELTA_BINARY_PACKED);
        assertThat(offset.bloomFilter().orElseThrow().distinctValues()).hasValue(100);
    }

    @Test
    void aColumnOfAUserThatIsCalledAsAnOffsetIsWrittenAsOthers() {
        WriterOptions options = settings(Map.of())
                .optionsFor(
                        MessageType.parse("message m { optional group _kafka { optional binary offset (STRING); } }"));
        assertThat(options.columns()).isEmpty();
    }

    @Test
    void keyValuesAreThoseOfTheUser() {
        assertThat(settings(Map.of("parquet.key.value.owner", "team a, and b", "parquet.key.value.x.y", ""))
                        .keyValues())
                .isEqualTo(Map.of("owner", "team a, and b", "x.y", ""));
    }
}
