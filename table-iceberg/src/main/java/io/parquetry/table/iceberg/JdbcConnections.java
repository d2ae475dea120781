package io.parquetry.table.iceberg;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.jdbc.JdbcClientPool;

/**
 * Connections to the database of a catalog, with a limit of time for each answer. Drivers have none unless they are
 * told one, and a database whose replies are lost on the network would keep a thread for ever.
 */
final class JdbcConnections extends JdbcClientPool {
    private static final int LIMIT_MS = Math.toIntExact(IcebergTable.APPENDING_LIMIT.toMillis());

    /**
     * The properties of drivers that limit a login, by the beginning of their URLs; the usual way is a limit for the
     * whole JVM, which is not ours alone.
     */
    private static final Map<String, Map<String, String>> LOGIN_LIMITS = Map.of(
            "jdbc:postgresql:", Map.of("jdbc.loginTimeout", Integer.toString(LIMIT_MS / 1_000)),
            "jdbc:mysql:", Map.of("jdbc.connectTimeout", Integer.toString(LIMIT_MS)),
            "jdbc:mariadb:", Map.of("jdbc.connectTimeout", Integer.toString(LIMIT_MS)));

    private JdbcConnections(Map<String, String> properties) {
        super(properties.get(CatalogProperties.URI), withLoginLimit(properties));
    }

    private static Map<String, String> withLoginLimit(Map<String, String> properties) {
        Map<String, String> limited = new HashMap<>(properties);
        LOGIN_LIMITS.forEach((url, limits) -> {
            if (properties.get(CatalogProperties.URI).startsWith(url)) {
                limits.forEach(limited::putIfAbsent);
            }
        });
        return limited;
    }

    static Catalog catalog(String name, Map<String, String> properties) {
        JdbcCatalog catalog = new JdbcCatalog(null, JdbcConnections::new, true);
        catalog.initialize(name, properties);
        return catalog;
    }

    @Override
    protected Connection newClient() {
        Connection connection = super.newClient();
        try {
            connection.setNetworkTimeout(Runnable::run, LIMIT_MS);
        } catch (SQLException | AbstractMethodError without) {
            // A driver need not have one.
        }
        return connection;
    }
}
