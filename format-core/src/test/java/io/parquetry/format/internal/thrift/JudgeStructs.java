package io.parquetry.format.internal.thrift;

import io.parquetry.format.metadata.BloomFilterHeader;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.GeospatialStatistics;
import io.parquetry.format.metadata.KeyValue;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.SizeStatistics;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.BloomFilterAlgorithm;
import org.apache.parquet.format.BloomFilterCompression;
import org.apache.parquet.format.BloomFilterHash;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.BoundingBox;
import org.apache.parquet.format.BsonType;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.EnumType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Float16Type;
import org.apache.parquet.format.IEEE754TotalOrder;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.JsonType;
import org.apache.parquet.format.ListType;
import org.apache.parquet.format.MapType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.MilliSeconds;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.SplitBlockAlgorithm;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.UUIDType;
import org.apache.parquet.format.Uncompressed;
import org.apache.parquet.format.XxHash;

/** Converts our metadata, field by field, to the structs that were generated from parquet.thrift. */
final class JudgeStructs {
    private JudgeStructs() {}

    static FileMetaData footer(FileMetadata ours) {
        FileMetaData footer = new FileMetaData(
                ours.version(),
                schema(ours.schema()),
                ours.rows(),
                ours.rowGroups().stream().map(JudgeStructs::rowGroup).toList());
        if (!ours.keyValues().isEmpty()) {
            footer.setKey_value_metadata(
                    ours.keyValues().stream().map(JudgeStructs::keyValue).toList());
        }
        ours.createdBy().ifPresent(footer::setCreated_by);
        if (!ours.columnOrders().isEmpty()) {
            footer.setColumn_orders(
                    ours.columnOrders().stream().map(JudgeStructs::order).toList());
        }
        return footer;
    }

    private static org.apache.parquet.format.ColumnOrder order(ColumnOrder ours) {
        return ours == ColumnOrder.TYPE_DEFINED
                ? org.apache.parquet.format.ColumnOrder.TYPE_ORDER(new TypeDefinedOrder())
                : org.apache.parquet.format.ColumnOrder.IEEE_754_TOTAL_ORDER(new IEEE754TotalOrder());
    }

    private static org.apache.parquet.format.KeyValue keyValue(KeyValue ours) {
        org.apache.parquet.format.KeyValue entry = new org.apache.parquet.format.KeyValue(ours.key());
        ours.value().ifPresent(entry::setValue);
        return entry;
    }

    static List<SchemaElement> schema(MessageType ours) {
        List<SchemaElement> elements = new ArrayList<>();
        elements.add(
                new SchemaElement(ours.name()).setNum_children(ours.fields().size()));
        ours.fields().forEach(field -> addElement(field, elements));
        return elements;
    }

    private static void addElement(Type field, List<SchemaElement> elements) {
        SchemaElement element = new SchemaElement(field.name());
        element.setRepetition_type(
                FieldRepetitionType.valueOf(field.repetition().name()));
        field.fieldId().ifPresent(element::setField_id);
        field.logicalType().ifPresent(type -> annotate(type, element));
        elements.add(element);
        if (field instanceof GroupType group) {
            element.setNum_children(group.fields().size());
            group.fields().forEach(child -> addElement(child, elements));
        } else if (field instanceof PrimitiveType primitive) {
            element.setType(org.apache.parquet.format.Type.valueOf(
                    primitive.physicalType().name()));
            if (element.getType() == org.apache.parquet.format.Type.FIXED_LEN_BYTE_ARRAY) {
                element.setType_length(primitive.typeLength());
            }
        }
    }

