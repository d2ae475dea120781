package io.parquetry.it;

import java.util.function.ToDoubleFunction;

/**
 * A worker and its storage at one moment.
 *
 * @param minute minutes since the start
 * @param rssMebibytes resident memory of the worker's process
 * @param liveHeapMebibytes heap in use after a full collection; NaN where none was asked for
 * @param threads of the worker
 * @param handles open file descriptors of the worker
 * @param cores processor time of the worker since the sample before, in cores
 * @param ledgerEntries entries of all ledgers of the sink
 * @param ledgerKibibytes all files of the ledgers, without temporary data files
 * @param oldestEntrySeconds age of the oldest entry of all ledgers
 * @param temporaryFiles temporary files of the sink
 * @param waitingFiles published files that the source has not finished
 * @param sinkLag records that the sink's group has not committed
 * @param replayLag records that have not come back
 * @param brokerMebibytes log segments of the broker
 * @param produced records since the start
 */
record SoakSample(
        double minute,
        double rssMebibytes,
        double liveHeapMebibytes,
        double threads,
        double handles,
        double cores,
        double ledgerEntries,
        double ledgerKibibytes,
        double oldestEntrySeconds,
        double temporaryFiles,
        double waitingFiles,
        double sinkLag,
        double replayLag,
        double brokerMebibytes,
        double produced) {

    /** The columns, in the order of the fields. */
    enum Column {
        MINUTE("minute", SoakSample::minute),
        RSS("RSS MiB", SoakSample::rssMebibytes),
        LIVE_HEAP("live heap MiB", SoakSample::liveHeapMebibytes),
        THREADS("threads", SoakSample::threads),
        HANDLES("handles", SoakSample::handles),
        CORES("cores", SoakSample::cores),
        LEDGER_ENTRIES("ledger entries", SoakSample::ledgerEntries),
        LEDGER_SIZE("ledger KiB", SoakSample::ledgerKibibytes),
        OLDEST_ENTRY("oldest entry s", SoakSample::oldestEntrySeconds),
        TEMPORARY("temporary files", SoakSample::temporaryFiles),
        WAITING("waiting files", SoakSample::waitingFiles),
        SINK_LAG("sink lag", SoakSample::sinkLag),
        REPLAY_LAG("replay lag", SoakSample::replayLag),
        BROKER("broker MiB", SoakSample::brokerMebibytes),
        PRODUCED("produced", SoakSample::produced);

        final String title;
        final ToDoubleFunction<SoakSample> value;

        Column(String title, ToDoubleFunction<SoakSample> value) {
            this.title = title;
            this.value = value;
        }
    }
}
