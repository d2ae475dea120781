package io.parquetry.connect.common.access;

import io.parquetry.connect.common.config.KeyGroup;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One kind of storage. {@link java.util.ServiceLoader} finds the providers with the class loader of this interface,
 * which is the loader of the plugin, so a storage module only has to be in the plugin's directory and name its provider
 * in {@code META-INF/services}. Loading the provider and its keys must not load the storage's client library.
 */
public interface StorageProvider {
    /** The URL schemes that this provider is for, in lower case and without colon. */
    Set<String> schemes();

    /** Whether the provider also opens URLs with this scheme, which no provider is for. */
    default boolean opensOther(String scheme) {
        return false;
    }

    /** Whether files with this scheme can be read, but not published: a rename is not atomic, or overwrites. */
    default boolean isReadOnly(String scheme) {
        return false;
    }

    /** URLs as users write them, as examples for the documentation. */
    List<String> urlForms();

    /**
     * Checks a URL without connecting.
     *
     * @throws IllegalArgumentException with the reason when the URL is malformed
     */
    void requireUrl(String url);

    /**
     * The keys of this storage. They are defined and checked whatever storage the URL chooses.
     *
     * @param access who only reads is shown no keys that only concern writing
     */
    KeyGroup<? extends StorageFactory> keys(StorageAccess access);

    /** Keys whose names users choose: for each prefix the meaning of its keys. */
    default Map<String, String> keyPrefixes() {
        return Map.of();
    }
}