    /** The table at {@code LogicalType} in parquet.thrift, a second time and by name. */
    private static void annotate(LogicalType type, SchemaElement element) {
        org.apache.parquet.format.LogicalType logical = new org.apache.parquet.format.LogicalType();
        if (type instanceof LogicalType.Simple simple) {
            switch (simple) {
                case STRING -> logical.setSTRING(new StringType());
                case MAP -> logical.setMAP(new MapType());
                case LIST -> logical.setLIST(new ListType());
                case ENUM -> logical.setENUM(new EnumType());
                case DATE -> logical.setDATE(new DateType());
                case JSON -> logical.setJSON(new JsonType());
                case BSON -> logical.setBSON(new BsonType());
                case UUID -> logical.setUUID(new UUIDType());
                case FLOAT16 -> logical.setFLOAT16(new Float16Type());
                case INTERVAL -> logical = null;
                case UNKNOWN, MAP_KEY_VALUE -> throw new AssertionError(simple + " is not generated");
            }
            if (simple == LogicalType.Simple.STRING) {
                element.setConverted_type(ConvertedType.UTF8);
            } else if (simple != LogicalType.Simple.UUID && simple != LogicalType.Simple.FLOAT16) {
                element.setConverted_type(ConvertedType.valueOf(simple.name()));
            }
        } else if (type instanceof LogicalType.Decimal decimal) {
            logical.setDECIMAL(new DecimalType(decimal.scale(), decimal.precision()));
            element.setConverted_type(ConvertedType.DECIMAL);
            element.setScale(decimal.scale());
            element.setPrecision(decimal.precision());
        } else if (type instanceof LogicalType.Time time) {
            logical.setTIME(new TimeType(time.adjustedToUtc(), unit(time.unit())));
            if (time.unit() != TimeUnit.NANOS) {
                element.setConverted_type(ConvertedType.valueOf("TIME_" + time.unit()));
            }
        } else if (type instanceof LogicalType.Timestamp timestamp) {
            logical.setTIMESTAMP(new TimestampType(timestamp.adjustedToUtc(), unit(timestamp.unit())));
            if (timestamp.unit() != TimeUnit.NANOS) {
                element.setConverted_type(ConvertedType.valueOf("TIMESTAMP_" + timestamp.unit()));
            }
        } else if (type instanceof LogicalType.Int integer) {
            logical.setINTEGER(new IntType((byte) integer.bitWidth(), integer.signed()));
            element.setConverted_type(
                    ConvertedType.valueOf((integer.signed() ? "INT_" : "UINT_") + integer.bitWidth()));
        } else {
            throw new AssertionError(type + " is not generated");
        }
        if (logical != null) {
            element.setLogicalType(logical);
        }
    }

