package io.parquetry.cli.layout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A real browser without a window, spoken to by its DevTools protocol. It has one page at a time, and keeps what that
 * page complains of and what it loads.
 */
final class Chromium {
    /** Names the browser where it is not on the PATH. */
    static final String PROPERTY = "chromium";

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://\\S+)");
    private static final int TIMEOUT_SECONDS = 90;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> replies = new ConcurrentHashMap<>();
    private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, CompletableFuture<String>> loads = new ConcurrentHashMap<>();
    private String session = "";
    private int lastId;

    private Chromium(Process process, String url) {
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(url), new Listener())
                .join();
    }

    /** The program, by the system property or on the PATH. */
    static Optional<Path> program() {
        String named = System.getProperty(PROPERTY, "");
        if (!named.isEmpty()) {
            return Optional.of(Path.of(named));
        }
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Chromium start(Path program, Path profile) throws Exception {
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--disable-extensions",
                        "--disable-background-networking",
                        "--hide-scrollbars",
                        "--window-size=1440,1240",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader lines = process.errorReader(StandardCharsets.UTF_8);
        Optional<String> url = lines.lines()
                .map(LISTENING::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst();
        drain(lines);
        Chromium browser = new Chromium(process, url.orElseThrow(() -> new IOException(program + " does not listen")));
        String target = browser.send("Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .asText();
        browser.session = browser.send("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId")
                .asText();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            browser.send(domain + ".enable", Map.of());
        }
        browser.send("Page.setLifecycleEventsEnabled", Map.of("enabled", true));
        return browser;
    }

    /** Keeps the browser's log from filling its pipe. */
    private static void drain(BufferedReader lines) {
        Thread drain = new Thread(
                () -> {
                    try {
                        while (lines.readLine() != null) {
                            continue;
                        }
                    } catch (IOException e) {
                        // The browser has ended.
                        return;
                    }
                },
                "chromium's stderr");
        drain.setDaemon(true);
        drain.start();
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            message.append(data);
            if (last) {
                try {
                    receive(JSON.readTree(message.toString()));
                } catch (IOException e) {
                    complaints.add("no JSON: " + message);
                }
                message.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    private void receive(JsonNode message) {
        if (message.has("id")) {
            CompletableFuture<JsonNode> reply = replies.remove(message.get("id").asInt());
            if (message.has("error")) {
                reply.completeExceptionally(
                        new IllegalStateException(message.get("error").toString()));
            } else {
                reply.complete(message.get("result"));
            }
            return;
        }
        JsonNode event = message.path("params");
        switch (message.path("method").asText()) {
            case "Runtime.exceptionThrown",
                    "Log.entryAdded",
                    "Runtime.consoleAPICalled",
                    "Page.javascriptDialogOpening" -> complaints.add(event.toString());
            case "Network.requestWillBeSent" ->
                requests.add(event.at("/request/url").asText());
            case "Page.lifecycleEvent" -> {
                if (event.path("name").asText().equals("load")) {
                    load(event.path("loaderId").asText()).complete("load");
                }
            }
            default -> {
                // Other events are not of interest.
            }
        }
    }

    private synchronized JsonNode send(String method, Map<String, ?> parameters) throws Exception {
        int id = ++lastId;
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        CompletableFuture<JsonNode> reply = new CompletableFuture<>();
        replies.put(id, reply);
        socket.sendText(message.toString(), true).join();
        return reply.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    /** Opens a page and waits until it is loaded. */
    void open(Path page) throws Exception {
        navigate("about:blank");
        complaints.clear();
        requests.clear();
        navigate(page.toUri().toString());
    }

    /** Waits for the load of this navigation; that of an earlier one may come late. */
    private void navigate(String url) throws Exception {
        String loader =
                send("Page.navigate", Map.of("url", url)).get("loaderId").asText();
        load(loader).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private CompletableFuture<String> load(String loader) {
        return loads.computeIfAbsent(loader, none -> new CompletableFuture<>());
    }

    /** Exceptions, messages of the console and of the browser, and dialogs, since the page was opened. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** The addresses that were asked for since the page was opened. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** The value of an expression, as text. */
    String evaluate(String expression) throws Exception {
        JsonNode result = send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(result.get("exceptionDetails").toString());
        }
        return result.at("/result/value").asText();
    }

    /** Presses and releases the mouse in the middle of an element, which is moved into view before. */
    void click(String selector) throws Exception {
        String element = "document.querySelector(" + JSON.writeValueAsString(selector) + ")";
        JsonNode at = JSON.readTree(evaluate("(() => { const e = " + element
                + "; e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
                + " return JSON.stringify({x: b.x + b.width / 2, y: b.y + b.height / 2}); })()"));
        for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
            send(
                    "Input.dispatchMouseEvent",
                    Map.of(
                            "type",
                            type,
                            "x",
                            at.get("x").asDouble(),
                            "y",
                            at.get("y").asDouble(),
                            "button",
                            type.equals("mouseMoved") ? "none" : "left",
                            "clickCount",
                            1));
        }
    }

    /** Presses and releases a key, such as {@code Tab}, {@code ArrowRight} or {@code Enter}. */
    void press(String key) throws Exception {
        Map<String, Integer> codes = Map.of("Tab", 9, "Enter", 13, "ArrowRight", 39, "Backspace", 8);
        String text = key.equals("Enter") ? "\r" : "";
        for (String type : List.of("keyDown", "keyUp")) {
            send(
                    "Input.dispatchKeyEvent",
                    Map.of(
                            "type",
                            type,
                            "key",
                            key,
                            "code",
                            key,
                            "windowsVirtualKeyCode",
                            codes.get(key),
                            "text",
                            text));
        }
    }

    /** The colours that the system prefers: {@code light} or {@code dark}. */
    void prefer(String scheme) throws Exception {
        send(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** A picture of what is in view, as PNG. */
    byte[] screenshot() throws Exception {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 1440, "height", 1240, "deviceScaleFactor", 1, "mobile", false));
        return Base64.getDecoder()
                .decode(send("Page.captureScreenshot", Map.of("format", "png"))
                        .get("data")
                        .asText());
    }

    void stop() throws InterruptedException {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
}
