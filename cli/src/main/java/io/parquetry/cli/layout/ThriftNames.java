package io.parquetry.cli.layout;

import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of parquet.thrift: fields of structs and values of enums. */
final class ThriftNames {
    /** A struct, then number, name and, behind a colon, struct or enum of each of its fields. */
    private static final String STRUCTS = """
            PageHeader 1 type:PageType 2 uncompressed_page_size 3 compressed_page_size 4 crc \
            5 data_page_header:DataPageHeader 6 index_page_header:IndexPageHeader \
            7 dictionary_page_header:DictionaryPageHeader 8 data_page_header_v2:DataPageHeaderV2
            DataPageHeader 1 num_values 2 encoding:Encoding 3 definition_level_encoding:Encoding \
            4 repetition_level_encoding:Encoding 5 statistics:Statistics
            DataPageHeaderV2 1 num_values 2 num_nulls 3 num_rows 4 encoding:Encoding 5 definition_levels_byte_length \
            6 repetition_levels_byte_length 7 is_compressed 8 statistics:Statistics
            DictionaryPageHeader 1 num_values 2 encoding:Encoding 3 is_sorted
            Statistics 1 max 2 min 3 null_count 4 distinct_count 5 max_value 6 min_value 7 is_max_value_exact \
            8 is_min_value_exact 9 nan_count
            FileMetaData 1 version 2 schema:SchemaElement 3 num_rows 4 row_groups:RowGroup \
            5 key_value_metadata:KeyValue 6 created_by 7 column_orders:ColumnOrder 8 encryption_algorithm \
            9 footer_signing_key_metadata
            SchemaElement 1 type:Type 2 type_length 3 repetition_type:FieldRepetitionType 4 name 5 num_children \
            6 converted_type:ConvertedType 7 scale 8 precision 9 field_id 10 logicalType:LogicalType
            LogicalType 1 STRING 2 MAP 3 LIST 4 ENUM 5 DECIMAL:DecimalType 6 DATE 7 TIME:TimeType \
            8 TIMESTAMP:TimeType 10 INTEGER:IntType 11 UNKNOWN 12 JSON 13 BSON 14 UUID 15 FLOAT16 16 VARIANT \
            17 GEOMETRY 18 GEOGRAPHY
            DecimalType 1 scale 2 precision
            TimeType 1 isAdjustedToUTC 2 unit:TimeUnit
            TimeUnit 1 MILLIS 2 MICROS 3 NANOS
            IntType 1 bitWidth 2 isSigned
            RowGroup 1 columns:ColumnChunk 2 total_byte_size 3 num_rows 4 sorting_columns:SortingColumn \
            5 file_offset 6 total_compressed_size 7 ordinal
            ColumnChunk 1 file_path 2 file_offset 3 meta_data:ColumnMetaData 4 offset_index_offset \
            5 offset_index_length 6 column_index_offset 7 column_index_length 8 crypto_metadata \
            9 encrypted_column_metadata
            ColumnMetaData 1 type:Type 2 encodings:Encoding 3 path_in_schema 4 codec:CompressionCodec 5 num_values \
            6 total_uncompressed_size 7 total_compressed_size 8 key_value_metadata:KeyValue 9 data_page_offset \
            10 index_page_offset 11 dictionary_page_offset 12 statistics:Statistics \
            13 encoding_stats:PageEncodingStats 14 bloom_filter_offset 15 bloom_filter_length \
            16 size_statistics:SizeStatistics 17 geospatial_statistics:GeospatialStatistics
            PageEncodingStats 1 page_type:PageType 2 encoding:Encoding 3 count
            SizeStatistics 1 unencoded_byte_array_data_bytes 2 repetition_level_histogram 3 definition_level_histogram
            GeospatialStatistics 1 bbox:BoundingBox 2 geospatial_types
            BoundingBox 1 xmin 2 xmax 3 ymin 4 ymax 5 zmin 6 zmax 7 mmin 8 mmax
            SortingColumn 1 column_idx 2 descending 3 nulls_first
            KeyValue 1 key 2 value
            ColumnOrder 1 TYPE_ORDER 2 IEEE_754_TOTAL_ORDER
            OffsetIndex 1 page_locations:PageLocation 2 unencoded_byte_array_data_bytes
            PageLocation 1 offset 2 compressed_page_size 3 first_row_index
            ColumnIndex 1 null_pages 2 min_values 3 max_values 4 boundary_order:BoundaryOrder 5 null_counts \
            6 repetition_level_histograms 7 definition_level_histograms 8 nan_counts
            BloomFilterHeader 1 numBytes 2 algorithm:BloomFilterAlgorithm 3 hash:BloomFilterHash \
            4 compression:BloomFilterCompression
            BloomFilterAlgorithm 1 BLOCK
            BloomFilterHash 1 XXHASH
            BloomFilterCompression 1 UNCOMPRESSED
            """;

