package io.parquetry.format.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.LogicalType.EdgeInterpolation;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnCryptoMetaData;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.EncryptionWithColumnKey;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.NullType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.SizeStatistics;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules of the structs: annotations of both generations, enum numbers newer than the engine, encryption refused
 * by name, and hostile footers, which fail at once with an exception that says where.
 */
class ThriftRulesTest {
    private static final Place FILE = Place.of("f.parquet");

    private static FileMetadata read(FileMetaData judged) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Util.writeFileMetaData(judged, bytes);
        return FooterThrift.read(FILE, bytes.toByteArray(), 0, bytes.size());
    }

    private static FileMetaData footer(SchemaElement... elements) {
        return new FileMetaData(1, List.of(elements), 0, List.of());
    }

    private static SchemaElement root(int children) {
        return new SchemaElement("root").setNum_children(children);
    }

    private static SchemaElement column(String name) {
        return new SchemaElement(name)
                .setType(org.apache.parquet.format.Type.INT32)
                .setRepetition_type(FieldRepetitionType.REQUIRED);
    }

    private static SchemaElement group(String name, int children) {
        return new SchemaElement(name).setNum_children(children).setRepetition_type(FieldRepetitionType.REQUIRED);
    }

    private static byte[] write(MessageType schema, ColumnOrder... orders) {
        CompactWriter out = new CompactWriter();
        FooterThrift.write(
                FileMetadata.builder()
                        .version(1)
                        .schema(schema)
                        .rows(0)
                        .columnOrders(List.of(orders))
                        .build(),
                out);
        return out.toByteArray();
    }

    // annotations

    static Stream<LogicalType> annotations() {
        return Stream.of(
                new LogicalType.Variant(1),
                new LogicalType.Geometry(Optional.empty()),
                new LogicalType.Geometry(Optional.of("EPSG:4326")),
                new LogicalType.Geography(Optional.empty(), Optional.empty()),
                new LogicalType.Geography(Optional.of("srid:1"), Optional.of(EdgeInterpolation.KARNEY)),
                LogicalType.UNKNOWN,
                LogicalType.INTERVAL,
                LogicalType.MAP_KEY_VALUE,
                LogicalType.FLOAT16,
                LogicalType.UUID);
    }

    @ParameterizedTest
    @MethodSource("annotations")
    void annotationsAreReadBack(LogicalType annotation) {
        MessageType schema = schemaOf(annotation);
        byte[] footer = write(schema);

        assertThat(FooterThrift.read(FILE, footer, 0, footer.length).schema()).isEqualTo(schema);
    }

    @ParameterizedTest
    @MethodSource("annotations")
    void theGeneratedClassesReadTheSameAnnotations(LogicalType annotation) throws IOException {
        byte[] footer = write(schemaOf(annotation));

        SchemaElement judged = Util.readFileMetaData(new ByteArrayInputStream(footer))
                .getSchema()
                .get(1);

        String name = annotation.toString().replaceAll("\\(.*", "");
        boolean convertedOnly = annotation == LogicalType.INTERVAL || annotation == LogicalType.MAP_KEY_VALUE;
        assertThat(judged.isSetConverted_type()).isEqualTo(convertedOnly);
        assertThat(
                        convertedOnly
                                ? judged.getConverted_type().name()
                                : judged.getLogicalType().getSetField().name())
                .isEqualTo(name);
    }

    private static MessageType schemaOf(LogicalType annotation) {
        return new MessageType(
                "root",
                List.of(new GroupType(
                        "a",
                        Repetition.OPTIONAL,
                        Optional.of(annotation),
                        OptionalInt.of(-7),
                        List.of(PrimitiveType.of("b", Repetition.REQUIRED, PhysicalType.INT64)))));
    }

    @ParameterizedTest
    @EnumSource(ConvertedType.class)
    void convertedTypesOfOldFilesAreAnnotations(ConvertedType converted) throws IOException {
        SchemaElement element = column("a").setConverted_type(converted);
        if (converted == ConvertedType.DECIMAL) {
            element.setPrecision(9).setScale(2);
        }

        LogicalType annotation = read(footer(root(1), element))
                .schema()
                .fields()
                .get(0)
                .logicalType()
                .orElseThrow();

        assertThat(annotation)
                .isEqualTo(
                        switch (converted) {
                            case UTF8 -> LogicalType.STRING;
                            case DECIMAL -> new LogicalType.Decimal(9, 2);
                            case TIME_MILLIS -> new LogicalType.Time(true, TimeUnit.MILLIS);
                            case TIME_MICROS -> new LogicalType.Time(true, TimeUnit.MICROS);
                            case TIMESTAMP_MILLIS -> new LogicalType.Timestamp(true, TimeUnit.MILLIS);
                            case TIMESTAMP_MICROS -> new LogicalType.Timestamp(true, TimeUnit.MICROS);
                            case INT_8, INT_16, INT_32, INT_64 ->
                                new LogicalType.Int(
                                        Integer.parseInt(converted.name().substring(4)), true);
                            case UINT_8, UINT_16, UINT_32, UINT_64 ->
                                new LogicalType.Int(
                                        Integer.parseInt(converted.name().substring(5)), false);
                            case MAP, MAP_KEY_VALUE, LIST, ENUM, DATE, JSON, BSON, INTERVAL ->
                                LogicalType.Simple.valueOf(converted.name());
                        });
    }

    @Test
    void theLogicalTypeTakesPrecedenceUnlessItIsUnknown() throws IOException {
        SchemaElement both = column("a").setConverted_type(ConvertedType.ENUM);
        both.setLogicalType(org.apache.parquet.format.LogicalType.STRING(new StringType()));
        SchemaElement unknown = column("b").setConverted_type(ConvertedType.INTERVAL);
        unknown.setLogicalType(org.apache.parquet.format.LogicalType.UNKNOWN(new NullType()));

        List<Type> fields = read(footer(root(2), both, unknown)).schema().fields();

        assertThat(fields.get(0).logicalType()).contains(LogicalType.STRING);
        assertThat(fields.get(1).logicalType()).contains(LogicalType.INTERVAL);
    }

    // numbers newer than the engine

    @Test
    void anUnknownAnnotationSurvivesAndIsNotWritten() {
        CompactWriter out = new CompactWriter();
        out.beginStruct();
        out.i32(1, 1);
        out.beginList(2, CompactType.STRUCT, 2);
        out.beginStruct();
        out.string(4, "root");
        out.i32(5, 1);
        out.endStruct();
        out.beginStruct();
        out.i32(1, 6);
        out.i32(3, 0);
        out.string(4, "a");
        out.beginStruct(10);
        out.beginStruct(19);
        out.string(1, "a parameter");
        out.endStruct();
        out.endStruct();
        out.endStruct();
        out.i64(3, 0);
        out.beginList(4, CompactType.STRUCT, 0);
        out.endStruct();

        MessageType schema =
                FooterThrift.read(FILE, out.buffer(), 0, out.size()).schema();

        assertThat(schema.fields().get(0).logicalType()).contains(new LogicalType.Unrecognized(19));
        assertThatThrownBy(() -> write(schemaOf(new LogicalType.Unrecognized(19))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("UNRECOGNIZED(19)");
    }

    @Test
    void anUnknownColumnOrderIsUnrecognized() {
        byte[] footer = write(schemaOf(LogicalType.UUID), ColumnOrder.IEEE_754_TOTAL);
        footer[footer.length - 4] = 0x3C;

        assertThat(FooterThrift.read(FILE, footer, 0, footer.length).columnOrders())
                .containsExactly(ColumnOrder.UNRECOGNIZED);
        assertThatThrownBy(() -> write(schemaOf(LogicalType.UUID), ColumnOrder.UNRECOGNIZED))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("column order");
    }

    @Test
    void unknownEnumNumbersAreKept() {
        PageHeader header =
                new PageHeader(10, 20, OptionalInt.empty(), new PageHeader.DataV1(3, 77, 78, 79, Optional.empty()));
        PageHeader page = new PageHeader(10, 20, OptionalInt.empty(), new PageHeader.Other(99));
        for (PageHeader each : List.of(header, page)) {
            CompactWriter out = new CompactWriter();
            PageHeaderThrift.write(each, out);

            assertThat(PageHeaderThrift.read(new CompactReader("page header", out.buffer(), 0, out.size())))
                    .contains(each);
        }
    }

    /** One flipped bit makes an index page of a data page. */
    @Test
    void aDataPageIsNotSkippedAsAPageOfAnotherType() {
        CompactWriter out = new CompactWriter();
        PageHeaderThrift.write(
                new PageHeader(10, 20, OptionalInt.empty(), new PageHeader.DataV1(3, 0, 3, 3, Optional.empty())), out);
        byte[] header = Arrays.copyOf(out.buffer(), out.size());
        header[1] ^= 1 << 1;

        assertThatThrownBy(() -> PageHeaderThrift.read(new CompactReader("page header", header, 0, header.length)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("page of type number 1 with the header of another type");
    }

    // encryption

    @Test
    void anEncryptedColumnIsRefusedByItsPath() {
        ColumnCryptoMetaData crypto = new ColumnCryptoMetaData();
        crypto.setENCRYPTION_WITH_COLUMN_KEY(new EncryptionWithColumnKey(List.of("person", "ssn")));
        ColumnChunk chunk = new ColumnChunk(0);
        chunk.setCrypto_metadata(crypto);
        chunk.setEncrypted_column_metadata(new byte[100]);
        FileMetaData footer = footer(root(1), column("a"));
        footer.setRow_groups(List.of(new RowGroup(List.of(chunk), 0, 0)));

        assertThatThrownBy(() -> read(footer))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("unsupported: encrypted column person.ssn");
    }

    // hostile footers

    @Test
    void wrongNumbersOfChildrenAreCorrupt() {
        assertCorrupt(footer(root(-1), column("a")), "field 5 is -1");
        assertCorrupt(footer(root(Integer.MAX_VALUE), column("a")), "2147483647 children, but only 1 elements follow");
        assertCorrupt(footer(root(2), group("a", 1), column("b")), "children");
        assertCorrupt(footer(root(1), column("a"), column("b")), "its tree ends after 2");
        assertCorrupt(footer(root(1), column("a").setNum_children(1), column("b")), "it can be a column or a group");
        assertCorrupt(footer(column("root")), "the root of the schema is a column");
        assertCorrupt(footer(), "no elements");
    }

    @Test
    void wrongColumnsAreCorrupt() {
        assertCorrupt(footer(root(1), column("a").setRepetition_type(null)), "'a' does not say whether it is required");
        assertCorrupt(
                footer(root(1), column("a").setType(org.apache.parquet.format.Type.FIXED_LEN_BYTE_ARRAY)),
                "'a' is a FIXED_LEN_BYTE_ARRAY of 0 bytes");
        assertCorrupt(
                footer(
                        root(1),
                        column("a").setConverted_type(ConvertedType.DECIMAL).setScale(-1_000_000_000)),
                "DECIMAL(0,-1000000000)");
    }

    @Test
    void fieldsOfOneNameAreNumbered() throws IOException {
        MessageType schema = read(footer(
                        root(5),
                        column("a"),
                        column("a"),
                        column("a_1"),
                        group("a", 2),
                        column("x"),
                        column("x"),
                        column("b")))
                .schema();

        assertThat(schema.leaves().stream().map(LeafColumn::dottedPath))
                .containsExactly("a", "a_2", "a_1", "a_3.x", "a_3.x_1", "b");
        assertThat(schema.namesInFile())
                .isEqualTo(Map.of(List.of("a_2"), "a", List.of("a_3"), "a", List.of("a_3", "x_1"), "x"));
    }

    @Test
    void aSchemaOfUnlimitedDepthIsRefused() {
        for (int depth : new int[] {MessageType.DEPTH_MAX, 100_000}) {
            List<SchemaElement> elements = new ArrayList<>();
            elements.add(root(1));
            for (int i = 0; i < depth; i++) {
                elements.add(group("g", 1));
            }
            elements.add(column("a"));
            assertThatThrownBy(() -> read(new FileMetaData(1, elements, 0, List.of())))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("schema deeper than " + MessageType.DEPTH_MAX + " levels");
        }
    }

    @Test
    void aSchemaAsDeepAsAllowedIsRead() throws IOException {
        List<SchemaElement> elements = new ArrayList<>();
        elements.add(root(1));
        for (int i = 1; i < MessageType.DEPTH_MAX; i++) {
            elements.add(group("g", 1));
        }
        elements.add(column("a"));

        assertThat(read(new FileMetaData(1, elements, 0, List.of())).schema().leaves())
                .hasSize(1);
    }

    private static FileMetaData withChunk(ColumnMetaData metaData) {
        ColumnChunk chunk = new ColumnChunk(0);
        chunk.setMeta_data(metaData);
        return footer(root(1), column("a")).setRow_groups(List.of(new RowGroup(List.of(chunk), 0, 0)));
    }

    private static ColumnMetaData chunkOfA() {
        return new ColumnMetaData(
                org.apache.parquet.format.Type.INT32,
                List.of(Encoding.PLAIN),
                List.of("a"),
                CompressionCodec.SNAPPY,
                0,
                0,
                0,
                4);
    }

    @Test
    void countsOfAChunkAreNeverNegative() {
        assertCorrupt(withChunk(chunkOfA().setNum_values(-1)), "ColumnMetaData: field 5 is -1");
    }

    @Test
    void whatIsReadLaterIsReportedWithItsPlace() throws IOException {
        FileMetadata metadata = read(withChunk(chunkOfA()
                .setStatistics(new Statistics().setNull_count(1))
                .setSize_statistics(new SizeStatistics().setUnencoded_byte_array_data_bytes(-7))));
        ColumnChunkMetadata chunk = metadata.rowGroups().get(0).columns().get(0);

        for (Executable question : List.<Executable>of(
                metadata::readDetails,
                chunk::statistics,
                chunk::sizeStatistics,
                chunk::toBuilder,
                chunk::hashCode,
                chunk::statistics)) {
            assertThatThrownBy(question::execute)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageStartingWith("f.parquet, row group 0, column a: footer SizeStatistics: field 1 is -7;"
                            + " it must be 0 or more, at byte ");
        }
    }

    @Test
    void whatIsReadLaterIsTheSameForAllThreads() throws IOException {
        FileMetaData judged = withChunk(chunkOfA().setStatistics(new Statistics().setNull_count(1)));
        List<FileMetadata> read = List.of(read(judged), read(judged));

        assertThat(IntStream.range(0, 1_000)
                        .parallel()
                        .mapToObj(i -> read.get(i % 2)
                                .rowGroups()
                                .get(0)
                                .columns()
                                .get(0)
                                .statistics())
                        .distinct())
                .singleElement()
                .satisfies(statistics ->
                        assertThat(statistics.orElseThrow().nulls()).hasValue(1));
    }

    private static void assertCorrupt(FileMetaData judged, String message) {
        assertThatThrownBy(() -> read(judged))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void listsLongerThanTheFooterAreCorrupt() {
        // Field 2, a list of structs, of 2^31 - 1 elements.
        assertCorruptBytes("2147483647 elements, but only 0 bytes", 0x15, 2, 0x19, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 7);
        assertCorruptBytes("elements, but only", 0x15, 2, 0x19, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F);
        assertCorruptBytes("list size", 0x15, 2, 0x19, 0xFC, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1);
    }

    @Test
    void otherCorruptBytesAreReportedWithTheirPlace() {
        assertCorruptBytes(
                "FileMetaData: number longer than 64 bits, at byte 11",
                0x15, //
                255,
                255,
                255,
                255,
                255,
                255,
                255,
                255,
                255,
                255,
                255);
        assertCorruptBytes(
                "field 1 is 2147483648; it must be -2147483648 to 2147483647", //
                0x15,
                0x80,
                0x80,
                0x80,
                0x80,
                0x10,
                0);
        assertCorruptBytes("field 1 is a BINARY, not a I32, at byte 1 of 2", 0x18, 0);
        assertCorruptBytes("field of unknown type number 14", 0x1E, 0);
        assertCorruptBytes("field number 32768 does not fit 16 bits", 5, 0x80, 0x80, 4, 0);
        assertCorruptBytes("FileMetaData lacks its required field 1", 0);
        assertCorruptBytes("field 2 is a list of BINARY, not of STRUCT", 0x29, 0x18, 0);
        assertCorruptBytes(
                "binary value of length 4294967295, but a length has 31 bits", //
                0xF8,
                255,
                255,
                255,
                255,
                15);
        assertCorruptBytes("ends too early: 1 bytes wanted, 0 left");
    }

    @Test
    void unknownFieldsOfUnlimitedDepthAreCorrupt() {
        for (int type : new int[] {0xFC, 0xF9}) {
            byte[] nested = new byte[100_000];
            Arrays.fill(nested, (byte) (type == 0xFC ? 0x1C : 0x19));
            nested[0] = (byte) type;

            assertThatThrownBy(() -> FooterThrift.read(FILE, nested, 0, nested.length))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("nested deeper than 64 levels");
        }
    }

    /** An element may have a few bytes in the footer, and a hundred times as many in memory. */
    @ParameterizedTest
    @CsvSource({"2, 320", "4, 128", "5, 96"})
    void listsThatWouldFillTheHeapAreRefused(int field, int bytesEach) {
        int count = (int) (Runtime.getRuntime().maxMemory() / 2 / bytesEach) + 1;
        byte[] bytes = new byte[count + 16];
        int at = 0;
        bytes[at++] = (byte) (field << 4 | CompactType.LIST);
        bytes[at++] = (byte) (0xF0 | CompactType.STRUCT);
        for (int rest = count; rest != 0; rest >>>= 7) {
            bytes[at++] = (byte) (rest & 0x7F | (rest > 0x7F ? 0x80 : 0));
        }

        assertThatThrownBy(() -> FooterThrift.read(FILE, bytes, 0, bytes.length))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageStartingWith("unsupported: the footer claims a memory of ");
    }

    private static void assertCorruptBytes(String message, int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        assertThatThrownBy(() -> FooterThrift.read(FILE, bytes, 0, bytes.length))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith("footer")
                .hasMessageContaining(message);
    }
}
