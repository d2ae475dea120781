package io.parquetry.cli.layout;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.io.IOException;
import java.io.Serial;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Writes the model as the JSON that the page's script reads: {@code layout.js} names its parts. Numbers that are not
 * known are -1. The text is ASCII, and no character of it means anything in HTML, so that nothing in a file's names and
 * values can end the element that the JSON is in.
 */
final class LayoutJson {
    /** More indexes than these are written as runs of one kind. */
    private static final int INDEXES_MAX = 2_000;

    /** With more chunks than these, their bounds are drawn and not written. */
    private static final int BOUNDED_CHUNKS_MAX = 10_000;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .characterEscapes(new HtmlEscapes())
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    private final LayoutModel model;
    private final FileOutline outline;
    private final JsonGenerator out;

    private LayoutJson(LayoutModel model, JsonGenerator out) {
        this.model = model;
        this.outline = model.outline();
        this.out = out;
    }

    private static final class HtmlEscapes extends CharacterEscapes {
        @Serial
        private static final long serialVersionUID = 1L;

        private final int[] escapes = standardAsciiEscapesForJSON();

        HtmlEscapes() {
            for (char each : new char[] {'<', '>', '&', '\''}) {
                escapes[each] = ESCAPE_STANDARD;
            }
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return escapes;
        }

        @Override
        public SerializableString getEscapeSequence(int character) {
            return null;
        }
    }

    /** Writes the JSON; the writer stays open. */
    static void write(LayoutModel model, Writer writer) throws IOException {
        JsonGenerator out = FACTORY.createGenerator(writer);
        out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        new LayoutJson(model, out).write();
        out.close();
    }

