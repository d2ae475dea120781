package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.schema.ColumnForm;
import io.parquetry.format.schema.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * One table format. {@link ServiceLoader} finds the providers with the class loader of the plugin. Loading a provider
 * must not load the library of its format.
 */
public interface TableProvider {
    /** The value of {@code table.format}. */
    String format();

    /** The prefix of keys that are passed on to the catalog. */
    String catalogPrefix();

    /** The meaning of these keys, for the documentation. */
    String catalogDescription();

    /** Adds a fault for each value that no table of the format can have; without a connection. */
    void check(TableSettings settings, Faults faults);

    /** The columns of files of a table with these settings. */
    ColumnForm columns(TableSettings settings);

    /** Opens a catalog without a connection to it. */
    TableCatalog open(TableSettings settings, StorageSettings storage);

    /**
     * The faults of a catalog: by key, what failed. Empty when it answers, and the table can be written.
     *
     * @param storage where data files are
     * @param topic whose table is looked at; empty where no topic is known
     * @param columns that the files have whatever the records are
     */
    Map<String, String> probe(
            TableSettings settings, StorageSettings storage, Optional<String> topic, List<Type> columns);

    /** The table formats of the plugin. */
    static List<TableProvider> all() {
        return Providers.ALL;
    }

    /** Loaded once. */
    final class Providers {
        private static final List<TableProvider> ALL =
                ServiceLoader.load(TableProvider.class, TableProvider.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();

        private Providers() {}
    }
}
