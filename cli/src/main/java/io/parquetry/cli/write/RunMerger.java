package io.parquetry.cli.write;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Sorts more rows than fit in memory. The rows are in a temporary file whose row groups are sorted; runs of sorted rows
 * are merged, as many at a time as memory allows, until one is left. Rows that compare equal keep their order.
 */
final class RunMerger {
    private static final ReaderOptions READER =
            ReaderOptions.builder().readAhead(ReaderOptions.ReadAhead.LEAST).build();

    private static final int RUNS_LEAST = 2;

    private final MessageType schema;
    private final Comparator<Map<String, Object>> order;
    private final long memoryBytesMax;

    /** Sorted rows, one behind the other in a file. */
    private record Run(long firstRow, long rows) {}

    /** The next row of a run. */
    private static final class Head {
        private final int ordinal;
        private final RecordCursor<Map<String, Object>> cursor;
        private long left;
        private Map<String, Object> row;

        Head(int ordinal, Run run, ParquetReader reader) {
            this.ordinal = ordinal;
            this.cursor = reader.records(RawRecords.builder(Map.of()), run.firstRow());
            this.left = run.rows();
        }

        boolean next() throws IOException {
            boolean isThere = left > 0 && cursor.next();
            left--;
            row = isThere ? cursor.record() : null;
            return isThere;
        }
    }

    RunMerger(MessageType schema, Comparator<Map<String, Object>> order, long memoryBytesMax) {
        this.schema = schema;
        this.order = order;
        this.memoryBytesMax = memoryBytesMax;
    }

    /** Options of a file that holds rows for a while. */
    static WriterOptions.Builder temporary(WriterOptions written) {
        return WriterOptions.builder().codec(CompressionCodec.LZ4_RAW).rowGroupBytesMax(written.rowGroupBytesMax());
    }

    /**
     * Writes all rows in order.
     *
     * @param sorted a file whose row groups are sorted
     * @param spare another path, which is written to where the runs are merged more than once
     */
    void merge(Path sorted, Path spare, WriterOptions options, ParquetWriter<Map<String, ?>> writer)
            throws IOException {
        Path from = sorted;
        Path to = spare;
        List<Run> runs = rowGroups(sorted);
        int runsMax = runsMax(sorted);
        while (runs.size() > runsMax) {
            List<Run> merged = new ArrayList<>();
            Files.deleteIfExists(to);
            try (ParquetWriter<Map<String, ?>> longer = ParquetWriter.create(
                    LocalOutputFile.create(to),
                    schema,
                    RawRecords.walker(),
                    temporary(options).build())) {
                for (int i = 0; i < runs.size(); i += runsMax) {
                    long begin = longer.rows();
                    merge(from, runs.subList(i, Math.min(runs.size(), i + runsMax)), longer);
                    merged.add(new Run(begin, longer.rows() - begin));
                }
                longer.finish();
            }
            runs = merged;
            Path read = from;
            from = to;
            to = read;
        }
        merge(from, runs, writer);
    }

    private static List<Run> rowGroups(Path file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), READER)) {
            List<Run> runs = new ArrayList<>();
            long begin = 0;
            for (RowGroupMetadata group : reader.metadata().rowGroups()) {
                runs.add(new Run(begin, group.rows()));
                begin += group.rows();
            }
            return runs;
        }
    }

    private int runsMax(Path file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), READER)) {
            long ofOne = Math.max(1, reader.memoryEstimate(Projection.ALL).bytes());
            return (int) Math.max(RUNS_LEAST, Math.min(Integer.MAX_VALUE, memoryBytesMax / ofOne));
        }
    }

    private void merge(Path file, List<Run> runs, ParquetWriter<Map<String, ?>> writer) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), READER)) {
            PriorityQueue<Head> heads = new PriorityQueue<>(
                    Comparator.comparing((Head head) -> head.row, order).thenComparingInt(head -> head.ordinal));
            for (int i = 0; i < runs.size(); i++) {
                Head head = new Head(i, runs.get(i), reader);
                if (head.next()) {
                    heads.add(head);
                }
            }
            while (!heads.isEmpty()) {
                Head first = heads.poll();
                writer.write(first.row);
                if (first.next()) {
                    heads.add(first);
                }
            }
        }
    }
}
