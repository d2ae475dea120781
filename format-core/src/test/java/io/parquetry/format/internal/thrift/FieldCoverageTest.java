package io.parquetry.format.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.CoverageTable;
import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.BloomFilterOptions;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.file.WriterOptions.Direction;
import io.parquetry.format.file.WriterOptions.Nulls;
import io.parquetry.format.file.WriterOptions.PageVersion;
import io.parquetry.format.file.WriterOptions.SortedBy;
import io.parquetry.format.internal.thrift.FieldSpy.Field;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.parquet.format.AesGcmV1;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnCryptoMetaData;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.EncryptionAlgorithm;
import org.apache.parquet.format.EncryptionWithColumnKey;
import org.apache.parquet.format.EncryptionWithFooterKey;
import org.apache.parquet.format.FileCryptoMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.IndexPageHeader;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.TFieldIdEnum;
import shaded.parquet.org.apache.thrift.meta_data.FieldMetaData;
import shaded.parquet.org.apache.thrift.meta_data.FieldValueMetaData;
import shaded.parquet.org.apache.thrift.meta_data.ListMetaData;
import shaded.parquet.org.apache.thrift.meta_data.StructMetaData;

/**
 * docs/reference/format-coverage.md has correct rows for the fields of parquet.thrift, among them each field that is
 * not both read and written. The fields are those of the generated classes. A field is "read" if hiding it changes the
 * result of reading, and "refused" if the struct is refused because of it; it is "written" if it is in a file of the
 * engine, and "kept" if our structs can carry it, as merging does.
 */
class FieldCoverageTest {
    /** Each holds the information of the other: each is tested while the other is hidden. */
    private static final Field CONVERTED_TYPE = new Field("SchemaElement", 6, "converted_type");

    private static final Field LOGICAL_TYPE = new Field("SchemaElement", 10, "logicalType");

    private static final String READ_AND_WRITTEN = " | yes | yes";

    private final Set<Field> written = new TreeSet<>();
    private final Set<Field> kept = new TreeSet<>();
    private final Map<Field, String> read = new TreeMap<>();

    @Test
    void everyRowIsCorrectAndNoExceptionIsMissing() throws Exception {
        writeFiles();
        observeRandomMetadata();
        observeAnnotations();
        observeWhatWeDoNotHave();

        List<String> expected = new ArrayList<>();
        for (Field field : allFields()) {
            String write = written.contains(field) ? "yes" : kept.contains(field) ? "kept" : "no";
            expected.add(String.join(
                    " | ",
                    field.struct(),
                    String.valueOf(field.id()),
                    field.name(),
                    read.getOrDefault(field, "no"),
                    write));
        }
        List<String> rows = CoverageTable.rows("Fields", 5);
        assertThat(expected).containsSubsequence(rows);
        assertThat(rows)
                .containsAll(expected.stream()
                        .filter(row -> !row.endsWith(READ_AND_WRITTEN))
                        .toList());
    }

    @Test
    void everyConvertedTypeIsReadAndWritten() {
        for (ConvertedType converted : ConvertedType.values()) {
            boolean known = converted == ConvertedType.DECIMAL
                    || ConvertedTypes.of(converted.getValue()).isPresent();
            Optional<LogicalType> type = converted == ConvertedType.DECIMAL
                    ? Optional.of(new LogicalType.Decimal(1, 0))
                    : ConvertedTypes.of(converted.getValue());
            boolean writable = type.map(ConvertedTypes::id)
                    .filter(id -> id.isPresent() && id.getAsInt() == converted.getValue())
                    .isPresent();
            assertThat(known).as("%s is read", converted).isTrue();
            assertThat(writable).as("%s is written", converted).isTrue();
        }
    }

