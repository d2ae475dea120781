package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.commit.AbsentOffsets;
import io.parquetry.connect.sink.errors.BadRecords;
import io.parquetry.connect.sink.memory.MemoryBudget;
import io.parquetry.format.InvalidRecordException;
import java.io.IOException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Writes the records of one topic-partition to its files, run by run, and passes over those that no file can hold. */
final class RunWriter {
    private final MemoryBudget.Account account;
    private final TaskFiles taskFiles;
    private final PartitionFiles files;
    private final TakenRecords taken;
    private final BadRecords badRecords;
    private final AbsentOffsets absent;

    RunWriter(
            MemoryBudget.Account account,
            TaskFiles taskFiles,
            PartitionFiles files,
            TakenRecords taken,
            BadRecords badRecords,
            AbsentOffsets absent) {
        this.account = account;
        this.taskFiles = taskFiles;
        this.files = files;
        this.taken = taken;
        this.badRecords = badRecords;
        this.absent = absent;
    }

    /** Writes the first run of the records that were taken, which are removed. A failure leaves the files damaged. */
    void write(long nowMs) throws IOException {
        RecordRun run = taken.first();
        OpenFile file = null;
        while (!run.isEmpty()) {
            file = writeFirst(run, file, nowMs);
        }
    }

    /**
     * @param last the file of the record before
     * @return the file if the next record may go there; null when it must be chosen
     */
    private OpenFile writeFirst(RecordRun run, OpenFile last, long nowMs) throws IOException {
        SinkRecord record = run.first();
        OpenFile file = last;
        boolean intact = false;
        try {
            if (file == null || !files.mayTake(file, record)) {
                file = files.fileFor(record, run.place(), nowMs);
            }
            if (!account.hasSpaceFor(file.growthBytes())) {
                taskFiles.freeMemoryFor(file, nowMs);
                file = files.fileFor(record, run.place(), nowMs);
            }
            file.write(record, nowMs);
            run.removeFirst();
            boolean open = files.recordWritten(file, record);
            intact = true;
            return open ? file : null;
        } catch (InvalidRecordException | DataException e) {
            intact = true;
            reject(record, file, e);
            run.removeFirst();
            return null;
        } catch (RuntimeException e) {
            throw named(e, record);
        } finally {
            if (!intact) {
                files.abandon();
            }
        }
    }

    private void reject(SinkRecord record, OpenFile file, RuntimeException reason) {
        if (file != null) {
            files.recordRejected(file);
        }
        passOver(record, reason);
    }

    /** Handles a bad record, whose offset is in no file then. */
    void passOver(SinkRecord record, RuntimeException reason) {
        badRecords.add(record, reason);
        absent.add(record.originalKafkaOffset());
    }

    static ConnectException named(RuntimeException e, SinkRecord record) {
        return e instanceof ConnectException named
                ? named
                : new ConnectException(
                        "cannot continue at the record of " + BadRecords.place(record)
                                + ", for a reason that may not be the record's: " + e,
                        e);
    }
}
