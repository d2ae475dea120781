package io.parquetry.connect.source.read;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.StorageProbe;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.brokers.BrokerAdmin;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.BadRowSettings.OnBadRow;
import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.FinishSettings.OnFinish;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.config.SendSettings.SendMode;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.convert.AdminTopics;
import io.parquetry.connect.source.convert.BadRowException;
import io.parquetry.connect.source.convert.RecordConverter;
import io.parquetry.connect.source.convert.TargetTopics;
import io.parquetry.connect.source.offset.DeliveryTracker;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SourceOffset;
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
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Checks of a configuration that need the storage or the brokers: whether the storage can be reached and written, the
 * brokers answer, the files have the selected columns, and the topics have the partitions. Each check takes ten seconds
 * at most; the first fault is reported.
 */
public final class ConfigProbe {
    private static final Log LOG = Log.of(ConfigProbe.class);

    private static final Duration FILES_TIMEOUT = Duration.ofSeconds(10);

    /** How long the last access to the storage may take after that. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final String PROBE_DIRECTORY = LedgerDirectory.ROOT + "/.probe";

    private static final SourceOffset UNSENT =
            new SourceOffset(Map.of(), FilePosition.DONE, new DeliveryTracker(), "", 0);

    private final SourceSettings settings;

    private ConfigProbe(SourceSettings settings) {
        this.settings = settings;
    }

    /** The fault by the key that causes it; empty when there is none. */
    public static Map<String, String> faults(SourceSettings settings) {
        ConfigProbe probe = new ConfigProbe(settings);
        Map<String, String> unreadable = StorageProbe.readFaults(settings.storage());
        if (!unreadable.isEmpty()) {
            return unreadable;
        }
        return probe.unmovable()
                .or(() -> probe.unwritable(settings.finish().finishedDirectory(), FinishSettings.ON_FINISH))
                .or(() -> probe.unwritable(settings.failure().quarantineDirectory(), FailureSettings.ON_BAD_FILE))
                .or(probe::brokers)
                .or(probe::files)
                .orElse(Map.of());
    }

    /** Files that are deleted, moved or put into quarantine may be replaced by others at the last moment. */
    private Optional<Map<String, String>> unmovable() {
        boolean keepsAll = settings.finish().onFinish() == OnFinish.KEEP
                && settings.failure().quarantineDirectory().isEmpty();
        return keepsAll
                ? Optional.empty()
                : Optional.of(StorageProbe.moveFaults(settings.storage(), PROBE_DIRECTORY))
                        .filter(faults -> !faults.isEmpty());
    }

    private Optional<Map<String, String>> unwritable(Optional<String> directory, String key) {
        return directory.flatMap(path -> StorageProbe.writeFaults(settings.storage(), path).values().stream()
                .findFirst()
                .map(fault -> Map.of(key, path + " cannot be written: " + fault)));
    }

    private Optional<Map<String, String>> brokers() {
        return settings.send()
                .brokers()
                .flatMap(brokers -> BrokerAdmin.fault(brokers.admin()))
                .map(fault -> Map.of(AdminSettings.BOOTSTRAP_SERVERS, fault));
    }

    private Optional<Map<String, String>> files() {
        long endNanos = System.nanoTime() + FILES_TIMEOUT.toNanos();
        FutureTask<Optional<ConfigMismatchException>> check =
                new FutureTask<>(() -> checkFiles(() -> System.nanoTime() - endNanos > 0));
        Thread thread = new Thread(check, "parquetry-source-dry-run");
        thread.setDaemon(true);
        thread.start();
        try {
            return check.get(FILES_TIMEOUT.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS)
                    .map(mismatch -> Map.of(mismatch.key(), mismatch.getMessage()));
        } catch (TimeoutException e) {
            check.cancel(true);
            LOG.info("{} has not listed its files in time", settings.storage().url());
        } catch (InterruptedException e) {
            check.cancel(true);
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            LOG.info(
                    "The files of {} cannot be checked: {}",
                    settings.storage().url(),
                    e.getCause().toString());
        }
        return Optional.empty();
    }

    private Optional<ConfigMismatchException> checkFiles(BooleanSupplier enough) throws IOException {
        try (Storage storage = Storages.open(settings.storage());
                TargetTopics targets = new TargetTopics(
                        settings.send(), settings.send().brokers().map(AdminTopics::of), System::currentTimeMillis)) {
            DryRun dryRun = new DryRun(settings, storage, enough);
            dryRun.list();
            if (settings.send().mode() == SendMode.RESTORE && failsOnBadRows()) {
                dryRun.streams().forEach(stream -> targets.stored(stream.topic(), stream.partition()));
                Optional<ConfigMismatchException> refusal = dryRun.streams().stream()
                        .flatMap(stream -> targets.refusalOf(stream.topic(), stream.partition()).stream())
                        .findFirst();
                if (refusal.isPresent()) {
                    return refusal;
                }
            }
            RecordConverter converter = new RecordConverter(settings.send(), targets);
            dryRun.read((path, row, record) -> {
                if (record.kafka().isEmpty()) {
                    SourceRecord sent = converter.convert(path, row, record, UNSENT);
                    targets.refusal(sent, limit -> 0).ifPresent(reason -> {
                        throw new BadRowException(path, row, reason, null);
                    });
                }
            });
            if (dryRun.isEmpty()) {
                LOG.warn(
                        "No file of {} matches {}; the connector waits for files. Check {} and {} if there should be"
                                + " some",
                        storage.url(),
                        settings.discovery().include(),
                        StorageKeys.STORAGE_URL,
                        DiscoverySettings.PATH_INCLUDE);
            }
            LOG.info("{} in {} are to be sent", dryRun, storage.url());
            return Optional.empty();
        } catch (BadRowException e) {
            return failsOnBadRows()
                    ? Optional.of(new ConfigMismatchException(keyOf(e), e.getMessage(), e))
                    : Optional.empty();
        } catch (ConnectException e) {
            return Optional.of(mismatch(e).orElseThrow(() -> e));
        }
    }

    private boolean failsOnBadRows() {
        return settings.failure().badRows().policy() == OnBadRow.FAIL;
    }

    /** The key that makes a record of a row that cannot be sent. */
    private static String keyOf(BadRowException fault) {
        return fault.getMessage().contains(RowSettings.TIMESTAMP_COLUMN)
                ? RowSettings.TIMESTAMP_COLUMN
                : RowSettings.TOPIC;
    }

    private static Optional<ConfigMismatchException> mismatch(Throwable e) {
        return e == null
                ? Optional.empty()
                : e instanceof ConfigMismatchException mismatch ? Optional.of(mismatch) : mismatch(e.getCause());
    }
}
