package io.parquetry.format.hostile;

import io.parquetry.format.TestData;
import io.parquetry.format.file.BloomFilterOptions;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.internal.compression.Compressor;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.variant.Variant;
import io.parquetry.format.variant.VariantEncoder;
import io.parquetry.format.variant.VariantMetadata;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Good files for mutations: small files of our own, which together have every type, encoding, codec, page version,
 * kind of nesting, index and filter, and small files of parquet-testing if it is present.
 */
final class Seeds {
    private static final String NAME = "hostile.parquet";
    private static final int ROWS = 20;
    private static final int FOREIGN_BYTES_MAX = 5_000;

    private static final String NESTED = """
            message record {
              required int64 id;
              optional binary name (STRING);
              required boolean flag;
              optional fixed_len_byte_array(5) code;
              optional group items (LIST) {
                repeated group list {
                  optional group element { required int32 count; optional binary raw; }
                }
              }
              required group tags (MAP) {
                repeated group key_value { required binary key (STRING); optional double value; }
              }
            }
            """;

    private static final Map<String, String> SHAPES = shapes();

    private final List<Seed> seeds = new ArrayList<>();

    private Seeds() {}

    /**
     * A good file.
     *
     * @param origin our own, or the name of a file of parquet-testing
     * @param fingerprint of the result of reading it
     */
    record Seed(String origin, byte[] bytes, FileParts parts, WholeRead.Outcome outcome) {
        @Override
        public String toString() {
            return origin;
        }
    }

    private static Map<String, String> shapes() {
        Map<String, String> shapes = new LinkedHashMap<>();
        shapes.put("flat", "required int32 a; optional int64 b; optional binary c (STRING); required double d;");
        shapes.put("all null", "optional int32 a; optional group g { optional binary b; }");
        shapes.put("structs", "optional group a { optional group b { optional group c { optional int32 d; } } }");
        shapes.put(
                "list of lists",
                "optional group a (LIST) { repeated group list { optional group element (LIST) { repeated group list {"
                        + " optional int32 element; } } } }");
        shapes.put("repeated without annotation", "repeated int32 a; repeated group b { required int64 c; }");
        shapes.put("list of two levels", "optional group a (LIST) { repeated int32 element; }");
        shapes.put(
                "map of lists",
                "optional group m (MAP) { repeated group key_value { required int32 key; optional group value (LIST) {"
                        + " repeated group list { optional float element; } } } }");
        shapes.put("map without values", "required group m (MAP) { repeated group key_value { required int64 key; } }");
        shapes.put(
                "annotations",
                "optional int32 a (INTEGER(8,true)); optional int32 b (INTEGER(16,false)); optional int32 c (DATE);"
                        + " optional int32 d (TIME(MILLIS,true)); optional int64 e (TIMESTAMP(NANOS,false));"
                        + " optional int32 f (DECIMAL(9,2)); optional int64 g (INTEGER(64,false));"
                        + " optional fixed_len_byte_array(16) h (UUID); optional fixed_len_byte_array(2) i (FLOAT16);"
                        + " optional fixed_len_byte_array(12) j (INTERVAL); optional binary k (JSON);"
                        + " optional binary l (BSON); optional binary m (ENUM); optional binary n (DECIMAL(30,4));"
                        + " optional binary o (GEOMETRY); optional int64 p (TIME(MICROS,true));");
        return shapes;
    }

    /** All seeds; those of parquet-testing only if it is present. */
    static List<Seed> all() throws IOException {
        Seeds made = new Seeds();
        made.codecs();
        made.encodings();
        made.nestings();
        made.oldWriters();
        made.indexesAndFilters();
        made.variants();
        Optional<Path> foreign = TestData.parquetTestingIfPresent();
        if (foreign.isPresent()) {
            made.foreignFiles(foreign.get());
        }
        return made.seeds;
    }

