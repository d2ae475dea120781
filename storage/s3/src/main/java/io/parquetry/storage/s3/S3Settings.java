package io.parquetry.storage.s3;

import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.objects.ObjectTags;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How to reach a store, and how objects are written.
 *
 * @param region empty for that of the environment
 * @param endpoint empty for AWS
 * @param pathStyle whether the bucket is in the path of a request, not in the name of the host
 * @param partBytes of a part of an upload
 */
record S3Settings(
        Optional<String> region,
        Optional<URI> endpoint,
        boolean pathStyle,
        Credentials credentials,
        Network network,
        NewObjects objects,
        long partBytes,
        ObjectKeys.Settings ofObjectStores) {

    S3Settings {
        Objects.requireNonNull(region, "region");
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(credentials, "credentials");
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(objects, "objects");
        Objects.requireNonNull(ofObjectStores, "ofObjectStores");
    }

    /** The same with fewer attempts, if it has more. */
    S3Settings withAttemptsMost(int most) {
        return with(new Network(
                Math.min(network.attempts(), most), network.connectMs(), network.readMs(), network.proxy()));
    }

    /** The same with other requests. */
    S3Settings with(Network other) {
        return new S3Settings(region, endpoint, pathStyle, credentials, other, objects, partBytes, ofObjectStores);
    }

    /**
     * Who asks the store.
     *
     * @param key of the user; empty for what the environment of the worker has
     * @param role to be assumed with these credentials; empty for none
     */
    record Credentials(Optional<AccessKey> key, Optional<Role> role) {}

    /** @param token empty for a key that does not expire */
    record AccessKey(String id, String secret, Optional<String> token) {
        @Override
        public String toString() {
            return "access key " + id;
        }
    }

    record Role(String arn, Optional<String> externalId, String sessionName) {}

    /**
     * How requests are sent.
     *
     * @param attempts how often a request is sent that the store or the network fails
     * @param connectMs how long a connection may take
     * @param readMs how long an answer may make wait
     * @param proxy empty for none
     */
    record Network(int attempts, int connectMs, int readMs, Optional<URI> proxy) {
        private static final int DOCUMENT_ATTEMPT_MS = 8_000;
        private static final int DOCUMENT_MS = 20_000;
        private static final int ATTEMPTS = 5;
        private static final int CONNECT_MS = 5_000;
        private static final int READ_MS = 30_000;

        /** What stores and networks need; a task repeats what fails all the same. */
        static Network usual(Optional<URI> proxy) {
            return new Network(ATTEMPTS, CONNECT_MS, READ_MS, proxy);
        }

        /** How long one attempt may wait at a request that carries no data of files; the store answers it at once. */
        Duration documentAttempt() {
            return Duration.ofMillis(Math.min(readMs, Math.max(DOCUMENT_ATTEMPT_MS, readMs / 4)));
        }

        /** How long such a request may take with all its attempts. */
        Duration documentTotal() {
            return Duration.ofMillis(Math.max(DOCUMENT_MS, readMs * 2L / 3));
        }
    }

    /**
     * What new objects get.
     *
     * @param storageClass empty for the default of the bucket
     * @param acl empty for that of the bucket
     * @param checksum of parts, a name of S3; empty for MD5, which is not kept with the object
     * @param tags of data files
     */
    record NewObjects(
            Encryption encryption,
            Optional<String> storageClass,
            Optional<String> acl,
            Optional<String> checksum,
            ObjectTags tags) {}

    /** How the store encrypts objects. */
    sealed interface Encryption {
        /** As the bucket says. */
        record OfBucket() implements Encryption {}

        /** With keys of the store. */
        record Managed() implements Encryption {}

        /** @param key id or ARN; empty for the key of the account */
        record Kms(Optional<String> key) implements Encryption {}

        /** With a key that each request brings along. */
        record Customer(String keyBase64, String keyMd5Base64) implements Encryption {
            @Override
            public String toString() {
                return "Customer[" + keyMd5Base64 + "]";
            }
        }
    }
}
