package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import java.time.Duration;
import org.apache.kafka.common.config.ConfigDef;

/**
 * How the ledger is kept.
 *
 * @param grace how long an entry that is not needed any more is kept
 */
public record LedgerSettings(Duration grace) {
    static final String GRACE_MS = "ledger.grace.ms";

    static final class Keys implements KeyGroup<LedgerSettings> {
        private static final long DEFAULT_MS = Duration.ofMinutes(10).toMillis();
        private static final long LEAST_MS = 1_000;

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Ledger");
            group.key(GRACE_MS, LONG, "Age at which ledger entries are deleted")
                    .defaultsTo(DEFAULT_MS)
                    .must(atLeast(LEAST_MS))
                    .importance(LOW)
                    .says("For how many milliseconds a ledger entry is kept at least. It must be longer than a"
                            + " request to the storage can stay under way, repeated by a client or a proxy: a later"
                            + " one could bring an old entry back.");
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            if (!faults.byKey().isEmpty()) {
                return;
            }
            StorageSettings storage = new StorageKeys(StorageAccess.WRITE).read(values);
            long leastMs;
            try {
                leastMs = storage.factory().requestTimeMost().toMillis();
            } catch (IllegalArgumentException withoutLimit) {
                faults.add(GRACE_MS, withoutLimit.getMessage());
                return;
            }
            if (values.number(GRACE_MS) <= leastMs) {
                faults.add(
                        GRACE_MS,
                        "must be more than " + leastMs + ": so long may a request to " + storage.url()
                                + " take with all its attempts, by the timeouts of this configuration");
            }
        }

        @Override
        public LedgerSettings read(ConfigValues values) {
            return new LedgerSettings(Duration.ofMillis(values.number(GRACE_MS)));
        }
    }
}
