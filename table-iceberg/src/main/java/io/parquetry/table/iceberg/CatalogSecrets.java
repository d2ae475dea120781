package io.parquetry.table.iceberg;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.iceberg.CatalogProperties;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The secrets among the properties of a catalog. The library and the drivers of databases repeat a URI as it was given
 * in their messages, which a worker logs and shows to whoever asks for the status of a task.
 */
final class CatalogSecrets {
    private static final String HIDDEN = "***";
    private static final String NAME = "[^=?&;(,]*(?:password|passwd|pwd|secret|token|credential)[^=?&;(,]*";
    private static final Pattern KEY = Pattern.compile(NAME, Pattern.CASE_INSENSITIVE);

    /** A parameter; what stands between the user and the host, which may have any letters; the same of each host. */
    private static final List<Pattern> IN_URI = Stream.of(
                    "[?&;(,]" + NAME + "=(\\{[^}]*}|[^&;,)]+)",
                    "//[^/?:@]*:([^/?]+)@",
                    "(?://|,)[^/?:@,]*:([^?@]+)@",
                    ":thin:[^/]+/([^@]+)@")
            .map(form -> Pattern.compile(form, Pattern.CASE_INSENSITIVE))
            .toList();

    private static final Pattern NO_SECRET = Pattern.compile("|true|false|[0-9]+");

    /** The longest first: one may be a part of another. */
    private final Set<String> secrets =
            new TreeSet<>(Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    CatalogSecrets(Map<String, String> properties) {
        properties.forEach((key, value) -> {
            if (KEY.matcher(key).matches() && !NO_SECRET.matcher(value).matches()) {
                secrets.add(value);
            }
        });
        String uri = properties.getOrDefault(CatalogProperties.URI, "");
        for (Pattern form : IN_URI) {
            form.matcher(uri).results().map(found -> found.group(1)).forEach(secrets::add);
        }
    }

    /** The failure; one without its causes if a secret is in the message of any. */
    IOException hiddenIn(IOException failure) {
        return isIn(failure) ? withTrace(failure, new IOException(hidden(failure.getMessage()))) : failure;
    }

    /** The same for a failure of Connect. */
    ConnectException hiddenIn(ConnectException failure) {
        return isIn(failure) ? withTrace(failure, new ConnectException(hidden(failure.getMessage()))) : failure;
    }

    private static <T extends Exception> T withTrace(Exception of, T failure) {
        failure.setStackTrace(of.getStackTrace());
        return failure;
    }

    private boolean isIn(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(each -> secrets.stream().anyMatch(String.valueOf(each.getMessage())::contains));
    }

    private String hidden(String text) {
        String hidden = String.valueOf(text);
        for (String secret : secrets) {
            hidden = hidden.replace(secret, HIDDEN);
        }
        return hidden;
    }
}
