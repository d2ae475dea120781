package io.parquetry.storage.s3;

import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * An object store in a process of its own, s3proxy on a directory. Its jars are those of the module {@code s3proxy},
 * where Jackson and the HTTP server are others than the product's. It ends at the end of its input.
 */
public final class S3ProxyProcess implements AutoCloseable {
    public static final String ACCESS_KEY = "parquetry-test";
    public static final String SECRET_KEY = "parquetry-secret";

    private static final String JARS_PROPERTY = "s3proxy.libs";
    private static final String JARS_SEEN_FROM_THE_ROOT = "testing/jars/s3proxy/target/libs";
    private static final int START_SECONDS = 90;

    private final Process process;
    private final URI endpoint;

    private S3ProxyProcess(Process process, URI endpoint) {
        this.process = process;
        this.endpoint = endpoint;
    }

    /** Starts a store with an empty bucket of each of these names, and returns when it answers. */
    public static S3ProxyProcess start(Path directory, String... buckets) throws IOException {
        Path data = Files.createDirectories(directory.resolve("data"));
        URI endpoint = URI.create("http://127.0.0.1:" + freePort());
        Path properties = directory.resolve("s3proxy.properties");
        Files.write(
                properties,
                List.of(
                        "s3proxy.endpoint=" + endpoint,
                        "s3proxy.authorization=aws-v2-or-v4",
                        "s3proxy.identity=" + ACCESS_KEY,
                        "s3proxy.credential=" + SECRET_KEY,
                        "jclouds.provider=filesystem-nio2",
                        "jclouds.filesystem.basedir=" + data));
        Files.writeString(
                directory.resolve("logback.xml"),
                "<configuration><appender name=\"out\" class=\"ch.qos.logback.core.ConsoleAppender\"><encoder>"
                        + "<pattern>%d %level %logger{0} %msg%n</pattern></encoder></appender>"
                        + "<root level=\"WARN\"><appender-ref ref=\"out\"/></root></configuration>");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        // For a short start, not for peak speed.
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dlogback.configurationFile=" + directory.resolve("logback.xml"),
                        "-cp",
                        ownClasses() + ":" + System.getProperty(JARS_PROPERTY, JARS_SEEN_FROM_THE_ROOT) + "/*",
                        Server.class.getName(),
                        properties.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("s3proxy.log").toFile())
                .start();
        S3ProxyProcess store = new S3ProxyProcess(process, endpoint);
        store.awaitAnswer(directory);
        try (S3Client client = store.client()) {
            for (String bucket : buckets) {
                client.createBucket(request -> request.bucket(bucket));
            }
        }
        return store;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static Path ownClasses() {
        return Path.of(S3ProxyProcess.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
    }

    private void awaitAnswer(Path directory) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (process.isAlive() && System.nanoTime() < end) {
            try {
                HttpURLConnection connection =
                        (HttpURLConnection) endpoint.toURL().openConnection();
                connection.getResponseCode();
                return;
            } catch (IOException notYet) {
                process.onExit()
                        .completeOnTimeout(null, 100, TimeUnit.MILLISECONDS)
                        .join();
            }
        }
        process.destroyForcibly();
        throw new IOException("no s3proxy came up in " + directory + "; its s3proxy.log says why");
    }

    /** The process, whose class path has nothing of the product. */
    static final class Server {
        private Server() {}

        public static void main(String[] arguments) throws Exception {
            Class.forName("org.gaul.s3proxy.Main")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[] {"--properties", arguments[0]});
            System.in.transferTo(System.out);
            Runtime.getRuntime().halt(0);
        }
    }

    public URI endpoint() {
        return endpoint;
    }

    /** What a configuration of a connector needs to reach the store. */
    public Map<String, String> keys() {
        return keys(endpoint);
    }

    /** The same by way of another address. */
    public static Map<String, String> keys(URI endpoint) {
        return Map.of(
                S3Keys.ENDPOINT,
                endpoint.toString(),
                S3Keys.PATH_STYLE,
                "true",
                S3Keys.ACCESS_KEY,
                ACCESS_KEY,
                S3Keys.SECRET_KEY,
                SECRET_KEY);
    }

    /** The storage that a configuration with {@link #keys} opens. */
    public Storage storage(String url) {
        return storage(url, Map.of());
    }

    /** @param more keys beside those that the store needs */
    public Storage storage(String url, Map<String, String> more) {
        Map<String, String> keys = new HashMap<>(keys());
        keys.putAll(more);
        return S3StorageProvider.factory(TestSettings.of(keys)).open(url, 0);
    }

    /** A client of the store as other programs have one. */
    public S3Client client() {
        S3Settings settings = TestSettings.of(keys());
        return Clients.open(settings, Clients.credentials(settings));
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
