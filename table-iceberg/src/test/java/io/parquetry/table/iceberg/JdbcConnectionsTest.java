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
import org.junit.jupiter.params.provider.ValueSource;

/** The driver of a database is told how long an answer may take, from the login on. */
class JdbcConnectionsTest implements Driver {
    private static final String URL = "jdbc:postgresql:silent";
    private String ofProperty;
    private int loginSeconds;
    private int answerMs;
    private boolean hasLimit;

    @BeforeEach
    void register() throws SQLException {
        DriverManager.registerDriver(this);
    }

    @AfterEach
    void forget() throws SQLException {
        DriverManager.deregisterDriver(this);
        DriverManager.setLoginTimeout(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDatabaseThatDoesNotAnswerHasALimitOfTimeIfItsDriverHasOne(boolean driverHasOne) {
        hasLimit = driverHasOne;
        assertThatThrownBy(() -> JdbcConnections.catalog("lake", Map.of("uri", URL, "warehouse", "w")))
                .isInstanceOf(UncheckedSQLException.class)
                .rootCause()
                .isInstanceOf(SQLTimeoutException.class);
        assertThat(loginSeconds).isEqualTo(60);
        assertThat(ofProperty).isEqualTo("60");
        assertThat(answerMs).isEqualTo(driverHasOne ? 60_000 : 0);
    }

    @Override
    public Connection connect(String url, Properties info) {
        if (!acceptsURL(url)) {
            return null;
        }
        loginSeconds = DriverManager.getLoginTimeout();
        ofProperty = info.getProperty("loginTimeout");
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
    public boolean acceptsURL(String url) {
        return url.equals(URL);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
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
