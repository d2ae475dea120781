package io.parquetry.connect.common.version;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of the connectors, as a worker shows it; the build writes it beside this class. */
public final class PluginVersion {
    public static final String TEXT = read();

    private PluginVersion() {}

    private static String read() {
        try (InputStream in = PluginVersion.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("version.properties is missing beside " + PluginVersion.class.getName()
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
