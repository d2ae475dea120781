package io.parquetry.cli.inspect;

import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.input.PathColumns;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.LeafColumn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** What the footers of files say of their columns, added up by path and type, in the order in which they came. */
final class ColumnTotals {
    private static final String TYPE_OF_PATH = "STRING, in the path";

    private final Map<Key, Total> totals = new LinkedHashMap<>();

    private record Key(String path, String type) {}

    /** The chunks of one column. */
    static final class Total {
        private final String path;
        private final String type;
        private final Set<String> codecs = new TreeSet<>();
        private final Set<String> encodings = new TreeSet<>();
        private int files;
        private long entries;
        private long nulls;
        private boolean nullsAreKnown = true;
        private long bytes;
        private long rawBytes;

        private Total(Key key) {
            this.path = key.path();
            this.type = key.type();
        }

        private void add(ColumnChunkMetadata chunk) {
            entries += chunk.entries();
            OptionalLong chunkNulls = ColumnText.nulls(chunk.statistics());
            nullsAreKnown &= chunkNulls.isPresent();
            nulls += chunkNulls.orElse(0);
            bytes += chunk.bytes().compressed();
            rawBytes += chunk.bytes().uncompressed();
            codecs.add(ColumnText.codec(chunk));
            chunk.encodingIds().forEach(id -> encodings.add(ColumnText.encoding(id)));
        }

        private void addOfPath(long rows, boolean isNull) {
            files++;
            entries += rows;
            nulls += isNull ? rows : 0;
        }

        String path() {
            return path;
        }

        String type() {
            return type;
        }

        /** Files that have the column. */
        int files() {
            return files;
        }

        /** Values and nulls. */
        long entries() {
            return entries;
        }

        /** Empty when a chunk does not say. */
        OptionalLong nulls() {
            return nullsAreKnown ? OptionalLong.of(nulls) : OptionalLong.empty();
        }

        long bytes() {
            return bytes;
        }

        /** Before compression. */
        long rawBytes() {
            return rawBytes;
        }

        Set<String> codecs() {
            return codecs;
        }

        Set<String> encodings() {
            return encodings;
        }
    }

    /** @param path the columns that are in the path of the file only */
    void add(FileMetadata file, PathColumns path) {
        List<LeafColumn> leaves = file.schema().leaves();
        List<Total> ofFile = new ArrayList<>();
        for (LeafColumn leaf : leaves) {
            Total total = totals.computeIfAbsent(new Key(leaf.dottedPath(), ColumnText.type(leaf.type())), Total::new);
            total.files++;
            ofFile.add(total);
        }
        for (RowGroupMetadata group : file.rowGroups()) {
            for (int i = 0; i < leaves.size(); i++) {
                ofFile.get(i).add(group.columns().get(i));
            }
        }
        path.values()
                .forEach((name, value) -> totals.computeIfAbsent(
                                new Key(ColumnPath.of(name).toString(), TYPE_OF_PATH), Total::new)
                        .addOfPath(file.rows(), value.isEmpty()));
    }

    Collection<Total> all() {
        return totals.values();
    }
}
