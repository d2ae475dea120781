package io.parquetry.connect.common.access;

import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.storage.Storage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;

/** Finds the storage of a URL by its scheme; a path without scheme is in the local file system. */
public final class Storages {
    /** Two letters or more: {@code C:} is a drive. */
    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]+):.*", Pattern.DOTALL);

    private static final List<StorageProvider> PROVIDERS = providersOfPlugin();

    private Storages() {}

    /**
     * Not with the thread's context class loader: threads that the worker did not start have one without the plugin.
     */
    private static List<StorageProvider> providersOfPlugin() {
        List<StorageProvider> providers = new ArrayList<>();
        ServiceLoader.load(StorageProvider.class, Storages.class.getClassLoader())
                .forEach(providers::add);
        providers.add(new LocalStorageProvider());
        return List.copyOf(providers);
    }

    static List<StorageProvider> providers() {
        return PROVIDERS;
    }

    /**
     * Opens the storage without connecting to it or creating anything.
     *
     * @throws IllegalArgumentException with the reason when the URL is malformed
     */
    public static Storage open(StorageSettings settings) {
        return settings.factory().open(settings.url(), settings.blockBytesLeast());
    }

    /**
     * Checks a URL without connecting.
     *
     * @throws IllegalArgumentException with the reason when it is malformed, or does not allow this access
     */
    static void require(String url, StorageAccess access) {
        StorageProvider provider = provider(url);
        if (access == StorageAccess.WRITE && isReadOnly(url)) {
            throw new IllegalArgumentException("cannot write to " + url + ": a file on " + scheme(url)
                    + ": cannot get its name in one step and without overwriting, so that records could be lost or"
                    + " duplicated; use " + knownSchemes() + ". The source can read from it");
        }
        provider.requireUrl(url);
    }

    /** Whether files there can be read, but not be moved or published. */
    public static boolean isReadOnly(String url) {
        return find(scheme(url))
                .filter(provider -> provider.isReadOnly(scheme(url)))
                .isPresent();
    }

    /** The directory of a URL of the local file system, which may have escapes and a host; empty for other URLs. */
    public static Optional<Path> localDirectory(String url) {
        return scheme(url).equals(LocalStorageProvider.SCHEME)
                ? Optional.of(LocalStorageProvider.root(url))
                : Optional.empty();
    }

    /** Keys of all storages whose names users choose: for each prefix the meaning of its keys. */
    public static Map<String, String> keyPrefixes() {
        Map<String, String> prefixes = new TreeMap<>();
        PROVIDERS.forEach(provider -> prefixes.putAll(provider.keyPrefixes()));
        return Collections.unmodifiableMap(prefixes);
    }

    /** Examples of all URLs, for the documentation. */
    static String urlForms() {
        List<String> forms = PROVIDERS.stream()
                .flatMap(provider -> provider.urlForms().stream())
                .toList();
        int last = forms.size() - 1;
        return String.join(", ", forms.subList(0, last)) + " or " + forms.get(last);
    }

    /** @throws IllegalArgumentException when no provider opens the URL */
    static StorageProvider provider(String url) {
        if (url.isBlank()) {
            throw new IllegalArgumentException("the URL of the storage is empty; give " + urlForms());
        }
        String scheme = scheme(url);
        return find(scheme)
                .orElseThrow(() -> new IllegalArgumentException("cannot open " + url
                        + ": the plugin has no storage for " + scheme + ":, only for "
                        + knownSchemes() + "; correct the URL, or for a file system of Hadoop replace the slim archive"
                        + " on every worker by the full archive, parquetry-kafka-connect"));
    }

    private static Optional<StorageProvider> find(String scheme) {
        return first(provider -> provider.schemes().contains(scheme))
                .or(() -> first(provider -> provider.opensOther(scheme)));
    }

    private static Optional<StorageProvider> first(Predicate<StorageProvider> condition) {
        return PROVIDERS.stream().filter(condition).findFirst();
    }

    private static String knownSchemes() {
        return PROVIDERS.stream()
                .flatMap(provider -> provider.schemes().stream())
                .sorted()
                .map(scheme -> scheme + ":")
                .collect(Collectors.joining(", "));
    }

    /**
     * The URL, with the default of every other key.
     *
     * @throws IllegalArgumentException when there is no storage for the URL
     */
    public static StorageSettings settings(String url) {
        KeyGroup<? extends StorageFactory> keys = provider(url).keys(StorageAccess.WRITE);
        ConfigDef definition = new ConfigDef();
        keys.define(definition);
        return new StorageSettings(url, keys.read(new ConfigValues(Map.of(), definition.parse(Map.of()))), 0);
    }

    private static String scheme(String url) {
        Matcher matcher = SCHEME.matcher(url);
        return matcher.matches() ? matcher.group(1).toLowerCase(Locale.ROOT) : LocalStorageProvider.SCHEME;
    }
}