    /** Every field that a file can contain, ordered by struct and number. */
    private static Set<Field> allFields() {
        Set<Field> fields = new TreeSet<>();
        for (Class<?> root : List.of(
                FileMetaData.class,
                PageHeader.class,
                org.apache.parquet.format.ColumnIndex.class,
                OffsetIndex.class,
                BloomFilterHeader.class,
                FileCryptoMetaData.class)) {
            addFields(root, fields);
        }
        return fields;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // The judge's metadata knows the classes without their parameters.
    private static void addFields(Class<?> struct, Set<Field> fields) {
        Map<? extends TFieldIdEnum, FieldMetaData> metadata = FieldMetaData.getStructMetaDataMap((Class) struct);
        metadata.forEach((id, field) -> {
            if (fields.add(new Field(struct.getSimpleName(), id.getThriftFieldId(), field.fieldName))) {
                addStructs(field.valueMetaData, fields);
            }
        });
    }

    private static void addStructs(FieldValueMetaData value, Set<Field> fields) {
        if (value instanceof StructMetaData struct) {
            addFields(struct.structClass, fields);
        } else if (value instanceof ListMetaData list) {
            addStructs(list.elemMetaData, fields);
        }
    }

    // Written

    private void writeFiles() throws IOException, TException {
        for (PageVersion version : PageVersion.values()) {
            byte[] file = write(version);
            try (ParquetReader reader =
                    ParquetReader.open(new MemoryInputFile("memory", file), ReaderOptions.DEFAULT)) {
                note(reader.metadata(), file);
                for (LeafColumn leaf : reader.schema().leaves()) {
                    for (ParquetReader.Page page : reader.pages(0, leaf)) {
                        written.addAll(FieldSpy.fields(Util.readPageHeader(at(file, page.offset()))));
                    }
                }
            }
        }
    }

    private static byte[] write(PageVersion version) throws IOException {
        MessageType schema = MessageType.parse("""
                message every {
                  required int32 i = 7;
                  optional binary s (STRING);
                  optional double d;
                  required int32 date (DATE);
                  required int64 time (TIME(MICROS,true));
                  required int64 millis (TIMESTAMP(MILLIS,false));
                  required int64 nanos (TIMESTAMP(NANOS,false));
                  required int32 small (INTEGER(8,true));
                  required int32 decimal (DECIMAL(5,2));
                  required binary enum (ENUM);
                  required binary json (JSON);
                  required binary bson (BSON);
                  required fixed_len_byte_array(16) uuid (UUID);
                  required fixed_len_byte_array(2) half (FLOAT16);
                  optional binary nothing (UNKNOWN);
                  required binary geometry (GEOMETRY(srid));
                  required binary geography (GEOGRAPHY(srid,VINCENTY));
                  required group variant (VARIANT(1)) { required binary metadata; required binary value; }
                  optional group list (LIST) { repeated group list { optional int32 element; } }
                  optional group map (MAP) { repeated group key_value { required int32 key; optional int32 value; } }
                }""");
        Map<String, Object> record = new HashMap<>();
        for (LeafColumn leaf : schema.leaves().subList(0, 17)) {
            record.put(leaf.dottedPath(), value(leaf));
        }
        record.remove("nothing");
        record.put("variant", Map.of("metadata", new byte[] {1, 0, 0}, "value", new byte[] {0}));
        record.put("list", List.of(1));
        record.put("map", Map.of(1, 2));
        WriterOptions options = WriterOptions.builder()
                .pageVersion(version)
                .pageRowsMax(50)
                .sortedBy(List.of(new SortedBy("i", Direction.ASCENDING, Nulls.FIRST)))
                .column(
                        "i",
                        ColumnOptions.builder()
                                .bloomFilter(BloomFilterOptions.ADAPTIVE)
                                .build())
                .build();
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (int row = 0; row < 100; row++) {
                writer.write(record);
            }
            writer.putKeyValue("key", "value");
            writer.finish();
        }
        return out.toByteArray();
    }

