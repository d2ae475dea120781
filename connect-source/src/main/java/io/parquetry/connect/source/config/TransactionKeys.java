package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** What is sent in one transaction. That the connector is asked at all is said by a key of Connect's own. */
public final class TransactionKeys implements KeyGroup<TransactionSettings> {
    public static final String TRANSACTION_UNIT = "transaction.unit";
    public static final String TRANSACTION_MAX_RECORDS = "transaction.max.records";

    private static final String BOUNDARY = "transaction.boundary";
    private static final String TIMEOUT = "producer.override.transaction.timeout.ms";
    private static final long TIMEOUT_MS_DEFAULT = 60_000;

    private static final EnumValues<TransactionUnit> UNITS = EnumValues.of(TransactionUnit.class);

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Transactions");
        group.key(TRANSACTION_UNIT, STRING, "Unit of a transaction")
                .defaultsTo(UNITS.name(TransactionUnit.FILE))
                .must(UNITS)
                .width(Width.SHORT)
                .says("With transaction.boundary=connector, on a worker with exactly.once.source.support=enabled: what"
                        + " readers of committed records see all of or nothing. file: the rows of a file, and of all"
                        + " files that are merged with it. row-group: the rows of a row group. batch: what is given to"
                        + " the worker at once. A transaction ends earlier after transaction.max.records, or after half"
                        + " of the producer's transaction timeout (producer.override.transaction.timeout.ms, 60 s"
                        + " without it).");
        group.key(TRANSACTION_MAX_RECORDS, LONG, "Records in a transaction")
                .defaultsTo(1_000_000L)
                .must(atLeast(1))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Most records in a transaction; a file or row group with more is sent in several, and a warning"
                        + " says so.");
    }

    @Override
    public void check(Values values, Faults faults) {
        if (!boundariesAreOurs(values)) {
            for (String key : new String[] {TRANSACTION_UNIT, TRANSACTION_MAX_RECORDS}) {
                if (values.isGiven(key)) {
                    faults.add(
                            key, "has a meaning with " + BOUNDARY + "=connector only; set that, or leave this key out");
                }
            }
        }
    }

    @Override
    public TransactionSettings read(Values values) {
        return new TransactionSettings(
                boundariesAreOurs(values),
                UNITS.parse(values.text(TRANSACTION_UNIT)),
                values.number(TRANSACTION_MAX_RECORDS),
                timeoutMs(values) / 2);
    }

    private static boolean boundariesAreOurs(Values values) {
        return "connector".equalsIgnoreCase(values.given().get(BOUNDARY));
    }

    /** Whether it is a number is the worker's to say. */
    private static long timeoutMs(Values values) {
        try {
            String given = values.given().get(TIMEOUT);
            return given == null ? TIMEOUT_MS_DEFAULT : Math.max(2, Long.parseLong(given.trim()));
        } catch (NumberFormatException e) {
            return TIMEOUT_MS_DEFAULT;
        }
    }
}
