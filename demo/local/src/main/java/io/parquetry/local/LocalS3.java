package io.parquetry.local;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A server that speaks S3, s3proxy, as a child process. A bucket is a directory below {@link #buckets()}, and an object
 * in it is a file.
 */
public final class LocalS3 extends LocalServer {
    public static final String ACCESS_KEY = "parquetry";
    public static final String SECRET_KEY = "parquetry-secret";

    private static final int HEAP_MEBIBYTES = 256;

    /** The server logs by logback, which writes to the console. */
    private static final String LOGBACK = """
            <configuration>
              <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%d %-5p [%t] %c: %m%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="console"/></root>
            </configuration>
            """;

    private final Path libraries;

    private LocalS3(Path libraries, Path directory, NodeListener listener) {
        super("s3proxy", directory, listener);
        this.libraries = libraries.toAbsolutePath();
    }

    /**
     * Starts a store with an empty bucket and returns when it accepts connections.
     *
     * @param libraries the server's jars, flat in one directory
     * @param directory of the server, with its objects
     */
    public static LocalS3 start(Path libraries, Path directory, String bucket, NodeListener listener)
            throws IOException {
        LocalS3 store = new LocalS3(libraries, directory, listener);
        try {
            Files.createDirectories(store.buckets().resolve(bucket));
            Files.writeString(store.logConfiguration(), LOGBACK);
            store.start();
            return store;
        } catch (IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private Path logConfiguration() {
        return directory().resolve("logback.xml");
    }

    /** The directory whose directories are buckets. */
    public Path buckets() {
        return directory().resolve("buckets");
    }

    /** Where clients reach the store, with the bucket in the path of a request. */
    public URI endpoint() {
        return URI.create("http://" + Ports.LOOPBACK + ":" + port());
    }

    @Override
    ChildProcess launchServer() {
        Path configuration = writeProperties(
                "s3proxy.properties",
                Map.of(
                        "s3proxy.endpoint",
                        endpoint().toString(),
                        "s3proxy.authorization",
                        "aws-v2-or-v4",
                        "s3proxy.identity",
                        ACCESS_KEY,
                        "s3proxy.credential",
                        SECRET_KEY,
                        "jclouds.provider",
                        "filesystem-nio2",
                        "jclouds.filesystem.basedir",
                        buckets().toString()));
        return ChildProcess.launchJava(
                name(),
                logs(),
                KafkaDistribution.OWN_JAVA,
                libraries,
                HEAP_MEBIBYTES,
                List.of("-Dlogback.configurationFile=" + logConfiguration()),
                "org.gaul.s3proxy.Main",
                List.of("--properties", configuration.toString()));
    }
}