    private static Object value(LeafColumn leaf) {
        return switch (leaf.type().physicalType()) {
            case BOOLEAN -> true;
            case INT32 -> 1;
            case INT64 -> 1L;
            case FLOAT -> 1f;
            case DOUBLE -> 1.0;
            case BYTE_ARRAY ->
                leaf.type().isAnnotated(LogicalType.BSON)
                                || leaf.path().get(0).startsWith("geo")
                                || leaf.path().get(0).equals("nothing")
                        ? new byte[1]
                        : "{}";
            case INT96, FIXED_LEN_BYTE_ARRAY -> new byte[leaf.type().typeLength()];
        };
    }

    private void note(FileMetadata metadata, byte[] file) throws IOException, TException {
        int footer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
        written.addAll(FieldSpy.fields(Util.readFileMetaData(at(file, file.length - 8L - footer))));
        for (RowGroupMetadata rowGroup : metadata.rowGroups()) {
            for (ColumnChunkMetadata chunk : rowGroup.columns()) {
                ColumnChunkMetadata.Indexes indexes = chunk.indexes();
                written.addAll(FieldSpy.fields(Util.readOffsetIndex(
                        at(file, indexes.offsetIndex().orElseThrow().offset()))));
                if (indexes.columnIndex().isPresent()) {
                    written.addAll(FieldSpy.fields(Util.readColumnIndex(
                            at(file, indexes.columnIndex().get().offset()))));
                }
                if (indexes.bloomFilterOffset().isPresent()) {
                    written.addAll(FieldSpy.fields(Util.readBloomFilterHeader(
                            at(file, indexes.bloomFilterOffset().getAsLong()))));
                }
            }
        }
    }

    private static ByteArrayInputStream at(byte[] file, long offset) {
        return new ByteArrayInputStream(file, (int) offset, file.length - (int) offset);
    }

    // Kept and read

    private void observeRandomMetadata() throws Exception {
        for (int seed = 0; seed < 25; seed++) {
            RandomMetadata random = new RandomMetadata(new Random(seed));
            observe(JudgeStructs.footer(random.footer()), FieldCoverageTest::footer);
            for (int i = 0; i < 10; i++) {
                observe(JudgeStructs.pageHeader(random.pageHeader()), FieldCoverageTest::pageHeader);
            }
            observe(JudgeStructs.columnIndex(random.columnIndex()), FieldCoverageTest::columnIndex);
            observe(
                    JudgeStructs.offsetIndex(random.offsetIndex()),
                    bytes -> OffsetIndexThrift.read(bytes, 0, bytes.length));
            observe(JudgeStructs.bloomFilterHeader(random.bloomFilterHeader()), FieldCoverageTest::bloomFilterHeader);
        }
    }

    /** The types that random schemas do not have, each where it is allowed. */
    private void observeAnnotations() throws Exception {
        Stream<LogicalType> later = Stream.of(new LogicalType.Variant(2));
        for (LogicalType annotation :
                Stream.concat(ThriftRulesTest.annotations(), later).toList()) {
            MessageType schema = new MessageType(
                    "root",
                    List.of(new GroupType(
                            "a",
                            Repetition.OPTIONAL,
                            Optional.of(annotation),
                            OptionalInt.empty(),
                            List.of(PrimitiveType.of("b", Repetition.REQUIRED, PhysicalType.INT64)))));
            CompactWriter out = new CompactWriter();
            FooterThrift.write(
                    FileMetadata.builder().version(1).schema(schema).rows(0).build(), out);
            observe(Util.readFileMetaData(new ByteArrayInputStream(out.toByteArray())), FieldCoverageTest::footer);
        }
    }

