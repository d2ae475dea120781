package io.parquetry.connect.source.config;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.config.Values;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;

/** What a source is to do, of a configuration that was found good; one part for each group of keys. */
public record SourceSettings(
        StorageSettings storage,
        FindSettings find,
        OrderSettings order,
        SelectSettings select,
        SchemaSettings schema,
        ReadSettings read,
        SendSettings send,
        PaceSettings pace,
        TransactionSettings transaction,
        FinishSettings finish,
        FailureSettings trouble) {
    public SourceSettings {
        Objects.requireNonNull(storage, "storage");
        Objects.requireNonNull(find, "find");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(select, "select");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(read, "read");
        Objects.requireNonNull(send, "send");
        Objects.requireNonNull(pace, "pace");
        Objects.requireNonNull(transaction, "transaction");
        Objects.requireNonNull(finish, "finish");
        Objects.requireNonNull(trouble, "trouble");
    }

    /** The directories that files are moved to, finished ones and bad ones. */
    public Set<String> movedAside() {
        return Stream.of(finish.finishedDirectory(), trouble.quarantineDirectory())
                .flatMap(Optional::stream)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The settings of a connector or task.
     *
     * @throws ConfigException with key, value and remedy of the first thing that is wrong
     */
    public static SourceSettings of(Map<String, String> properties) {
        Values values = SourceConfig.parse(properties);
        return new SourceSettings(
                SourceConfig.STORAGE.read(values),
                SourceConfig.FIND.read(values),
                SourceConfig.ORDER.read(values),
                SourceConfig.SELECT.read(values),
                SourceConfig.SCHEMA.read(values),
                SourceConfig.READ.read(values),
                SourceConfig.SEND.read(values),
                SourceConfig.PACE.read(values),
                SourceConfig.TRANSACTION.read(values),
                SourceConfig.FINISH.read(values),
                SourceConfig.TROUBLE.read(values));
    }
}
