package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.memory.FreedMemoryLog;
import io.parquetry.connect.sink.memory.MemoryBudget;
import io.parquetry.connect.sink.memory.PathLimit;
import io.parquetry.connect.sink.rotation.RotationReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * Keeps the open files of all partitions of a task within the memory that all tasks share, and within the number of
 * files that the task may have open. Before a record is written, its file's buffers may have to grow, and there must
 * be memory for that. Memory is freed in this order:
 *
 * <ol>
 *   <li>Row groups are written to the temporary files, the largest first, as long as that frees much more than what
 *       is kept of a row group.
 *   <li>The rows of files that hold little are spilled, most rows first: written to the storage, many files' rows in
 *       one spill file, and brought together when their file is closed.
 *   <li>The files that hold most are closed.
 * </ol>
 *
 * <p>A task can only free what its own files hold. A task that holds more than its share frees memory for all as soon
 * as memory is scarce; a task that does not frees no more than it needs, and waits for the others ({@code
 * MemoryPause}). When tasks share the memory, none closes files because of what others hold: within its share a task
 * only writes row groups and spills.
 */
final class TaskFiles {
    private final Storage storage;
    private final MemoryBudget.Account account;
    private final PathLimit pathLimit;
    private final FreedMemoryLog freedMemoryLog;
    private final Set<PartitionFiles> partitions = new LinkedHashSet<>();

    private record Owned(PartitionFiles partition, OpenFile file) {}

    TaskFiles(Storage storage, MemoryBudget.Account account, PathLimit pathLimit) {
        this.storage = storage;
        this.account = account;
        this.pathLimit = pathLimit;
        this.freedMemoryLog = new FreedMemoryLog(account);
    }

    void add(PartitionFiles partition) {
        partitions.add(partition);
    }

    void remove(PartitionFiles partition) {
        partitions.remove(partition);
    }

    /** Closes the files that were written least recently until there are not too many; called after each record. */
    void limitOpenFiles(long nowMs) throws IOException {
        while (pathLimit.isExceeded(account.files(), partitions.size())) {
            Owned owned = all().stream()
                    .min(Comparator.comparingLong(each -> each.file().lastWrite()))
                    .orElseThrow();
            owned.partition().closeEarly(owned.file(), RotationReason.PATHS);
            pathLimit.fileClosed(nowMs);
        }
    }

    /**
     * Closes the files that were opened first, half of all, when the storage has little space left for temporary files;
     * after each batch, whose end commits them.
     */
    void freeTemporarySpace() throws IOException {
        if (storage.temporaryBytesLeft() > 0) {
            return;
        }
        List<Owned> withRecords = all().stream()
                .filter(owned -> owned.file().records() > 0)
                .sorted(Comparator.comparingLong(owned -> owned.file().openedMs()))
                .toList();
        for (Owned owned : withRecords.subList(0, (withRecords.size() + 1) / 2)) {
            owned.partition().closeEarly(owned.file(), RotationReason.STAGING);
        }
    }

    /** Frees memory for the next record of a file; that file may be spilled or closed for it. */
    void freeMemoryFor(OpenFile file, long nowMs) throws IOException {
        long growth = file.growthBytes();
        if (account.mayFillShare() && !account.exceedsShare()) {
            long enough = account.shareBytes() / 10 * 8 - growth;
            freeMemory(() -> account.ownBytes() - enough, growth, nowMs);
        } else {
            long enough = account.exceedsShare()
                    ? account.targetBytes()
                    : account.fillableBytes() - growth - account.limitBytes() / 100;
            freeMemory(() -> account.allBytes() - enough, growth, nowMs);
        }
    }

    /** Frees memory for other tasks if this one must; at the end of each batch, which may be empty. */
    void freeMemoryForOthers(long nowMs) throws IOException {
        if (account.isScarce() && account.isShared() && account.exceedsShare()) {
            freeMemory(() -> account.allBytes() - account.targetBytes(), 0, nowMs);
        }
    }

    /**
     * @param excess how many bytes are to be freed, now
     * @param growth bytes that a file needs afterwards
     */
    private void freeMemory(LongSupplier excess, long growth, long nowMs) throws IOException {
        long before = account.allBytes();
        flushLargest(excess);
        spill(excess.getAsLong());
        closeLargest(excess, growth);
        freedMemoryLog.log(before, nowMs);
    }

    private void flushLargest(LongSupplier excess) throws IOException {
        for (Owned owned : withRecords(OpenFile::rowGroupBytes)) {
            if (excess.getAsLong() <= 0) {
                return;
            }
            if (owned.file().isWorthFlushing()) {
                freedMemoryLog.rowGroupWritten(owned.file().rowGroupBytes());
                owned.partition().flush(owned.file());
            }
        }
    }

    /** The files of one partition share a spill file: they are many. */
    private void spill(long excessBytes) throws IOException {
        Map<PartitionFiles, List<OpenFile>> spilled = new LinkedHashMap<>();
        long excess = excessBytes;
        for (Owned owned : withRecords(OpenFile::spillableBytes)) {
            if (excess <= 0 || owned.file().spillableBytes() <= 0) {
                break;
            }
            excess -= owned.file().spillableBytes();
            spilled.computeIfAbsent(owned.partition(), partition -> new ArrayList<>())
                    .add(owned.file());
        }
        for (Map.Entry<PartitionFiles, List<OpenFile>> files : spilled.entrySet()) {
            files.getKey().spill(files.getValue());
            freedMemoryLog.spilled(files.getValue().size());
        }
    }

    private void closeLargest(LongSupplier excess, long growth) throws IOException {
        for (Owned owned : withRecords(OpenFile::retainedBytes)) {
            boolean isWithinShare = account.isShared() && account.ownBytes() + growth <= account.shareBytes();
            if (excess.getAsLong() <= 0 || isWithinShare) {
                return;
            }
            freedMemoryLog.fileClosed();
            owned.partition().closeEarly(owned.file(), RotationReason.MEMORY);
        }
    }

    /** The files that have records, those with most bytes first. */
    private List<Owned> withRecords(ToLongFunction<OpenFile> bytes) {
        return all().stream()
                .filter(owned -> owned.file().records() > 0)
                .sorted(Comparator.comparingLong((Owned owned) -> bytes.applyAsLong(owned.file()))
                        .reversed())
                .toList();
    }

    private List<Owned> all() {
        List<Owned> all = new ArrayList<>(account.files());
        for (PartitionFiles partition : partitions) {
            for (OpenFile file : partition.open()) {
                all.add(new Owned(partition, file));
            }
        }
        return all;
    }
}
