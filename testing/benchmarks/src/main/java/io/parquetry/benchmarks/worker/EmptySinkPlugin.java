package io.parquetry.benchmarks.worker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.kafka.connect.sink.SinkConnector;

/** Makes a plugin of {@link EmptySinkConnector}: an entry of a worker's {@code plugin.path}. */
final class EmptySinkPlugin {
    private EmptySinkPlugin() {}

    /** Creates the folder, with one plugin in it. */
    static Path create(Path folder) throws IOException {
        Path plugin = Files.createDirectories(folder.resolve("empty-sink"));
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(plugin.resolve("empty-sink.jar")))) {
            jar.putNextEntry(new JarEntry("META-INF/services/" + SinkConnector.class.getName()));
            jar.write(EmptySinkConnector.class.getName().getBytes(StandardCharsets.UTF_8));
            for (Class<?> type : List.of(EmptySinkConnector.class, EmptySinkConnector.EmptySinkTask.class)) {
                String entry = type.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(entry));
                try (InputStream code = type.getClassLoader().getResourceAsStream(entry)) {
                    code.transferTo(jar);
                }
            }
        }
        return folder;
    }
}
