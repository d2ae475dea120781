package io.parquetry.cli.layout;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * Makes the page of its template, style and script, and of the model as JSON. The page's own policy lets nothing run
 * but this script, and nothing load at all.
 */
final class LayoutPage {
    private static final String STYLE = "/*style*/";
    private static final String SCRIPT = "/*script*/";
    private static final String DATA = "/*data*/";

    private LayoutPage() {}

    /** Writes the page; the writer stays open. */
    static void write(LayoutModel model, Writer out) throws IOException {
        String style = resource("layout.css");
        String script = resource("layout.js");
        String page = resource("layout.html")
                .replace("STYLE-HASH", hash(style))
                .replace("SCRIPT-HASH", hash(script))
                .replace(STYLE, style)
                .replace(SCRIPT, script);
        int data = page.indexOf(DATA);
        out.write(page, 0, data);
        LayoutJson.write(model, out);
        out.write(page.substring(data + DATA.length()));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = LayoutPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String hash(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return "sha256-" + Base64.getEncoder().encodeToString(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
