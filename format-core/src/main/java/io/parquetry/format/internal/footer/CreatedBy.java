package io.parquetry.format.internal.footer;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/**
 * The {@code created_by} of every footer, {@code parquetry version X (build HASH)}: a form that other readers parse.
 */
public final class CreatedBy {
    public static final String TEXT = text();

    private CreatedBy() {}

    private static String text() {
        Properties properties = new Properties();
        try (InputStream in = CreatedBy.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("version.properties is missing beside " + CreatedBy.class.getName()
                        + "; the jar was not built completely");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new IllegalStateException("version.properties cannot be read: " + e.getMessage(), e);
        }
        String build = properties.getProperty("build", "");
        return "parquetry version " + properties.getProperty("version") + " (build "
                + (build.isEmpty() || build.startsWith("$") ? "unknown" : build) + ")";
    }
}