    /** Fields that our records do not have: encryption, and pages of indexes. */
    private void observeWhatWeDoNotHave() throws Exception {
        for (ColumnCryptoMetaData crypto : List.of(
                ColumnCryptoMetaData.ENCRYPTION_WITH_COLUMN_KEY(
                        new EncryptionWithColumnKey(List.of("secret")).setKey_metadata(new byte[3])),
                ColumnCryptoMetaData.ENCRYPTION_WITH_FOOTER_KEY(new EncryptionWithFooterKey()))) {
            FileMetaData footer;
            int seed = 100;
            do {
                footer = JudgeStructs.footer(new RandomMetadata(new Random(seed++)).footer());
            } while (footer.getRow_groups().isEmpty());
            footer.getRow_groups().get(0).getColumns().get(0).setCrypto_metadata(crypto);
            noteReading(footer, FieldCoverageTest::footer);
        }
        FileMetaData signed = JudgeStructs.footer(new RandomMetadata(new Random(1)).footer())
                .setEncryption_algorithm(EncryptionAlgorithm.AES_GCM_V1(
                        new AesGcmV1().setAad_prefix(new byte[1]).setAad_file_unique(new byte[1])))
                .setFooter_signing_key_metadata(new byte[2]);
        noteReading(signed, FieldCoverageTest::footer);
        PageHeader index = new PageHeader(PageType.INDEX_PAGE, 0, 0).setIndex_page_header(new IndexPageHeader());
        noteReading(index, FieldCoverageTest::pageHeader);
    }

    private void observe(TBase<?, ?> struct, Function<byte[], Object> reader) throws TException {
        kept.addAll(FieldSpy.fields(struct));
        noteReading(struct, reader);
    }

    /** Records how each field of the struct is read; that it is set does not mean that we write it. */
    private void noteReading(TBase<?, ?> struct, Function<byte[], Object> reader) throws TException {
        noteReading(Set.of(), struct, reader);
        noteReading(Set.of(CONVERTED_TYPE), struct, reader);
        noteReading(Set.of(LOGICAL_TYPE), struct, reader);
    }

    private void noteReading(Set<Field> always, TBase<?, ?> struct, Function<byte[], Object> reader) throws TException {
        Object whole = outcome(FieldSpy.bytesWithout(always, struct), reader);
        for (Field field : FieldSpy.fields(struct)) {
            Set<Field> hidden = new TreeSet<>(always);
            hidden.add(field);
            Object without = outcome(FieldSpy.bytesWithout(hidden, struct), reader);
            if (whole instanceof UnsupportedFeatureException && !(without instanceof RuntimeException)) {
                read.put(field, "refused");
            } else if (!same(whole, without)) {
                read.putIfAbsent(field, "yes");
            }
        }
    }

    private static Object outcome(byte[] bytes, Function<byte[], Object> reader) {
        try {
            return reader.apply(bytes);
        } catch (ParquetException e) {
            return e;
        }
    }

    private static boolean same(Object left, Object right) {
        return left instanceof ParquetException first && right instanceof ParquetException second
                ? first.getMessage().equals(second.getMessage())
                : left.equals(right);
    }

    private static Object footer(byte[] bytes) {
        FileMetadata metadata = FooterThrift.read(Place.of("file"), bytes, 0, bytes.length);
        metadata.readDetails();
        return metadata;
    }

    private static Object pageHeader(byte[] bytes) {
        return PageHeaderThrift.read(new CompactReader("page header", bytes, 0, bytes.length))
                .orElseThrow();
    }

    private static Object bloomFilterHeader(byte[] bytes) {
        return BloomFilterHeaderThrift.read(new CompactReader("bloom filter", bytes, 0, bytes.length))
                .orElseThrow();
    }

    /** Its bounds as objects that can be compared. */
    private static Object columnIndex(byte[] bytes) {
        ColumnIndex index = ColumnIndexThrift.read(bytes, 0, bytes.length);
        return List.of(
                index.nullPages(),
                index.mins().stream().map(ByteBuffer::wrap).toList(),
                index.maxs().stream().map(ByteBuffer::wrap).toList(),
                index.boundaryOrderId(),
                index.nulls(),
                index.repetitionLevels(),
                index.definitionLevels(),
                index.nans());
    }
}
