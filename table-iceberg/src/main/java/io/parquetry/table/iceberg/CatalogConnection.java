package io.parquetry.table.iceberg;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.sink.table.TableSettings;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;

/** A catalog that is connected when it is first needed, and again after a failure of that. */
final class CatalogConnection implements Closeable {
    private final TableSettings settings;
    private final StorageSettings storage;
    private final String registered;

    /** Null before it is needed. */
    private Catalog catalog;

    /** A request to the catalog. */
    @FunctionalInterface
    interface Request<T> {
        T run(Catalog catalog) throws IOException;
    }

    CatalogConnection(TableSettings settings, StorageSettings storage) {
        this.settings = settings;
        this.storage = storage;
        this.registered = StorageFileIO.register(storage);
    }

    /** Makes a request, whose failures are all IOExceptions, but for the exceptions of Connect. */
    <T> T request(String step, Request<T> request) throws IOException {
        try {
            if (catalog == null) {
                catalog = CatalogUtil.buildIcebergCatalog("parquetry", properties(), null);
            }
            return request.run(catalog);
        } catch (org.apache.kafka.connect.errors.ConnectException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new IOException(step + " failed: " + reason(e), e);
        }
    }

    private Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>(settings.catalog());
        if ("jdbc".equalsIgnoreCase(properties.get(IcebergProvider.TYPE))) {
            properties.putIfAbsent(
                    CatalogProperties.WAREHOUSE_LOCATION, StorageFileIO.location(storage.url(), "_tables"));
        }
        properties.put(CatalogProperties.FILE_IO_IMPL, StorageFileIO.class.getName());
        properties.put(StorageFileIO.SETTINGS, registered);
        return properties;
    }

    /** The messages of the exception and its causes, without repetitions. */
    private static String reason(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String message = each.getMessage() == null ? each.getClass().getSimpleName() : each.getMessage();
            if (text.indexOf(message) < 0) {
                text.append(text.isEmpty() ? "" : ": ").append(message);
            }
        }
        if (text.indexOf("No suitable driver") >= 0) {
            text.append("; put the jar of the database's JDBC driver into the directory of the plugin on every worker");
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        StorageFileIO.forget(registered);
        if (catalog instanceof Closeable open) {
            open.close();
        }
        catalog = null;
    }
}
