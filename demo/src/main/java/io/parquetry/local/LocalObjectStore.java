package io.parquetry.local;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A server that speaks S3, s3proxy, as a child process. A bucket is a directory below {@link #buckets()}, and an object
 * in it is a file. It stops with {@link #close()} and when this JVM exits.
 */
public final class LocalObjectStore extends LocalNode implements AutoCloseable {
    public static final String ACCESS_KEY = "parquetry";
    public static final String SECRET_KEY = "parquetry-secret";

    private static final int HEAP_MEBIBYTES = 256;
    private static final int CONNECT_MS = 200;
    private static final Duration START_TIMEOUT = Duration.ofMinutes(1);

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
    private final int port = new Ports().free();
    private final Thread shutdownHook = new Thread(this::destroyNow, "object-store-shutdown");

    private LocalObjectStore(Path libraries, Path directory, NodeListener listener) {
        super("s3proxy", directory, START_TIMEOUT, listener);
        this.libraries = libraries;
    }

    /**
     * Starts a store with an empty bucket and returns when it accepts connections.
     *
     * @param libraries the server's jars, flat in one directory
     * @param directory of the server, with its objects
     */
    public static LocalObjectStore start(Path libraries, Path directory, String bucket, NodeListener listener)
            throws IOException {
        LocalObjectStore store = new LocalObjectStore(libraries.toAbsolutePath(), directory.toAbsolutePath(), listener);
        Files.createDirectories(store.buckets().resolve(bucket));
        Files.writeString(store.logConfiguration(), LOGBACK);
        Runtime.getRuntime().addShutdownHook(store.shutdownHook);
        try {
            store.start();
            return store;
        } catch (RuntimeException e) {
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
        return URI.create("http://" + Ports.LOOPBACK + ":" + port);
    }

    @Override
    ChildJvm launchChild() {
        Ports.requireFree(port, name());
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
        return ChildJvm.launch(
                name(),
                logs(),
                KafkaDistribution.OWN_JAVA,
                libraries,
                HEAP_MEBIBYTES,
                List.of("-Dlogback.configurationFile=" + logConfiguration()),
                "org.gaul.s3proxy.Main",
                List.of("--properties", configuration.toString()));
    }

    @Override
    boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(Ports.LOOPBACK, port), CONNECT_MS);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            stop();
        } finally {
            destroyNow();
            removeShutdownHook(shutdownHook);
        }
    }
}
