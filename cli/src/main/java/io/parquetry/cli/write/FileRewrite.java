package io.parquetry.cli.write;

import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.IndexRemarks;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.GregorianDates;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.file.WriterOptions.SortedBy;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.HybridCalendar;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes the rows of files of one schema to a new file. */
final class FileRewrite {
    /** The part of the heap that cursors may take while runs are merged. */
    private static final int HEAP_PART = 4;

    private final InputFiles files;
    private final List<ListedFile> listed;
    private final Plan plan;
    private final NewFileOptions fileOptions;
    private final IndexRemarks remarks;
    private final KeptKeyValues keyValues = new KeptKeyValues();
    private final ColumnChoices choices = new ColumnChoices();
    private final Map<String, LeafMaker> masks = new HashMap<>();
    private final Set<FileLocation> named = new LinkedHashSet<>();

    private MessageType source;
    private Projection columns;
    private MessageType written;
    private WriterOptions options;
    private long rows;

    /** What is asked for; columns are named by dotted paths. */
    record Plan(
            List<ColumnPath> columns,
            List<ColumnPath> dropped,
            Optional<String> where,
            List<SortedBy> sortedBy,
            Map<String, Encoding> encodings,
            List<String> bloomFilters,
            Map<String, ColumnMask> masks,
            Optional<byte[]> maskKey) {}

    /** @param err is told of page indexes that are not used */
    FileRewrite(InputFiles files, List<ListedFile> listed, Plan plan, NewFileOptions fileOptions, PrintWriter err) {
        this.files = files;
        this.listed = listed;
        this.plan = plan;
        this.fileOptions = fileOptions;
        this.remarks = new IndexRemarks(err);
    }

    /** Reads the footers and decides how the file is written, before there is one. */
    void prepare() throws IOException {
        boolean isHybrid = false;
        for (ListedFile file : listed) {
            try (ParquetReader reader = files.open(file.file())) {
                keyValues.add(reader.metadata());
                isHybrid |= HybridCalendar.of(reader.metadata()).coversAny(reader.schema());
                rows = Math.addExact(rows, reader.metadata().rows());
                addNamed(file.file(), reader.metadata());
                if (source == null) {
                    prepare(file.file(), reader.metadata());
                } else if (!source.hasFieldsOf(reader.schema())) {
                    throw new CommandException(file.file() + ": has not the schema of "
                            + listed.get(0).file() + "; parquetry diff says where they differ");
                }
            }
        }
        if (!written.fields().equals(source.fields())) {
            keyValues.columnsHaveChanged();
        }
        if (isHybrid) {
            keyValues.calendarHasChanged();
        }
        if (plan.where().isPresent() || listed.size() > 1 || !plan.sortedBy().isEmpty()) {
            keyValues.rowsHaveChanged();
        }
    }

    private void prepare(FileLocation file, FileMetadata footer) throws IOException {
        source = footer.schema();
        try {
            columns = RewrittenSchema.columns(source, plan.columns(), plan.dropped());
        } catch (UsageException e) {
            throw new CommandException(file + ": " + e.getMessage(), e);
        }
        Projection.Projected selected = columns.of(source);
        Set<String> nulled = new HashSet<>();
        for (Map.Entry<String, ColumnMask> mask : plan.masks().entrySet()) {
            LeafColumn leaf = column(file, selected.schema(), mask.getKey());
            if (selected.schema().isInVariant(leaf)) {
                throw new CommandException("--mask: column " + mask.getKey()
                        + " is a part of a variant, whose values are in other columns too; use --drop for the variant");
            }
            masks.put(mask.getKey(), ColumnMask.maker(mask.getValue(), leaf, plan.maskKey()));
            if (mask.getValue() instanceof ColumnMask.Nothing) {
                if (RewrittenSchema.isRequiredElement(selected.schema(), leaf)) {
                    throw new CommandException("--mask: column " + mask.getKey()
                            + " is in a list or map that cannot have nulls in it; use constant:VALUE, or --drop for"
                            + " the list or map");
                }
                nulled.add(mask.getKey());
            }
        }
        written = RewrittenSchema.of(selected.schema(), nulled);
        if (!fileOptions.hasCodecOrLevel()) {
            choices.keepCodecs(footer, selected.columns());
        }
        choices.keepBloomFilters(footer, selected.columns());
        plan.bloomFilters().forEach(choices::addBloomFilter);
        plan.encodings().forEach(choices::encode);
        WriterOptions.Builder builder = fileOptions.writer().sortedBy(plan.sortedBy());
        choices.addTo(builder);
        options = fileOptions.build(builder);
    }