    /** An enum and its values from 0 on, but for encodings and codecs, which the engine names. */
    private static final String ENUMS = """
            PageType DATA_PAGE INDEX_PAGE DICTIONARY_PAGE DATA_PAGE_V2
            Type BOOLEAN INT32 INT64 INT96 FLOAT DOUBLE BYTE_ARRAY FIXED_LEN_BYTE_ARRAY
            FieldRepetitionType REQUIRED OPTIONAL REPEATED
            ConvertedType UTF8 MAP MAP_KEY_VALUE LIST ENUM DECIMAL DATE TIME_MILLIS TIME_MICROS TIMESTAMP_MILLIS \
            TIMESTAMP_MICROS UINT_8 UINT_16 UINT_32 UINT_64 INT_8 INT_16 INT_32 INT_64 JSON BSON INTERVAL
            BoundaryOrder UNORDERED ASCENDING DESCENDING
            """;

    private static final Map<String, Map<Integer, FieldName>> FIELDS = new HashMap<>();
    private static final Map<String, Map<Integer, String>> VALUES = new HashMap<>();

    static {
        STRUCTS.lines().forEach(ThriftNames::addStruct);
        ENUMS.lines().forEach(ThriftNames::addEnum);
        VALUES.put("Encoding", named(Encoding.values(), Encoding::id));
        VALUES.put("CompressionCodec", named(CompressionCodec.values(), CompressionCodec::id));
    }

    private ThriftNames() {}

    /** @param type the struct or enum of the field's values, or empty */
    record FieldName(String name, String type) {}

    private static void addEnum(String line) {
        String[] words = line.split(" +");
        Map<Integer, String> names = new HashMap<>();
        for (int i = 1; i < words.length; i++) {
            names.put(i - 1, words[i]);
        }
        VALUES.put(words[0], names);
    }

    private static <E extends Enum<E>> Map<Integer, String> named(E[] values, Function<E, Integer> number) {
        return Stream.of(values).collect(Collectors.toMap(number, Enum::name));
    }

    private static void addStruct(String line) {
        String[] words = line.split(" +");
        Map<Integer, FieldName> fields = new HashMap<>();
        for (int i = 1; i < words.length; i += 2) {
            String[] name = words[i + 1].split(":");
            fields.put(Integer.valueOf(words[i]), new FieldName(name[0], name.length > 1 ? name[1] : ""));
        }
        FIELDS.put(words[0], fields);
    }

    /** The field of a struct; {@code field 77} for one that parquet.thrift did not have. */
    static FieldName field(String struct, int id) {
        return FIELDS.getOrDefault(struct, Map.of()).getOrDefault(id, new FieldName("field " + id, ""));
    }

    /** The name of an enum's value, if it has one. */
    static Optional<String> value(String enumName, long number) {
        return number == (int) number
                ? Optional.ofNullable(VALUES.getOrDefault(enumName, Map.of()).get((int) number))
                : Optional.empty();
    }
}
