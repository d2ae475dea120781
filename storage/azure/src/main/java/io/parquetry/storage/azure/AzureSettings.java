package io.parquetry.storage.azure;

import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.objects.ObjectTags;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How to reach an account, and how blobs are written.
 *
 * @param account empty where the URL or the endpoint names it
 * @param endpoint of blobs; empty for that of the account in the public cloud
 * @param accessTier of data files; empty for that of the account
 * @param encryptionScope of new blobs; empty for that of the container
 * @param tags of data files
 */
record AzureSettings(
        Optional<String> account,
        Optional<String> endpoint,
        Credentials credentials,
        Optional<String> accessTier,
        Optional<String> encryptionScope,
        ObjectTags tags,
        ObjectKeys.Settings ofObjectStores) {

    /** Of requests that a store answers at once: one that is silent must not hold up a rebalance. */
    static final Times DOCUMENT_TIMES = new Times(3, Duration.ofSeconds(6), Duration.ofMillis(200));

    static final Times DATA_TIMES = new Times(5, Duration.ofSeconds(60), Duration.ofMillis(400));

    /**
     * How requests are sent.
     *
     * @param attempts how often a request is sent that the store or the network fails
     * @param attempt how long one may take
     * @param delay before the second one; it doubles
     */
    record Times(int attempts, Duration attempt, Duration delay) {
        Times withAttemptsMost(int most) {
            return new Times(Math.min(attempts, most), attempt, delay);
        }

        Duration delayMost() {
            return Duration.ofSeconds(2);
        }

        Duration total() {
            return attempt.plus(delayMost()).multipliedBy(attempts);
        }
    }

    AzureSettings {
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(credentials, "credentials");
        Objects.requireNonNull(accessTier, "accessTier");
        Objects.requireNonNull(encryptionScope, "encryptionScope");
        Objects.requireNonNull(tags, "tags");
        Objects.requireNonNull(ofObjectStores, "ofObjectStores");
    }

    /** The same with another account. */
    AzureSettings at(Optional<String> otherAccount, Optional<String> otherEndpoint) {
        return new AzureSettings(
                otherAccount, otherEndpoint, credentials, accessTier, encryptionScope, tags, ofObjectStores);
    }

    /** Who asks the store; none of them shows a secret as text. */
    sealed interface Credentials {
        record AccountKey(String key) implements Credentials {
            @Override
            public String toString() {
                return "account key";
            }
        }

        record Sas(String token) implements Credentials {
            @Override
            public String toString() {
                return "SAS";
            }
        }

        record ConnectionString(String text) implements Credentials {
            @Override
            public String toString() {
                return "connection string";
            }
        }

        record ClientSecret(String tenant, String client, String secret) implements Credentials {
            @Override
            public String toString() {
                return "client " + client;
            }
        }

        /** @param password of a PFX file; empty for a PEM file */
        record ClientCertificate(String tenant, String client, String path, Optional<String> password)
                implements Credentials {
            @Override
            public String toString() {
                return "client " + client;
            }
        }

        /** @param client empty for the identity of the system */
        record ManagedIdentity(Optional<String> client) implements Credentials {}

        /** What the webhook of a cluster puts into the environment, but for the parts that are given. */
        record WorkloadIdentity(Optional<String> tenant, Optional<String> client) implements Credentials {}

        /** Whatever the worker has: the environment, a workload or managed identity, or a tool that is logged in. */
        record OfWorker() implements Credentials {}
    }
}
