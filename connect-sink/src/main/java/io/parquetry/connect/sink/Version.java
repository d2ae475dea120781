package io.parquetry.connect.sink;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this plugin, as the worker shows it. */
final class Version {
    static final String TEXT = text();

    private Version() {}

    private static String text() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("version.properties is missing beside " + Version.class.getName()
                        + "; the jar was not built completely");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new IllegalStateException("version.properties cannot be read: " + e.getMessage(), e);
        }
        return properties.getProperty("version");
    }
}
