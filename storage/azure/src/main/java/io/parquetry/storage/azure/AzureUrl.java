package io.parquetry.storage.azure;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.objects.ObjectRoot;
import io.parquetry.connect.common.storage.StoragePath;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The root of a storage, {@code abfss://container@account.dfs.core.windows.net/prefix} or {@code
 * azure://container/prefix}.
 *
 * @param host of the account, such as account.dfs.core.windows.net; empty where keys name it
 * @param prefix of all names of blobs, with a slash at its end; empty for the whole container
 */
record AzureUrl(String container, Optional<String> host, String prefix) {
    private static final Pattern FORM =
            Pattern.compile("(abfss?|azure)://([^/@]*)(?:@([^/]*))?(?:/(.*))?", Pattern.CASE_INSENSITIVE);

    /** <a href="https://learn.microsoft.com/rest/api/storageservices/naming-and-referencing-containers">Names</a>. */
    private static final Pattern CONTAINER = Pattern.compile("(?=.{3,63}$)[a-z0-9](?:-?[a-z0-9])*");

    private static final Pattern HOST = Pattern.compile("([a-z0-9]{3,24})\\.(?:dfs|blob)\\.([a-z0-9.-]+)");

    private static final int NAME_CHARS_MAX = 1_024;

    AzureUrl {
        Objects.requireNonNull(container, "container");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(prefix, "prefix");
    }

    /** @throws IllegalArgumentException with the reason when the URL is malformed */
    static AzureUrl parse(String url) {
        String shown = Checks.withoutPasswords(url);
        Matcher form = FORM.matcher(url);
        if (!form.matches()) {
            throw new IllegalArgumentException("cannot open " + shown + ": give azure://container/prefix, or"
                    + " abfss://container@account.dfs.core.windows.net/prefix");
        }
        boolean hasHost = !form.group(1).equalsIgnoreCase("azure");
        String container = form.group(2);
        Optional<String> host = Optional.ofNullable(form.group(3)).map(name -> name.toLowerCase(Locale.ROOT));
        if (hasHost != host.isPresent()
                || host.filter(name -> !HOST.matcher(name).matches()).isPresent()) {
            throw new IllegalArgumentException("cannot open " + shown + ": "
                    + (hasHost
                            ? "after the container come @ and the host of the account, as in"
                                    + " abfss://container@account.dfs.core.windows.net/prefix"
                            : "azure: URLs have the container only; " + AzureKeys.ACCOUNT + " or " + AzureKeys.ENDPOINT
                                    + " names the account"));
        }
        if (!CONTAINER.matcher(container).matches()) {
            throw new IllegalArgumentException("cannot open " + shown + ": \"" + container + "\" is not the name of a"
                    + " container, which has 3 to 63 characters a-z, 0-9 and -, never two - in a row");
        }
        String prefix = Optional.ofNullable(form.group(4)).orElse("").replaceAll("/+$", "");
        return new AzureUrl(container, host, prefix.isEmpty() ? "" : StoragePath.requireDirectory(prefix) + "/");
    }

    /** The account in the host. */
    Optional<String> account() {
        return host.map(name -> name.substring(0, name.indexOf('.')));
    }

    /** The endpoint of blobs of the account in the host. */
    Optional<String> endpoint() {
        return host.map(HOST::matcher)
                .filter(Matcher::matches)
                .map(name -> "https://" + name.group(1) + ".blob." + name.group(2));
    }

    ObjectRoot root() {
        return new ObjectRoot(toString(), prefix, "Azure", NAME_CHARS_MAX);
    }

    @Override
    public String toString() {
        return host.map(name -> "abfss://" + container + "@" + name).orElse("azure://" + container) + "/" + prefix;
    }
}