    private void codecs() throws IOException {
        MessageType schema = MessageType.parse(NESTED);
        for (CompressionCodec codec : CompressionCodec.written()) {
            for (WriterOptions.PageVersion version : WriterOptions.PageVersion.values()) {
                addOurs(codec + " " + version, schema, options(version).codec(codec));
            }
        }
    }

    private void encodings() throws IOException {
        for (Encoding encoding : Encoding.values()) {
            StringBuilder fields = new StringBuilder();
            for (PhysicalType type : PhysicalType.values()) {
                if (type != PhysicalType.INT96 && ValueEncoders.allowed(type).contains(encoding)) {
                    String name = type == PhysicalType.FIXED_LEN_BYTE_ARRAY
                            ? "fixed_len_byte_array(5)"
                            : type == PhysicalType.BYTE_ARRAY
                                    ? "binary"
                                    : type.name().toLowerCase(Locale.ROOT);
                    fields.append("required ")
                            .append(name)
                            .append(" r")
                            .append(type.ordinal())
                            .append(";");
                    fields.append("optional ")
                            .append(name)
                            .append(" o")
                            .append(type.ordinal())
                            .append(";");
                }
            }
            if (fields.isEmpty()) {
                continue;
            }
            MessageType schema = MessageType.parse("message encoded { " + fields + " }");
            for (WriterOptions.PageVersion version : WriterOptions.PageVersion.values()) {
                WriterOptions.Builder options = options(version).codec(CompressionCodec.UNCOMPRESSED);
                for (LeafColumn leaf : schema.leaves()) {
                    options.column(
                            leaf.dottedPath(),
                            ColumnOptions.builder().encoding(encoding).build());
                }
                addOurs(encoding + " " + version, schema, options);
            }
        }
        addOurs(
                "DICTIONARY",
                MessageType.parse("message m { required int32 a; optional int64 b; optional binary c (STRING);"
                        + " required float d; optional double e; required fixed_len_byte_array(3) f; }"),
                options(WriterOptions.PageVersion.V1));
    }

    private void nestings() throws IOException {
        for (Map.Entry<String, String> shape : SHAPES.entrySet()) {
            WriterOptions.PageVersion version =
                    seeds.size() % 2 == 0 ? WriterOptions.PageVersion.V1 : WriterOptions.PageVersion.V2;
            addOurs(shape.getKey(), MessageType.parse("message m { " + shape.getValue() + " }"), options(version));
        }
        addOurs("no rows", MessageType.parse(NESTED), options(WriterOptions.PageVersion.V1), 0);
    }

    /** Features of old writers only: PLAIN_DICTIONARY, LZ4 in Hadoop's framing, no indexes, no checksums. */
    private void oldWriters() throws IOException {
        MessageType schema = MessageType.parse(NESTED);
        WriterOptions.Builder options = options(WriterOptions.PageVersion.V1).codec(CompressionCodec.UNCOMPRESSED);
        byte[] modern = write(schema, options.build(), records(schema, ROWS));
        add("PLAIN_DICTIONARY", rewritten(modern, (parts, edit) -> {
            for (int page : parts.of(FileParts.Kind.PAGE)) {
                edit.struct(page, header -> {
                    for (int kind : new int[] {5, 7}) {
                        if (header.has(kind)) {
                            Thrift.Struct of = header.struct(kind);
                            of.setNumber(2, kind == 7 || of.number(2) == 8 ? 2 : of.number(2));
                        }
                    }
                });
            }
        }));
        add("LZ4 of Hadoop", rewritten(modern, (parts, edit) -> {
            Compressor compressor = Compressor.of(CompressionCodec.LZ4_RAW, OptionalInt.empty());
            for (int page : parts.of(FileParts.Kind.PAGE)) {
                edit.body(page, inHadoopsFraming(parts.all().get(page).body(), compressor));
            }
            edit.struct(
                    parts.all().size() - 1,
                    footer -> footer.structs(4)
                            .forEach(rowGroup -> rowGroup.structs(1)
                                    .forEach(chunk -> chunk.struct(3).setNumber(4, CompressionCodec.LZ4.id()))));
        }));
        add("bare", rewritten(modern, (parts, edit) -> {
            for (int page : parts.of(FileParts.Kind.PAGE)) {
                edit.struct(page, header -> header.fields.removeIf(field -> field.id == 4));
            }
            edit.struct(
                    parts.all().size() - 1,
                    footer -> footer.structs(4)
                            .forEach(rowGroup -> rowGroup.structs(1)
                                    .forEach(chunk -> chunk.fields.removeIf(field -> field.id >= 4))));
        }));
    }

