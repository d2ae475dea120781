package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.DOUBLE;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.ChoiceWithTarget;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.source.config.SendSettings.SendMode;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/**
 * How records are given to the worker.
 *
 * @param batchRecordsMax records of one poll
 * @param batchBytesMax approximate bytes of one poll
 */
public record DeliverySettings(
        int batchRecordsMax, long batchBytesMax, RateSettings rate, TransactionSettings transaction) {
    public static final String BATCH_MAX_RECORDS = "batch.max.records";
    public static final String BATCH_MAX_BYTES = "batch.max.bytes";
    public static final String RECORDS_PER_SECOND = "records.per.second";
    public static final String BYTES_PER_SECOND = "bytes.per.second";
    public static final String REPLAY_SPEED = "replay.speed";
    public static final String TRANSACTION_UNIT = "transaction.unit";

    /** Connect's key for the transaction timeout of the connector's producers. */
    public static final String TRANSACTION_TIMEOUT_MS = "producer.override.transaction.timeout.ms";

    public DeliverySettings {
        Objects.requireNonNull(rate, "rate");
        Objects.requireNonNull(transaction, "transaction");
    }

    /**
     * How fast all tasks together send.
     *
     * @param recordsPerSecond 0 for no limit
     * @param bytesPerSecond 0 for no limit
     * @param replaySpeed multiple of the original speed; 0 for no replay
     */
    public record RateSettings(long recordsPerSecond, long bytesPerSecond, double replaySpeed) {
        /** Whether the intervals between the timestamps of records are kept. */
        public boolean replays() {
            return replaySpeed > 0;
        }
    }

    /**
     * How records are grouped in transactions.
     *
     * @param isConnectorDefined whether the connector, not the worker, defines the boundaries of transactions
     * @param isByInterval whether the worker commits one every so often, for several polls
     * @param msMax how long a transaction may stay open
     * @param timeoutIsKnown whether the configuration has the transaction timeout of the producer; else the worker has
     *     it, and does not tell
     */
    public record TransactionSettings(
            boolean isConnectorDefined,
            boolean isByInterval,
            TransactionUnit unit,
            long recordsMax,
            long msMax,
            boolean timeoutIsKnown) {
        public TransactionSettings {
            Objects.requireNonNull(unit, "unit");
        }

        /** Whether a file is begun only when all of it can be sent. */
        public boolean needsWholeFiles() {
            return isConnectorDefined && unit == TransactionUnit.FILE;
        }
    }

    /** What one transaction holds. */
    public enum TransactionUnit {
        /** The rows of a file; of merged files, the rows of all files that overlap. */
        FILE,
        /** The rows of a row group; of merged files, the rows up to the end of any row group. */
        ROW_GROUP,
        /** The records of one poll. */
        BATCH
    }

    static final class Keys implements KeyGroup<DeliverySettings> {
        private static final long RATE_MAX = 1_000_000_000_000L;
        private static final ConfigDef.Range SPEEDS = between(0, 1_000_000);

        private static final String BOUNDARY = "transaction.boundary";
        private static final long TIMEOUT_MS_DEFAULT = 60_000;

        private static final ChoiceWithTarget<TransactionUnit> UNITS = ChoiceWithTarget.ofNumber(
                TransactionUnit.class,
                Set.of(TransactionUnit.FILE, TransactionUnit.ROW_GROUP),
                "RECORDS",
                1,
                1_000_000_000,
                1_000_000);

        @Override
        public void define(ConfigDef keys) {
            defineBatches(new KeyBuilder.Group(keys, "Batches"));
            defineRate(new KeyBuilder.Group(keys, "Rate"));
            defineTransactions(new KeyBuilder.Group(keys, "Transactions"));
        }

        private static void defineBatches(KeyBuilder.Group group) {
            group.key(BATCH_MAX_RECORDS, INT, "Records in a batch")
                    .defaultsTo(1_000)
                    .must(between(1, 1_000_000))
                    .importance(LOW)
                    .width(Width.SHORT)
                    .says("Maximum number of records that the worker gets from one poll.");
            group.key(BATCH_MAX_BYTES, LONG, "Bytes in a batch")
                    .defaultsTo(8L << 20)
                    .must(between(1, 1L << 30))
                    .importance(LOW)
                    .width(Width.SHORT)
                    .says("Approximate maximum of the memory for the keys, values and headers that the worker gets"
                            + " from one poll. All tasks of a worker share an eighth of its heap, so the maximum may"
                            + " be smaller. One record is given whatever its size.");
        }

        private static void defineRate(KeyBuilder.Group group) {
            group.key(RECORDS_PER_SECOND, LONG, "Records per second")
                    .defaultsTo(0L)
                    .must(between(0, RATE_MAX))
                    .width(Width.SHORT)
                    .says("Maximum number of records that the connector sends per second, on average; 0 for no limit."
                            + " Each task has an equal share. After a pause, at most the records of one second are"
                            + " sent at once.");
            group.key(BYTES_PER_SECOND, LONG, "Bytes per second")
                    .defaultsTo(0L)
                    .must(between(0, RATE_MAX))
                    .width(Width.SHORT)
                    .says("Approximate maximum of the bytes that the connector sends per second, on average; 0 for no"
                            + " limit. Each task has an equal share. A record larger than the limit is sent, and the"
                            + " next record waits until the average is within the limit.");
            group.key(REPLAY_SPEED, DOUBLE, "Speed of the replay")
                    .defaultsTo(0.0)
                    .must(ConfigDef.LambdaValidator.with(Keys::requireSpeed, SPEEDS::toString))
                    .width(Width.SHORT)
                    .says("Replays records with the intervals between their timestamps, divided by this speed: 60 for"
                            + " an hour in a minute, 0 for no replay. The timestamps are those of restored records,"
                            + " or timestamp.column of new records; a record without timestamp is sent at once. The"
                            + " replay of each task begins with its first record.");
        }

        private static void requireSpeed(String key, Object value) {
            if (value instanceof Double speed && speed.isNaN()) {
                throw new ConfigException(key, value, "is no number; choose one of " + SPEEDS);
            }
            SPEEDS.ensureValid(key, value);
        }

        private static void defineTransactions(KeyBuilder.Group group) {
            group.key(TRANSACTION_UNIT, STRING, "Unit of a transaction")
                    .defaultsTo(UNITS.name(TransactionUnit.FILE))
                    .must(UNITS)
                    .width(Width.SHORT)
                    .says("With transaction.boundary=connector, on a worker with exactly.once.source.support=enabled:"
                            + " what one transaction holds, which consumers of committed records see completely or"
                            + " not at all. file: the rows of a file, and of all files that are merged with it."
                            + " row-group: the rows of a row group. batch: the records of one poll. A transaction"
                            + " ends early, with a warning, after a million records, or as many as file:50000 or"
                            + " row-group:50000 says, or after half of the producer's transaction"
                            + " timeout (producer.override.transaction.timeout.ms). Without that key 60 s are"
                            + " assumed; set it where the worker has less.");
        }

        @Override
        public Map<String, String> removed() {
            return Map.of("transaction.max.records", "write it as in " + TRANSACTION_UNIT + "=file:NUMBER");
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            if (SendSettings.Keys.mode(values) == SendMode.ROWS
                    && values.decimal(REPLAY_SPEED) > 0
                    && values.text(RowSettings.TIMESTAMP_COLUMN).isEmpty()) {
                faults.add(
                        REPLAY_SPEED,
                        "with " + SendSettings.MODE + "=rows needs " + RowSettings.TIMESTAMP_COLUMN
                                + " for the timestamps of the rows");
            }
            if (!isConnectorDefined(values)) {
                if (values.isGiven(TRANSACTION_UNIT)) {
                    faults.add(
                            TRANSACTION_UNIT,
                            "has an effect only with " + BOUNDARY + "=connector; set that, or remove this key");
                }
            }
        }

        @Override
        public DeliverySettings read(ConfigValues values) {
            return new DeliverySettings(
                    values.integer(BATCH_MAX_RECORDS),
                    values.number(BATCH_MAX_BYTES),
                    new RateSettings(
                            values.number(RECORDS_PER_SECOND),
                            values.number(BYTES_PER_SECOND),
                            values.decimal(REPLAY_SPEED)),
                    new TransactionSettings(
                            isConnectorDefined(values),
                            isBoundary("interval", values),
                            UNITS.choice(values.text(TRANSACTION_UNIT)),
                            UNITS.number(values.text(TRANSACTION_UNIT)),
                            timeoutMs(values) / 2,
                            values.isGiven(TRANSACTION_TIMEOUT_MS)));
        }

        private static boolean isConnectorDefined(ConfigValues values) {
            return isBoundary("connector", values);
        }

        private static boolean isBoundary(String boundary, ConfigValues values) {
            return boundary.equalsIgnoreCase(values.ofConnect(BOUNDARY));
        }

        /** The worker reports a timeout that is no number. */
        private static long timeoutMs(ConfigValues values) {
            try {
                return values.isGiven(TRANSACTION_TIMEOUT_MS)
                        ? Math.max(2, Long.parseLong(values.ofConnect(TRANSACTION_TIMEOUT_MS)))
                        : TIMEOUT_MS_DEFAULT;
            } catch (NumberFormatException e) {
                return TIMEOUT_MS_DEFAULT;
            }
        }
    }
}