    private static org.apache.parquet.format.TimeUnit unit(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> org.apache.parquet.format.TimeUnit.MILLIS(new MilliSeconds());
            case MICROS -> org.apache.parquet.format.TimeUnit.MICROS(new MicroSeconds());
            case NANOS -> org.apache.parquet.format.TimeUnit.NANOS(new NanoSeconds());
        };
    }

    private static RowGroup rowGroup(RowGroupMetadata ours) {
        RowGroup rowGroup = new RowGroup(
                ours.columns().stream().map(JudgeStructs::chunk).toList(), ours.uncompressedBytes(), ours.rows());
        if (!ours.sortingColumns().isEmpty()) {
            rowGroup.setSorting_columns(ours.sortingColumns().stream()
                    .map(column -> new SortingColumn(column.columnOrdinal(), column.descending(), column.nullsFirst()))
                    .toList());
        }
        ours.fileOffset().ifPresent(rowGroup::setFile_offset);
        ours.compressedBytes().ifPresent(rowGroup::setTotal_compressed_size);
        ours.ordinal().ifPresent(ordinal -> rowGroup.setOrdinal((short) ordinal));
        return rowGroup;
    }

    private static ColumnChunk chunk(ColumnChunkMetadata ours) {
        ColumnChunk chunk = new ColumnChunk(0);
        ours.filePath().ifPresent(chunk::setFile_path);
        chunk.setMeta_data(metaData(ours));
        ours.indexes().offsetIndex().ifPresent(range -> {
            chunk.setOffset_index_offset(range.offset());
            chunk.setOffset_index_length(range.length());
        });
        ours.indexes().columnIndex().ifPresent(range -> {
            chunk.setColumn_index_offset(range.offset());
            chunk.setColumn_index_length(range.length());
        });
        return chunk;
    }

    private static ColumnMetaData metaData(ColumnChunkMetadata ours) {
        ColumnMetaData metaData = new ColumnMetaData(
                org.apache.parquet.format.Type.valueOf(ours.type().name()),
                ours.encodingIds().stream().map(Encoding::findByValue).toList(),
                ours.path(),
                CompressionCodec.findByValue(ours.codecId()),
                ours.entries(),
                ours.bytes().uncompressed(),
                ours.bytes().compressed(),
                ours.offsets().firstDataPage());
        if (!ours.keyValues().isEmpty()) {
            metaData.setKey_value_metadata(
                    ours.keyValues().stream().map(JudgeStructs::keyValue).toList());
        }
        ours.offsets().indexPage().ifPresent(metaData::setIndex_page_offset);
        ours.offsets().dictionaryPage().ifPresent(metaData::setDictionary_page_offset);
        ours.statistics().ifPresent(statistics -> metaData.setStatistics(statistics(statistics)));
        if (!ours.pageEncodings().isEmpty()) {
            metaData.setEncoding_stats(ours.pageEncodings().stream()
                    .map(stats -> new PageEncodingStats(
                            PageType.findByValue(stats.pageTypeId()),
                            Encoding.findByValue(stats.encodingId()),
                            stats.pages()))
                    .toList());
        }
        ours.indexes().bloomFilterOffset().ifPresent(metaData::setBloom_filter_offset);
        ours.indexes().bloomFilterLength().ifPresent(metaData::setBloom_filter_length);
        ours.sizeStatistics().ifPresent(statistics -> metaData.setSize_statistics(sizeStatistics(statistics)));
        ours.geospatialStatistics()
                .ifPresent(statistics -> metaData.setGeospatial_statistics(geospatialStatistics(statistics)));
        return metaData;
    }

    private static org.apache.parquet.format.Statistics statistics(Statistics ours) {
        org.apache.parquet.format.Statistics statistics = new org.apache.parquet.format.Statistics();
        ours.legacyMin().ifPresent(bound -> statistics.setMin(bound.value()));
        ours.legacyMax().ifPresent(bound -> statistics.setMax(bound.value()));
        ours.nulls().ifPresent(statistics::setNull_count);
        ours.distinct().ifPresent(statistics::setDistinct_count);
        ours.nans().ifPresent(statistics::setNan_count);
        ours.min().ifPresent(bound -> {
            statistics.setMin_value(bound.value());
            bound.exact().ifPresent(statistics::setIs_min_value_exact);
        });
        ours.max().ifPresent(bound -> {
            statistics.setMax_value(bound.value());
            bound.exact().ifPresent(statistics::setIs_max_value_exact);
        });
        return statistics;
    }

    private static org.apache.parquet.format.SizeStatistics sizeStatistics(SizeStatistics ours) {
        org.apache.parquet.format.SizeStatistics statistics = new org.apache.parquet.format.SizeStatistics();
        ours.unencodedBytes().ifPresent(statistics::setUnencoded_byte_array_data_bytes);
        if (!ours.repetitionLevels().isEmpty()) {
            statistics.setRepetition_level_histogram(ours.repetitionLevels());
        }
        if (!ours.definitionLevels().isEmpty()) {
            statistics.setDefinition_level_histogram(ours.definitionLevels());
        }
        return statistics;
    }

    private static org.apache.parquet.format.GeospatialStatistics geospatialStatistics(GeospatialStatistics ours) {
        org.apache.parquet.format.GeospatialStatistics statistics =
                new org.apache.parquet.format.GeospatialStatistics();
        ours.box().ifPresent(box -> {
            BoundingBox judged = new BoundingBox(box.xMin(), box.xMax(), box.yMin(), box.yMax());
            box.zMin().ifPresent(judged::setZmin);
            box.zMax().ifPresent(judged::setZmax);
            box.mMin().ifPresent(judged::setMmin);
            box.mMax().ifPresent(judged::setMmax);
            statistics.setBbox(judged);
        });
        if (!ours.types().isEmpty()) {
            statistics.setGeospatial_types(ours.types());
        }
        return statistics;
    }

    static org.apache.parquet.format.PageHeader pageHeader(PageHeader ours) {
        org.apache.parquet.format.PageHeader header = new org.apache.parquet.format.PageHeader(
                PageType.INDEX_PAGE, ours.uncompressedBytes(), ours.compressedBytes());
        ours.crc().ifPresent(header::setCrc);
        if (ours.content() instanceof PageHeader.DataV1 page) {
            DataPageHeader judged = new DataPageHeader(
                    page.entries(),
                    Encoding.findByValue(page.encodingId()),
                    Encoding.findByValue(page.definitionEncodingId()),
                    Encoding.findByValue(page.repetitionEncodingId()));
            page.statistics().ifPresent(statistics -> judged.setStatistics(statistics(statistics)));
            header.setType(PageType.DATA_PAGE).setData_page_header(judged);
        } else if (ours.content() instanceof PageHeader.DataV2 page) {
            DataPageHeaderV2 judged = new DataPageHeaderV2(
                    page.entries(),
                    page.nulls(),
                    page.rows(),
                    Encoding.findByValue(page.encodingId()),
                    page.definitionBytes(),
                    page.repetitionBytes());
            judged.setIs_compressed(page.compressed());
            page.statistics().ifPresent(statistics -> judged.setStatistics(statistics(statistics)));
            header.setType(PageType.DATA_PAGE_V2).setData_page_header_v2(judged);
        } else if (ours.content() instanceof PageHeader.Dictionary page) {
            DictionaryPageHeader judged =
                    new DictionaryPageHeader(page.entries(), Encoding.findByValue(page.encodingId()));
            page.sorted().ifPresent(judged::setIs_sorted);
            header.setType(PageType.DICTIONARY_PAGE).setDictionary_page_header(judged);
        }
        return header;
    }

    static org.apache.parquet.format.ColumnIndex columnIndex(ColumnIndex ours) {
        org.apache.parquet.format.ColumnIndex index = new org.apache.parquet.format.ColumnIndex(
                ours.nullPages(),
                ours.mins().stream().map(ByteBuffer::wrap).toList(),
                ours.maxs().stream().map(ByteBuffer::wrap).toList(),
                BoundaryOrder.findByValue(ours.boundaryOrderId()));
        if (!ours.nulls().isEmpty()) {
            index.setNull_counts(ours.nulls());
        }
        if (!ours.repetitionLevels().isEmpty()) {
            index.setRepetition_level_histograms(ours.repetitionLevels());
        }
        if (!ours.definitionLevels().isEmpty()) {
            index.setDefinition_level_histograms(ours.definitionLevels());
        }
        if (!ours.nans().isEmpty()) {
            index.setNan_counts(ours.nans());
        }
        return index;
    }

    static org.apache.parquet.format.OffsetIndex offsetIndex(OffsetIndex ours) {
        org.apache.parquet.format.OffsetIndex index = new org.apache.parquet.format.OffsetIndex(ours.pages().stream()
                .map(page -> new PageLocation(page.offset(), page.compressedBytes(), page.firstRow()))
                .toList());
        if (!ours.unencodedBytes().isEmpty()) {
            index.setUnencoded_byte_array_data_bytes(ours.unencodedBytes());
        }
        return index;
    }

    static org.apache.parquet.format.BloomFilterHeader bloomFilterHeader(BloomFilterHeader ours) {
        return new org.apache.parquet.format.BloomFilterHeader(
                ours.bytes(),
                BloomFilterAlgorithm.BLOCK(new SplitBlockAlgorithm()),
                BloomFilterHash.XXHASH(new XxHash()),
                BloomFilterCompression.UNCOMPRESSED(new Uncompressed()));
    }
}