    static byte[] inHadoopsFraming(byte[] content, Compressor compressor) {
        byte[] block = new byte[compressor.maxCompressedLength(content.length)];
        int length = compressor.compress(content, 0, content.length, block, 0);
        return ByteBuffer.allocate(8 + length)
                .putInt(content.length)
                .putInt(length)
                .put(block, 0, length)
                .array();
    }

    private void indexesAndFilters() throws IOException {
        MessageType schema =
                MessageType.parse("message m { required int64 a; optional binary b (STRING); optional double c; }");
        WriterOptions.Builder options = options(WriterOptions.PageVersion.V2).pageRowsMax(3);
        for (LeafColumn leaf : schema.leaves()) {
            options.column(
                    leaf.dottedPath(),
                    ColumnOptions.builder()
                            .bloomFilter(BloomFilterOptions.expecting(8, 0.1))
                            .build());
        }
        addOurs("bloom filters and many pages", schema, options);
        addOurs("several row groups", schema, options.rowGroupBytesMax(1024), 60);
        addOurs(
                "lists over pages",
                MessageType.parse(
                        "message m { required group a (LIST) { repeated group list { optional int32 e; } } }"),
                options(WriterOptions.PageVersion.V2).pageRowsMax(4),
                40);
    }

    private void variants() throws IOException {
        String parts = "required binary metadata; %s binary value;";
        MessageType whole = MessageType.parse(
                "message m { optional group v (VARIANT(1)) { " + String.format(parts, "required") + " } }");
        List<Map<String, Object>> records = new ArrayList<>();
        for (Variant variant : someVariants()) {
            records.add(Map.of("v", Map.of("metadata", variant.metadata(), "value", variant.value())));
        }
        add("variants", write(whole, options(WriterOptions.PageVersion.V1).build(), records));

        MessageType shredded = MessageType.parse(
                "message m { optional group v { " + String.format(parts, "optional")
                        + " optional group typed_value { required group a { optional binary value; optional int64 typed_value; }"
                        + " required group b { optional binary value; optional group typed_value (LIST) { repeated group list {"
                        + " required group element { optional binary value; optional binary typed_value (STRING); } } } } } } }");
        records.clear();
        for (Variant variant : someVariants()) {
            Map<String, Object> a = Map.of("typed_value", (long) records.size());
            Map<String, Object> element = Map.of("typed_value", "x");
            Map<String, Object> b = Map.of("typed_value", List.of(element, element));
            boolean typed = records.size() % 2 == 0;
            records.add(Map.of(
                    "v",
                    typed
                            ? Map.of("metadata", variant.metadata(), "typed_value", Map.of("a", a, "b", b))
                            : Map.of("metadata", variant.metadata(), "value", variant.value())));
        }
        byte[] groups = write(shredded, options(WriterOptions.PageVersion.V1).build(), records);
        add(
                "shredded variants",
                rewritten(
                        groups,
                        (file, edit) -> edit.struct(file.all().size() - 1, footer -> {
                            Thrift.Struct version = new Thrift.Struct();
                            Thrift.Field of = new Thrift.Field(1, Thrift.I8, new Thrift.Raw(new byte[] {1}));
                            version.fields.add(of);
                            Thrift.Struct variant = new Thrift.Struct();
                            variant.fields.add(new Thrift.Field(16, Thrift.STRUCT, version));
                            footer.structs(2).get(1).fields.add(new Thrift.Field(10, Thrift.STRUCT, variant));
                        })));
    }

