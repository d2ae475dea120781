package io.parquetry.table.iceberg;

import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.util.BinaryUtil;
import org.apache.iceberg.util.UnicodeUtil;

/** Counts and bounds of a file for the manifest of a table, from its footer. */
final class FileMetrics {
    private static final String COUNTS = "counts";
    private static final String NONE = "none";
    private static final String TRUNCATE = "truncate(";

    private final FileMetadata footer;
    private final MetricsConfig config;
    private final Map<Integer, Long> sizes = new HashMap<>();
    private final Map<Integer, Long> values = new HashMap<>();
    private final Map<Integer, Long> nulls = new HashMap<>();
    private final Map<Integer, Long> nans = new HashMap<>();
    private final Map<Integer, ByteBuffer> lower = new HashMap<>();
    private final Map<Integer, ByteBuffer> upper = new HashMap<>();

    private FileMetrics(FileMetadata footer, MetricsConfig config) {
        this.footer = footer;
        this.config = config;
    }

    /** @param columns of the file, with the field ids of the table */
    static Metrics of(FileMetadata footer, MessageType columns, MetricsConfig config) {
        FileMetrics metrics = new FileMetrics(footer, config);
        columns.leaves().forEach(metrics::add);
        return new Metrics(
                footer.rows(),
                metrics.sizes,
                metrics.values,
                metrics.nulls,
                metrics.nans,
                metrics.lower,
                metrics.upper);
    }

    /** Where readers may begin: the positions of the row groups. */
    static List<Long> splitOffsets(FileMetadata footer) {
        return footer.rowGroups().stream()
                .map(group -> group.columns().get(0).offsets().firstPage())
                .sorted()
                .toList();
    }

    private void add(LeafColumn leaf) {
        PrimitiveType column = leaf.type();
        if (column.fieldId().isEmpty()) {
            return;
        }
        int id = column.fieldId().getAsInt();
        String mode = config.columnMode(id).toString();
        if (mode.equals(NONE)) {
            return;
        }
        List<ColumnChunkMetadata> chunks = new ArrayList<>();
        for (RowGroupMetadata group : footer.rowGroups()) {
            chunks.add(group.columns().get(leaf.ordinal()));
        }
        sizes.put(
                id,
                chunks.stream().mapToLong(chunk -> chunk.bytes().compressed()).sum());
        values.put(id, chunks.stream().mapToLong(ColumnChunkMetadata::entries).sum());
        if (leaf.maxRepetitionLevel() > 0) {
            return;
        }
        count(
                chunks,
                id,
                nulls,
                statistics -> statistics.nulls().isPresent()
                        ? Optional.of(statistics.nulls().getAsLong())
                        : Optional.empty());
        boolean floating = column.physicalType() == PhysicalType.FLOAT || column.physicalType() == PhysicalType.DOUBLE;
        if (floating) {
            count(
                    chunks,
                    id,
                    nans,
                    statistics -> statistics.nans().isPresent()
                            ? Optional.of(statistics.nans().getAsLong())
                            : Optional.empty());
        }
        if (!mode.equals(COUNTS)) {
            bounds(chunks, id, column, mode);
        }
    }

    private static void count(
            List<ColumnChunkMetadata> chunks,
            int id,
            Map<Integer, Long> counts,
            Function<Statistics, Optional<Long>> number) {
        long sum = 0;
        for (ColumnChunkMetadata chunk : chunks) {
            Optional<Long> known = chunk.statistics().flatMap(number);
            if (known.isEmpty()) {
                return;
            }
            sum += known.get();
        }
        counts.put(id, sum);
    }

    private void bounds(List<ColumnChunkMetadata> chunks, int id, PrimitiveType column, String mode) {
        Type.PrimitiveType type = IcebergTypes.primitive(column);
        Comparator<Object> order = order(type);
        Object least = null;
        Object most = null;
        for (ColumnChunkMetadata chunk : chunks) {
            Optional<Statistics> statistics = chunk.statistics();
            if (statistics.isEmpty()) {
                return;
            }
            if (statistics.get().nulls().orElse(-1) == chunk.entries()) {
                continue;
            }
            Optional<Statistics.Bound> min = statistics.get().min();
            Optional<Statistics.Bound> max = statistics.get().max();
            if (min.isEmpty() || max.isEmpty()) {
                return;
            }
            Object low = value(type, column, min.get().value());
            Object high = value(type, column, max.get().value());
            least = least == null || order.compare(low, least) < 0 ? low : least;
            most = most == null || order.compare(high, most) > 0 ? high : most;
        }
        if (least != null && areInBothOrders(least, most)) {
            int length = mode.startsWith(TRUNCATE)
                    ? Integer.parseInt(mode.substring(TRUNCATE.length(), mode.length() - 1))
                    : Integer.MAX_VALUE;
            put(lower, id, type, truncatedMin(type, least, length));
            put(upper, id, type, truncatedMax(type, most, length));
        }
    }

    /** The order of the statistics in files, which is Iceberg's own but for UUIDs: those are in the order of bytes. */
    private static Comparator<Object> order(Type.PrimitiveType type) {
        return type.typeId() == Type.TypeID.UUID ? Comparator.comparing(Object::toString) : Comparators.forType(type);
    }

    /**
     * Readers compare UUIDs by their bytes or, as the library does, as pairs of signed numbers. The orders are one
     * where the numbers have the same signs, as those of UUIDs of version 7 have.
     */
    private static boolean areInBothOrders(Object least, Object most) {
        return !(least instanceof UUID low && most instanceof UUID high)
                || (low.getMostSignificantBits() ^ high.getMostSignificantBits()) >= 0
                        && (low.getLeastSignificantBits() ^ high.getLeastSignificantBits()) >= 0;
    }

    private static void put(Map<Integer, ByteBuffer> bounds, int id, Type type, Object value) {
        if (value != null) {
            bounds.put(id, Conversions.toByteBuffer(type, value));
        }
    }

    private static Object truncatedMin(Type type, Object value, int length) {
        return switch (type.typeId()) {
            case STRING -> UnicodeUtil.truncateStringMin(value.toString(), length);
            case BINARY -> BinaryUtil.truncateBinaryMin((ByteBuffer) value, length);
            default -> value;
        };
    }

    /** Null when no shorter value is above the bound. */
    private static Object truncatedMax(Type type, Object value, int length) {
        return switch (type.typeId()) {
            case STRING -> UnicodeUtil.truncateStringMax(value.toString(), length);
            case BINARY -> BinaryUtil.truncateBinaryMax((ByteBuffer) value, length);
            default -> value;
        };
    }

    /** Single values of both formats have the same bytes, but for decimals. */
    private static Object value(Type.PrimitiveType type, PrimitiveType column, byte[] bound) {
        if (type.typeId() == Type.TypeID.DECIMAL) {
            BigInteger unscaled = switch (column.physicalType()) {
                case INT32 -> BigInteger.valueOf(littleEndian(bound).getInt());
                case INT64 -> BigInteger.valueOf(littleEndian(bound).getLong());
                case BOOLEAN, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> new BigInteger(bound);
            };
            return Conversions.fromByteBuffer(type, ByteBuffer.wrap(unscaled.toByteArray()));
        }
        return Conversions.fromByteBuffer(type, littleEndian(bound));
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