    private static LeafColumn column(FileLocation file, MessageType schema, String path) {
        return schema.leaves().stream()
                .filter(leaf -> leaf.dottedPath().equals(path))
                .findFirst()
                .orElseThrow(() -> new CommandException(
                        file + ": has no column " + path + " to mask; its columns are " + schema.columnNames()));
    }

    private void addNamed(FileLocation file, FileMetadata footer) {
        file.local()
                .ifPresent(metadata -> footer.rowGroups().stream()
                        .flatMap(group -> group.columns().stream())
                        .flatMap(chunk -> chunk.filePath().stream())
                        .forEach(path -> named.add(FileLocation.of(metadata.resolveSibling(path)))));
    }

    /** The local files that {@code _metadata} files name, whose rows are read. */
    Set<FileLocation> named() {
        return named;
    }

    /** Rows of all files. */
    long rows() {
        return rows;
    }

    /** Bytes of all files. */
    long bytes() {
        return listed.stream().mapToLong(ListedFile::bytes).sum();
    }

    /** Keys of the key-value metadata that the new file does not have. */
    Set<String> droppedKeys() {
        return keyValues.dropped();
    }

    FileMetadata write(Destination file, ProgressLines progress) throws IOException {
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(file.output(), written, RawRecords.walker(), options)) {
            keyValues.kept().forEach((key, value) -> writer.putKeyValue(key, value.orElse("")));
            if (plan.sortedBy().isEmpty()) {
                copy(writer, progress);
            } else {
                sort(file, writer, progress);
            }
            FileMetadata finished = writer.finish();
            // Closing the writer would close the file before it is published.
            file.publish();
            return finished;
        } catch (UsageException e) {
            throw new CommandException("the file cannot be written so: " + e.getMessage(), e);
        }
    }

    private void sort(Destination file, ParquetWriter<Map<String, ?>> writer, ProgressLines progress)
            throws IOException {
        try (UnfinishedFile sorted = new UnfinishedFile(file.temporary(".sorting.tmp"));
                UnfinishedFile spare = new UnfinishedFile(file.temporary(".merging.tmp"))) {
            try (ParquetWriter<Map<String, ?>> groups = ParquetWriter.create(
                    LocalOutputFile.create(sorted.path()),
                    written,
                    RawRecords.walker(),
                    RunMerger.temporary(options).sort(plan.sortedBy()).build())) {
                copy(groups, progress);
                groups.finish();
            }
            long memory = Runtime.getRuntime().maxMemory() / HEAP_PART;
            new RunMerger(written, new RowOrder(written, plan.sortedBy()), memory)
                    .merge(sorted.path(), spare.path(), options, writer);
        }
    }

    private void copy(ParquetWriter<Map<String, ?>> writer, ProgressLines progress) throws IOException {
        long read = 0;
        for (ListedFile each : listed) {
            try (ParquetReader reader = files.open(each.file())) {
                RecordCursor<Map<String, Object>> cursor = cursor(each.file(), reader);
                while (cursor.next()) {
                    writer.write(cursor.record());
                    progress.reached(read + cursor.row());
                }
                remarks.print(cursor);
                read += reader.metadata().rows();
            }
        }
    }

    private RecordCursor<Map<String, Object>> cursor(FileLocation file, ParquetReader reader) {
        try {
            RecordQuery query = RecordQuery.ALL.columns(columns);
            return reader.records(
                    GregorianDates.of(reader.metadata(), RawRecords.builder(masks)),
                    plan.where().isEmpty()
                            ? query
                            : query.where(Filter.parse(plan.where().get(), reader.schema())));
        } catch (UsageException e) {
            throw new CommandException(file + ": " + e.getMessage(), e);
        }
    }
}