    private void write() throws IOException {
        out.writeStartObject();
        out.writeStringField("program", model.program());
        file();
        columns();
        rowGroups();
        chunks();
        regions();
        details();
        advice();
        problems();
        out.writeArrayFieldStart("leftOut");
        for (String sentence : model.leftOut()) {
            out.writeString(sentence);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private void file() throws IOException {
        out.writeObjectFieldStart("file");
        out.writeStringField("name", outline.name());
        out.writeNumberField("bytes", outline.bytes());
        out.writeNumberField("footerBytes", outline.footerBytes());
        if (outline.footer().isPresent()) {
            FileMetadata footer = outline.footer().get();
            out.writeNumberField("rows", footer.rows());
            out.writeNumberField("version", footer.version());
            out.writeStringField("createdBy", footer.createdBy().orElse(""));
            out.writeStringField("schema", cut(footer.schema().toString(), 200_000));
            out.writeArrayFieldStart("keyValues");
            for (var pair : footer.keyValues()) {
                out.writeStartArray();
                out.writeString(cut(pair.key(), 200));
                out.writeNumber(pair.value().map(String::length).orElse(0));
                out.writeEndArray();
            }
            out.writeEndArray();
        }
        out.writeEndObject();
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length) + "...";
    }

    private void columns() throws IOException {
        out.writeArrayFieldStart("columns");
        for (ColumnFacts column : model.columns()) {
            out.writeStartObject();
            out.writeStringField("path", column.leaf().dottedPath());
            out.writeStringField("type", ColumnText.type(column.leaf().type()));
            out.writeStringField("family", family(column.leaf().type()));
            out.writeNumberField("maxR", column.leaf().maxRepetitionLevel());
            out.writeNumberField("maxD", column.leaf().maxDefinitionLevel());
            out.writeNumberField("bytes", column.bytes());
            out.writeNumberField("raw", column.rawBytes());
            out.writeNumberField("entries", column.entries());
            out.writeNumberField("nulls", column.nulls().orElse(-1));
            strings("codecs", column.codecs());
            strings("encodings", column.encodings());
            out.writeNumberField("dictionaries", column.chunksWithDictionary());
            out.writeNumberField("gaveUp", column.chunksThatGaveUp());
            out.writeNumberField("dictionaryBytes", column.dictionaryBytes());
            OptionalDouble searched = column.searchedPart();
            out.writeNumberField("search", searched.isPresent() ? searched.getAsDouble() : -1);
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private void strings(String name, Iterable<String> texts) throws IOException {
        out.writeArrayFieldStart(name);
        for (String text : texts) {
            out.writeString(text);
        }
        out.writeEndArray();
    }

    /** The kinds of values that the page has a colour for. */
    private static String family(PrimitiveType type) {
        Optional<LogicalType> logical = type.logicalType();
        if (logical.filter(each -> each instanceof LogicalType.Timestamp
                        || each instanceof LogicalType.Time
                        || each.equals(LogicalType.DATE))
                .isPresent()) {
            return "time";
        }
        if (logical.filter(each -> each instanceof LogicalType.Decimal || each.equals(LogicalType.FLOAT16))
                .isPresent()) {
            return "fraction";
        }
        return switch (type.physicalType()) {
            case BOOLEAN -> "boolean";
            case INT32, INT64 -> "whole";
            case INT96 -> "time";
            case FLOAT, DOUBLE -> "fraction";
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                logical.filter(each -> each.equals(LogicalType.STRING)
                                        || each.equals(LogicalType.ENUM)
                                        || each.equals(LogicalType.JSON))
                                .isPresent()
                        ? "text"
                        : "bytes";
        };
    }

    private void rowGroups() throws IOException {
        out.writeArrayFieldStart("groups");
        List<RowGroupMetadata> groups =
                outline.footer().map(FileMetadata::rowGroups).orElse(List.of());
        for (RowGroupMetadata group : groups) {
            out.writeStartArray();
            out.writeNumber(group.rows());
            out.writeNumber(group.columns().stream()
                    .mapToLong(chunk -> chunk.bytes().compressed())
                    .sum());
            out.writeNumber(group.columns().stream()
                    .mapToLong(chunk -> chunk.bytes().uncompressed())
                    .sum());
            out.writeEndArray();
        }
        out.writeEndArray();
    }

    private void chunks() throws IOException {
        out.writeArrayFieldStart("chunks");
        boolean bounded = outline.chunks().size() <= BOUNDED_CHUNKS_MAX;
        for (ChunkOutline chunk : outline.chunks()) {
            ColumnFacts column = model.columns().get(chunk.leaf().ordinal());
            out.writeStartArray();
            out.writeNumber(chunk.rowGroup());
            out.writeNumber(chunk.leaf().ordinal());
            out.writeNumber(chunk.from());
            out.writeNumber(chunk.metadata().bytes().compressed());
            out.writeNumber(chunk.metadata().bytes().uncompressed());
            out.writeNumber(chunk.metadata().entries());
            out.writeNumber(ColumnFacts.nulls(chunk).orElse(-1));
            out.writeString(ColumnText.codec(chunk.metadata()));
            out.writeString(chunk.pagesAre().name().toLowerCase(Locale.ROOT));
            dictionary(chunk);
            bounds(column, ColumnFacts.min(chunk), ColumnFacts.max(chunk), bounded);
            out.writeStartArray();
            for (PageOutline page : chunk.pages()) {
                page(page, column);
            }
            out.writeEndArray();
            out.writeEndArray();
        }
        out.writeEndArray();
    }

    /** Data pages with ids and with values; -1 and -1 where nothing says so. */
    private void dictionary(ChunkOutline chunk) throws IOException {
        Optional<DictionaryUse> use = DictionaryUse.of(chunk);
        out.writeNumber(use.map(DictionaryUse::dictionaryPages).orElse(-1L));
        out.writeNumber(use.map(DictionaryUse::otherPages).orElse(-1L));
    }

    /** Places and texts of two bounds. */
    private void bounds(ColumnFacts column, Optional<byte[]> min, Optional<byte[]> max, boolean texts)
            throws IOException {
        position(column, min);
        position(column, max);
        out.writeString(texts ? text(column, min) : "");
        out.writeString(texts ? text(column, max) : "");
    }

    private void position(ColumnFacts column, Optional<byte[]> bound) throws IOException {
        OptionalInt position = bound.isEmpty() || column.scale().isEmpty()
                ? OptionalInt.empty()
                : column.scale().get().position(bound.get());
        out.writeNumber(position.orElse(-1));
    }

    private static String text(ColumnFacts column, Optional<byte[]> bound) {
        return bound.map(value -> ColumnText.bound(column.leaf().type(), value)).orElse("");
    }

    private void page(PageOutline page, ColumnFacts column) throws IOException {
        out.writeStartArray();
        out.writeNumber(page.offset());
        out.writeNumber(page.bytes());
        out.writeString(page.kind().name().toLowerCase(Locale.ROOT));
        out.writeNumber(page.entries().orElse(-1));
        out.writeNumber(page.firstRow().orElse(-1));
        out.writeNumber(page.rows().orElse(-1));
        out.writeNumber(page.nulls().orElse(-1));
        bounds(column, page.min(), page.max(), true);
        out.writeString(
                page.encodingId().isPresent()
                        ? ColumnText.encoding((int) page.encodingId().getAsLong())
                        : "");
        out.writeEndArray();
    }

    private void regions() throws IOException {
        out.writeArrayFieldStart("regions");
        List<FileRegion> regions = outline.regions();
        boolean merge = regions.stream().filter(LayoutJson::isIndex).count() > INDEXES_MAX;
        int drawnGroups = outline.chunks().isEmpty()
                ? 0
                : outline.chunks().get(outline.chunks().size() - 1).rowGroup() + 1;
        for (int i = 0; i < regions.size(); ) {
            int end = i + 1;
            while (end < regions.size() && areMerged(regions.get(i), regions.get(end), merge, drawnGroups)) {
                end++;
            }
            FileRegion first = regions.get(i);
            out.writeStartArray();
            out.writeString(first.kind().name().toLowerCase(Locale.ROOT));
            out.writeNumber(first.offset());
            out.writeNumber(regions.get(end - 1).end() - first.offset());
            out.writeNumber(first.rowGroup());
            out.writeNumber(end - i > 1 ? -1 : first.column());
            out.writeNumber(end - i);
            out.writeEndArray();
            i = end;
        }
        out.writeEndArray();
    }

    private static boolean isIndex(FileRegion region) {
        return switch (region.kind()) {
            case BLOOM_FILTER, COLUMN_INDEX, OFFSET_INDEX -> true;
            case MAGIC, CHUNK, FOOTER, FOOTER_LENGTH, METADATA_COPY, LOST_PAGE, UNKNOWN -> false;
        };
    }

    private static boolean areMerged(FileRegion one, FileRegion next, boolean mergesIndexes, int drawnGroups) {
        return one.kind() == next.kind()
                && (isIndex(one)
                        ? mergesIndexes
                        : one.kind() == FileRegion.Kind.CHUNK
                                && one.rowGroup() >= drawnGroups
                                && one.rowGroup() == next.rowGroup());
    }

    private void details() throws IOException {
        out.writeObjectFieldStart("details");
        for (ByteDetail detail : model.details().byOffset().values()) {
            out.writeObjectFieldStart(Long.toString(detail.offset()));
            out.writeStringField("title", detail.title());
            out.writeNumberField("length", detail.length());
            out.writeNumberField("header", detail.headerBytes());
            out.writeBinaryField("bytes", detail.bytes());
            out.writeArrayFieldStart("fields");
            for (ByteField field : detail.fields()) {
                out.writeStartArray();
                out.writeNumber(field.depth());
                out.writeNumber(field.at());
                out.writeNumber(field.length());
                out.writeString(field.name());
                out.writeString(field.value());
                out.writeEndArray();
            }
            out.writeEndArray();
            out.writeArrayFieldStart("entries");
            for (ByteDetail.Entry entry : detail.entries()) {
                out.writeStartArray();
                out.writeNumber(entry.repetitionLevel());
                out.writeNumber(entry.definitionLevel());
                if (entry.value().isPresent()) {
                    out.writeString(entry.value().get());
                } else {
                    out.writeNull();
                }
                out.writeEndArray();
            }
            out.writeEndArray();
            out.writeStringField("defect", detail.defect().orElse(""));
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private void advice() throws IOException {
        out.writeArrayFieldStart("advice");
        for (Advice advice : model.advice()) {
            out.writeStartObject();
            out.writeStringField("title", advice.title());
            out.writeStringField("text", advice.text());
            out.writeNumberField("bytes", advice.bytes());
            out.writeArrayFieldStart("columns");
            for (int column : advice.columns()) {
                out.writeNumber(column);
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private void problems() throws IOException {
        out.writeArrayFieldStart("problems");
        for (Problem problem : model.problems()) {
            out.writeStartObject();
            out.writeStringField("where", problem.where());
            out.writeStringField("what", problem.what());
            out.writeNumberField("offset", problem.offset());
            out.writeEndObject();
        }
        out.writeEndArray();
    }
}
