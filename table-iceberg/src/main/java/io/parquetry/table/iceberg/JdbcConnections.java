package io.parquetry.table.iceberg;

import java.sql.Connection;
import java.sql.DriverManager;
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

    private JdbcConnections(Map<String, String> properties) {
        super(properties.get(CatalogProperties.URI), withLoginTimeout(properties));
    }

    /** The driver of PostgreSQL does not ask the JVM for the limit of a login. */
    private static Map<String, String> withLoginTimeout(Map<String, String> properties) {
        Map<String, String> limited = new HashMap<>(properties);
        if (properties.get(CatalogProperties.URI).startsWith("jdbc:postgresql:")) {
            limited.putIfAbsent("jdbc.loginTimeout", Integer.toString(LIMIT_MS / 1_000));
        }
        return limited;
    }

    static Catalog catalog(String name, Map<String, String> properties) {
        JdbcCatalog catalog = new JdbcCatalog(null, JdbcConnections::new, true);
        catalog.initialize(name, properties);
        return catalog;
    }

    /** The limit of a login is one of the JVM; one that somebody else has set stays. */
    @Override
    protected Connection newClient() {
        if (DriverManager.getLoginTimeout() == 0) {
            DriverManager.setLoginTimeout(LIMIT_MS / 1_000);
        }
        Connection connection = super.newClient();
        try {
            connection.setNetworkTimeout(Runnable::run, LIMIT_MS);
        } catch (SQLException | AbstractMethodError without) {
            // A driver need not have one.
        }
        return connection;
    }
}
