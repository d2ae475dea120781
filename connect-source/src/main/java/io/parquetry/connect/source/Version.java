package io.parquetry.connect.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this module, which the build writes beside this class. */
final class Version {
    static final String TEXT = read();

    private Version() {}

    private static String read() {
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("version.properties is missing beside " + Version.class.getName()
                        + "; the jar was not built completely");
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new IllegalStateException("version.properties cannot be read: " + e.getMessage(), e);
        }
    }
}
