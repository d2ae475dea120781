package io.parquetry.local;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Azurite, Microsoft's emulator of Azure Blob Storage, as a child process on Node. Its blobs are in its directory, in a
 * format of its own.
 */
public final class LocalAzurite extends LocalServer {
    private static final String ACCOUNT = "devstoreaccount1";

    /** Azurite documents it for everybody. */
    private static final String KEY =
            "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    private static final String SERVICE_VERSION = "2021-12-02";
    private static final String DATE_FORMAT = "EEE, dd MMM yyyy HH:mm:ss 'GMT'";

    private final Path program;

    private LocalAzurite(Path program, Path directory, NodeListener listener) {
        super("azurite", directory, listener);
        this.program = program.toAbsolutePath();
    }

    /**
     * Starts a store with an empty container and returns when it accepts connections.
     *
     * @param program {@code azurite.sh}, which has fetched Azurite
     * @param directory of the server, with its blobs
     */
    public static LocalAzurite start(Path program, Path directory, String container, NodeListener listener)
            throws IOException {
        LocalAzurite store = new LocalAzurite(program, directory, listener);
        try {
            store.start();
            store.create(container);
            return store;
        } catch (IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /**
     * Lets npm fetch Azurite, once for a user.
     *
     * @param program {@code azurite.sh}
     * @throws StackException when there is no Node, or npm does not fetch Azurite; the message says what to install
     */
    public static void fetch(Path program) throws IOException {
        Process fetch = new ProcessBuilder("sh", program.toString(), "fetch")
                .redirectErrorStream(true)
                .start();
        String said = new String(fetch.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (fetch.waitFor() != 0) {
                throw new StackException(said.lines().reduce("", (before, last) -> last));
            }
        } catch (InterruptedException e) {
            fetch.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while Azurite was fetched", e);
        }
    }

    /** The keys of a connector that reach the store. */
    public Map<String, String> keys() {
        return Map.of("azure.endpoint", endpoint().toString(), "azure.account", ACCOUNT, "azure.account.key", KEY);
    }

    private URI endpoint() {
        return URI.create("http://" + Ports.LOOPBACK + ":" + port() + "/" + ACCOUNT);
    }

    /** The command that starts this store again when it has stopped, with its blobs and its port. */
    public List<String> command() {
        return List.of(
                "sh",
                program.toString(),
                "run",
                "--location",
                directory().toString(),
                "--blobPort",
                Integer.toString(port()));
    }

    @Override
    ChildProcess launchServer() {
        return ChildProcess.launch(name(), logs(), command());
    }

    /** A request that is signed with the account's key, as the Blob service documents it. */
    private void create(String container) throws IOException {
        String date = DateTimeFormatter.ofPattern(DATE_FORMAT, Locale.ROOT).format(ZonedDateTime.now(ZoneOffset.UTC));
        String signed = "PUT" + "\n".repeat(12) + "x-ms-date:" + date + "\nx-ms-version:" + SERVICE_VERSION + "\n/"
                + ACCOUNT + "/" + ACCOUNT + "/" + container + "\nrestype:container";
        HttpURLConnection request = (HttpURLConnection) URI.create(endpoint() + "/" + container + "?restype=container")
                .toURL()
                .openConnection();
        request.setRequestMethod("PUT");
        request.setDoOutput(true);
        request.setFixedLengthStreamingMode(0);
        request.setRequestProperty("x-ms-date", date);
        request.setRequestProperty("x-ms-version", SERVICE_VERSION);
        request.setRequestProperty("Authorization", "SharedKey " + ACCOUNT + ":" + signature(signed));
        request.getOutputStream().close();
        if (request.getResponseCode() != HttpURLConnection.HTTP_CREATED) {
            throw new StackException("azurite answers " + request.getResponseCode() + " " + request.getResponseMessage()
                    + " to the creation of container " + container + logTail());
        }
    }

    private static String signature(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(KEY), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has HmacSHA256", e);
        }
    }
}
