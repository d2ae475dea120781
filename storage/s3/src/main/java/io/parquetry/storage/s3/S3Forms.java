package io.parquetry.storage.s3;

import io.parquetry.connect.common.config.Checks;
import java.net.URI;
import java.util.regex.Pattern;

/** The forms that values of keys have. What would break a header of a request, or a URL, is refused at its key. */
final class S3Forms {
    private static final int PORT_MOST = 65_535;
    static final Pattern REGION = Pattern.compile("[A-Za-z0-9._-]{1,63}");
    static final Pattern TEXT = Pattern.compile("[!-~]+");
    static final String TEXT_ALLOWED = "ASCII without spaces and control characters";
    static final Pattern ARN = Pattern.compile("arn:[!-~]+");
    private static final Pattern SESSION = Pattern.compile("[A-Za-z0-9_+=,.@-]{2,64}");
    static final Pattern CLASS = Pattern.compile("[A-Z0-9_]+");
    static final Pattern ACL = Pattern.compile("[a-z-]+");

    private S3Forms() {}

    static void requireUrl(String text) {
        if (text.isEmpty()) {
            return;
        }
        URI url = Checks.httpUrl(text);
        if (url.getPort() == 0 || url.getPort() > PORT_MOST) {
            throw new IllegalArgumentException("a port is 1 to " + PORT_MOST);
        }
        if (url.getUserInfo() != null) {
            throw new IllegalArgumentException("a URL must not have a user or password, since URLs are logged");
        }
    }

    static void requireEndpoint(String text) {
        requireUrl(text);
        if (!text.isEmpty()
                && (Checks.httpUrl(text).getRawQuery() != null
                        || Checks.httpUrl(text).getRawFragment() != null)) {
            throw new IllegalArgumentException("the URL of a store ends before ? and #");
        }
    }

    static void requireProxy(String text) {
        requireUrl(text);
        if (!text.isEmpty()
                && (Checks.httpUrl(text).getPort() < 0 || text.endsWith("/") || text.split("/", -1).length > 3)) {
            throw new IllegalArgumentException("a proxy has a port and no path, as in http://proxy.example.com:3128");
        }
    }

    static void requireSession(String name) {
        if (!SESSION.matcher(name).matches()) {
            throw new IllegalArgumentException("it must be 2 to 64 letters, digits and _ + = , . @ -");
        }
    }
}
