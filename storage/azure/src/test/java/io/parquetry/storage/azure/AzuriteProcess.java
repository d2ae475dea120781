package io.parquetry.storage.azure;

import com.azure.storage.blob.BlobContainerClient;
import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.objects.ObjectStorageFactory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.format.TestData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Microsoft's emulator of Blob Storage in a process of its own, with the blobs in its memory. {@code testing/azurite}
 * fetches and starts it. Where there is no Node, or npm does not reach its registry, the tests are skipped as those
 * whose data are missing.
 */
public final class AzuriteProcess implements AutoCloseable {
    public static final String ACCOUNT = "devstoreaccount1";

    /** The one that Azurite documents for everybody. */
    public static final String KEY =
            "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    private static final Pattern LISTENS = Pattern.compile("listens on http://127\\.0\\.0\\.1:([0-9]+)");

    private final Process process;
    private final URI endpoint;

    private AzuriteProcess(Process process, URI endpoint) {
        this.process = process;
        this.endpoint = endpoint;
    }

    /** Starts a store with an empty container of each of these names, and returns when it answers. */
    public static AzuriteProcess start(Path directory, String... containers) throws IOException {
        Path program = program();
        fetch(program);
        Process process = new ProcessBuilder(
                        "sh", program.toString(), "run", "--blobPort", "0", "--inMemoryPersistence")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        AzuriteProcess store = new AzuriteProcess(process, awaitEndpoint(process));
        for (String container : containers) {
            store.client(container).create();
        }
        return store;
    }

    /** It says its port when it listens; what it says later goes to nobody, so a thread reads it. */
    private static URI awaitEndpoint(Process process) throws IOException {
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            all.append(line).append('\n');
            Matcher listens = LISTENS.matcher(line);
            if (listens.find()) {
                Thread rest = new Thread(() -> ignoreRest(said), "azurite-output");
                rest.setDaemon(true);
                rest.start();
                return URI.create("http://127.0.0.1:" + listens.group(1) + "/" + ACCOUNT);
            }
        }
        throw new IOException("Azurite does not start: " + all);
    }

    private static void ignoreRest(BufferedReader said) {
        try {
            said.transferTo(Writer.nullWriter());
        } catch (IOException ended) {
            // The process is closed, and its output with it.
        }
    }

    /** In the source tree, of which the working directory of a test is a module. */
    private static Path program() {
        Path script = Path.of("testing", "azurite", "azurite.sh");
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve(script)) && directory.getParent() != null) {
            directory = directory.getParent();
        }
        return directory.resolve(script);
    }

    private static void fetch(Path program) throws IOException {
        Process fetch = new ProcessBuilder("sh", program.toString(), "fetch")
                .redirectErrorStream(true)
                .start();
        String said = new String(fetch.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (fetch.onExit().join().exitValue() != 0) {
            throw TestData.skip(program, said.trim());
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
        return Map.of(AzureKeys.ENDPOINT, endpoint.toString(), AzureKeys.ACCOUNT, ACCOUNT, AzureKeys.ACCOUNT_KEY, KEY);
    }

    /** The factory that a configuration reads. */
    static ObjectStorageFactory factory(Map<String, String> keys) {
        return AzureStorageProvider.factory(settings(keys));
    }

    private static AzureSettings settings(Map<String, String> keys) {
        ConfigDef definition = new ConfigDef();
        new AzureKeys(StorageAccess.WRITE).define(definition);
        return new AzureKeys(StorageAccess.WRITE).read(new ConfigValues(keys, definition.parse(keys)));
    }

    /** The storage that a configuration with {@link #keys} opens. */
    public Storage storage(String url) {
        return storage(url, Map.of());
    }

    /** @param more keys beside those that the store needs */
    public Storage storage(String url, Map<String, String> more) {
        Map<String, String> keys = new HashMap<>(keys());
        keys.putAll(more);
        return factory(keys).open(url, 0);
    }

    /** A client as other programs have one. */
    public BlobContainerClient client(String container) {
        return AzureClients.open(container, settings(), AzureSettings.DATA_TIMES);
    }

    AzureSettings settings() {
        return settings(keys());
    }

    @Override
    public void close() {
        process.destroy();
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