    private static List<Variant> someVariants() {
        byte[] names = {0x11, 2, 0, 1, 2, 'a', 'b'};
        VariantMetadata metadata = VariantMetadata.parse(names);
        byte[] text = "text".getBytes(StandardCharsets.UTF_8);
        byte[] list = VariantEncoder.ofArray(List.of(VariantEncoder.ofInt(1, 8), VariantEncoder.ofNull()));
        return Stream.of(
                        VariantEncoder.ofString(text, 0, text.length),
                        VariantEncoder.ofObject(Map.of("a", list, "b", VariantEncoder.ofDouble(1.5)), metadata),
                        VariantEncoder.ofDecimal8(1234567890123L, 3),
                        VariantEncoder.ofArray(List.of(list, list)),
                        VariantEncoder.ofTimestampNanos(1, false))
                .map(value -> new Variant(names, value))
                .toList();
    }

    private void foreignFiles(Path folder) throws IOException {
        for (String kind : List.of("data", "shredded_variant")) {
            List<Path> files;
            try (Stream<Path> found = Files.walk(folder.resolve(kind))) {
                files = found.filter(file -> file.toString().endsWith(".parquet"))
                        .sorted()
                        .toList();
            }
            int taken = 0;
            for (Path file : files) {
                // The files of one folder are many and alike; those of the other are few and each is another thing.
                // One needs gigabytes in a large heap, and is refused at once in a small one.
                boolean wanted = (kind.equals("data") || taken++ % 12 == 0)
                        && !file.getFileName().toString().startsWith("large_string_map");
                if (wanted && Files.size(file) <= FOREIGN_BYTES_MAX) {
                    addIfRead(folder.relativize(file).toString(), Files.readAllBytes(file));
                }
            }
        }
    }

    private static WriterOptions.Builder options(WriterOptions.PageVersion version) {
        return WriterOptions.builder()
                .codec(CompressionCodec.SNAPPY)
                .pageVersion(version)
                .pageRowsMax(8);
    }

    private static List<Map<String, Object>> records(MessageType schema, int count) {
        return new RandomRecords(new Random(count)).records(schema, count);
    }

    private void addOurs(String name, MessageType schema, WriterOptions.Builder options) throws IOException {
        addOurs(name, schema, options, ROWS);
    }

    private void addOurs(String name, MessageType schema, WriterOptions.Builder options, int rows) throws IOException {
        add(name, write(schema, options.build(), records(schema, rows)));
    }

    private static byte[] write(MessageType schema, WriterOptions options, List<Map<String, Object>> records)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile(NAME);
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (Map<String, Object> record : records) {
                writer.write(record);
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private interface Rewriting {
        void edit(FileParts parts, FileParts.Edit edit);
    }

    private static byte[] rewritten(byte[] file, Rewriting rewriting) throws IOException {
        FileParts parts = new FileParts(file);
        FileParts.Edit edit = parts.edit();
        rewriting.edit(parts, edit);
        return edit.build();
    }

    private void add(String name, byte[] bytes) throws IOException {
        if (!addIfRead("our " + name, bytes)) {
            throw new IllegalStateException(
                    "our " + name + " is no good file: " + read(bytes).refusals());
        }
    }

    private boolean addIfRead(String origin, byte[] bytes) throws IOException {
        WholeRead.Outcome outcome = read(bytes);
        if (outcome.refusals().isEmpty()) {
            seeds.add(new Seed(origin, bytes, new FileParts(bytes), outcome));
        }
        return outcome.refusals().isEmpty();
    }

    private static WholeRead.Outcome read(byte[] bytes) throws IOException {
        return WholeRead.of(new MemoryInputFile(NAME, bytes), ReaderOptions.DEFAULT, WholeRead.UNMETERED);
    }
}
