package io.parquetry.table.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The driver of a database is told how long an answer may take, from the login on. */
class JdbcConnectionsTest implements Driver {
    private String url;
    private Properties given;
    private int answerMs;
    private boolean hasLimit;

    @BeforeEach
    void register() throws SQLException {
        DriverManager.registerDriver(this);
    }

    @AfterEach
    void forget() throws SQLException {
        DriverManager.deregisterDriver(this);
    }

    @ParameterizedTest
    @CsvSource({
        "true, jdbc:postgresql:silent, loginTimeout, 60",
        "false, jdbc:postgresql:silent, loginTimeout, 60",
        "true, jdbc:mysql:silent, connectTimeout, 60000",
        "true, jdbc:mariadb:silent, connectTimeout, 60000"
    })
    void aDatabaseThatDoesNotAnswerHasALimitOfTimeIfItsDriverHasOne(
            boolean driverHasOne, String uri, String property, String limit) {
        hasLimit = driverHasOne;
        url = uri;
        assertThatThrownBy(() -> JdbcConnections.catalog("lake", Map.of("uri", uri, "warehouse", "w")))
                .isInstanceOf(UncheckedSQLException.class)
                .rootCause()
                .isInstanceOf(SQLTimeoutException.class);
        assertThat(given).containsEntry(property, limit);
        assertThat(answerMs).isEqualTo(driverHasOne ? 60_000 : 0);
        assertThat(DriverManager.getLoginTimeout())
                .as("the limit of the whole JVM")
                .isZero();
    }

    @Override
    public Connection connect(String uri, Properties info) {
        if (!acceptsURL(uri)) {
            return null;
        }
        given = info;
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (connection, method, arguments) -> {
                    if (!method.getName().equals("setNetworkTimeout")) {
                        throw new SQLTimeoutException("no answer");
                    }
                    if (!hasLimit) {
                        throw new SQLFeatureNotSupportedException();
                    }
                    answerMs = (int) arguments[1];
                    return null;
                });
    }

    @Override
    public boolean acceptsURL(String uri) {
        return uri.equals(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String uri, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }
}
