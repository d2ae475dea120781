package io.parquetry.connect.source;

import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.complete.DeliveryTracker;
import io.parquetry.connect.source.complete.SourceOffset;
import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.RestoreSettings;
import io.parquetry.connect.source.config.SendSettings.SendMode;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.convert.RecordConverter;
import io.parquetry.connect.source.read.DryRun;
import io.parquetry.connect.source.topic.AdminPartitionCounts;
import io.parquetry.connect.source.topic.TargetTopics;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is wrong with a configuration that can only be seen by going there: the storage cannot be reached or written, the
 * brokers do not answer, the files have no such columns, the topics no such partitions. Each step takes ten seconds at
 * most, and the first fault is told.
 */
final class ConfigProbe {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigProbe.class);

    private static final Duration LOOKING = Duration.ofSeconds(10);

    /** What a storage takes to answer once more after the time for looking is over. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final SourceOffset NO_OFFSET = new SourceOffset(Map.of(), Map.of(), new DeliveryTracker(), 0);

    private final SourceSettings settings;

    private ConfigProbe(SourceSettings settings) {
        this.settings = settings;
    }

    /** For the key that is at fault, the reason; empty when nothing is wrong. */
    static Map<String, String> faults(SourceSettings settings) {
        ConfigProbe flight = new ConfigProbe(settings);
        Map<String, String> unreadable = StorageProbe.readFaults(settings.storage());
        if (!unreadable.isEmpty()) {
            return unreadable;
        }
        return flight.unwritable(settings.finish().finishedDirectory(), FinishSettings.FINISHED_DIR)
                .or(() -> flight.unwritable(settings.failure().quarantineDirectory(), FailureSettings.QUARANTINE_DIR))
                .or(flight::brokers)
                .or(flight::files)
                .orElse(Map.of());
    }

    private Optional<Map<String, String>> unwritable(Optional<String> directory, String key) {
        return directory.flatMap(path -> StorageProbe.writeFaults(settings.storage(), path).values().stream()
                .findFirst()
                .map(fault -> Map.of(key, path + " cannot be written: " + fault)));
    }

    private Optional<Map<String, String>> brokers() {
        return settings.send()
                .restore()
                .admin()
                .flatMap(AdminPartitionCounts::fault)
                .map(fault -> Map.of(RestoreSettings.ADMIN_BOOTSTRAP_SERVERS, fault));
    }

    private Optional<Map<String, String>> files() {
        long endNanos = System.nanoTime() + LOOKING.toNanos();
        FutureTask<Optional<ConfigMismatchException>> look =
                new FutureTask<>(() -> look(() -> System.nanoTime() - endNanos > 0));
        Thread thread = new Thread(look, "parquetry-source-preview");
        thread.setDaemon(true);
        thread.start();
        try {
            return look.get(LOOKING.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS)
                    .map(misfit -> Map.of(misfit.key(), misfit.getMessage()));
        } catch (TimeoutException e) {
            look.cancel(true);
            LOG.info(
                    "{} does not say in time what files it has",
                    settings.storage().url());
        } catch (InterruptedException e) {
            look.cancel(true);
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            LOG.info(
                    "The files of {} cannot be looked at: {}",
                    settings.storage().url(),
                    e.getCause().toString());
        }
        return Optional.empty();
    }

    private Optional<ConfigMismatchException> look(BooleanSupplier enough) throws IOException {
        RestoreSettings restore = settings.send().restore();
        try (Storage storage = Storages.open(settings.storage());
                TargetTopics targets = new TargetTopics(restore, restore.admin().map(AdminPartitionCounts::of))) {
            DryRun dryRun = new DryRun(settings, storage, enough);
            dryRun.list();
            if (settings.send().mode() == SendMode.RESTORE) {
                dryRun.streams().forEach(stream -> targets.require(stream.topic(), stream.partition()));
            }
            RecordConverter converter = new RecordConverter(settings.send(), targets);
            dryRun.read((path, row, record) -> {
                if (record.kafka().isEmpty()) {
                    converter.convert(path, row, record, NO_OFFSET);
                }
            });
            LOG.info("{} in {} are to be sent", dryRun, storage.url());
            return Optional.empty();
        } catch (ConnectException e) {
            return Optional.of(misfit(e).orElseThrow(() -> e));
        }
    }

    private static Optional<ConfigMismatchException> misfit(Throwable e) {
        return e == null
                ? Optional.empty()
                : e instanceof ConfigMismatchException misfit ? Optional.of(misfit) : misfit(e.getCause());
    }
}
