package io.parquetry.storage.s3;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.PASSWORD;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.storage.s3.S3Settings.AccessKey;
import io.parquetry.storage.s3.S3Settings.Credentials;
import io.parquetry.storage.s3.S3Settings.Encryption;
import io.parquetry.storage.s3.S3Settings.Network;
import io.parquetry.storage.s3.S3Settings.NewObjects;
import io.parquetry.storage.s3.S3Settings.Role;
import io.parquetry.storage.s3.S3Settings.Upload;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.types.Password;

/** How to reach a store, who asks it, and how objects are written. */
public final class S3Keys implements KeyGroup<S3StorageFactory> {
    static final String REGION = "s3.region";
    static final String ENDPOINT = "s3.endpoint";
    static final String PATH_STYLE = "s3.path.style.access";
    static final String ACCESS_KEY = "s3.access.key.id";
    static final String SECRET_KEY = "s3.secret.access.key";
    static final String SESSION_TOKEN = "s3.session.token";
    static final String ROLE_ARN = "s3.role.arn";
    static final String ROLE_EXTERNAL_ID = "s3.role.external.id";
    static final String ROLE_SESSION = "s3.role.session.name";
    static final String ENCRYPTION = "s3.encryption";
    static final String KMS_KEY = "s3.encryption.kms.key";
    static final String CUSTOMER_KEY = "s3.encryption.customer.key";
    static final String STORAGE_CLASS = "s3.storage.class";
    static final String ACL = "s3.acl";
    static final String ATTEMPTS = "s3.attempts.max";
    static final String CONNECT_MS = "s3.connect.timeout.ms";
    static final String READ_MS = "s3.read.timeout.ms";
    static final String PROXY = "s3.proxy.url";
    static final String PART_BYTES = "s3.part.bytes";
    static final String PARALLEL_PARTS = "s3.parallel.parts";
    static final String STAGING_DIR = "staging.dir";

    private static final String BUCKET = "bucket";
    private static final String MANAGED = "sse-s3";
    private static final String KMS = "sse-kms";
    private static final String CUSTOMER = "sse-c";
    private static final int CUSTOMER_KEY_BYTES = 32;

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html">Multipart upload limits</a>. */
    private static final long PART_BYTES_LEAST = 5L << 20;

    private static final long PART_BYTES_MOST = 1L << 30;

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "S3");
        place(group);
        identity(group);
        objects(group);
        network(group);
    }

    private static void place(KeyBuilder.Group group) {
        group.key(REGION, STRING, "Region")
                .defaultsTo("")
                .says("Region of the bucket, such as eu-central-1; empty for the region that the environment of the"
                        + " worker names, or us-east-1 where " + ENDPOINT + " is set.");
        group.key(ENDPOINT, STRING, "Endpoint")
                .defaultsTo("")
                .must(Checks.text("a URL", S3Keys::requireUrl))
                .width(Width.LONG)
                .says("URL of a store that is not of AWS, such as https://minio.example.com:9000.");
        group.key(PATH_STYLE, BOOLEAN, "Path style")
                .defaultsTo(false)
                .must(Checks.flag())
                .width(Width.SHORT)
                .says("Whether the bucket is in the path of URLs, not in the name of the host, as many stores that are"
                        + " not of AWS need it.");
    }

    private static void identity(KeyBuilder.Group group) {
        group.key(ACCESS_KEY, STRING, "Access key")
                .defaultsTo("")
                .says("Id of the access key; empty for the credentials of the worker: its environment, a profile, a web"
                        + " identity (IRSA), single sign-on, or the role of its machine.");
        group.key(SECRET_KEY, PASSWORD, "Secret key").defaultsTo("").says("Secret of " + ACCESS_KEY + ".");
        group.key(SESSION_TOKEN, PASSWORD, "Session token")
                .defaultsTo("")
                .importance(LOW)
                .says("Token of temporary credentials. They are not renewed: when they expire, the task fails.");
        group.key(ROLE_ARN, STRING, "Role")
                .defaultsTo("")
                .width(Width.LONG)
                .says("ARN of a role to assume with these credentials, such as that of another account's bucket.");
        group.key(ROLE_EXTERNAL_ID, STRING, "External id of the role")
                .defaultsTo("")
                .importance(LOW)
                .says("External id that the role demands.");
        group.key(ROLE_SESSION, STRING, "Session name of the role")
                .defaultsTo("parquetry")
                .importance(LOW)
                .says("Name of the sessions of the role, for the logs of AWS.");
    }

    private static void objects(KeyBuilder.Group group) {
        group.key(ENCRYPTION, STRING, "Encryption")
                .defaultsTo(BUCKET)
                .must(Checks.oneOf(List.of(BUCKET, MANAGED, KMS, CUSTOMER)))
                .says("How the store encrypts objects: " + BUCKET + " as the bucket says, " + MANAGED
                        + " with keys of the store, " + KMS + " with a key of KMS, " + CUSTOMER + " with "
                        + CUSTOMER_KEY + ".");
        group.key(KMS_KEY, STRING, "KMS key")
                .defaultsTo("")
                .width(Width.LONG)
                .importance(LOW)
                .says("Id or ARN of the key of KMS; empty for the key of the account.");
        group.key(CUSTOMER_KEY, PASSWORD, "Customer's key")
                .defaultsTo("")
                .importance(LOW)
                .says("256-bit key in base64 for " + ENCRYPTION + "=" + CUSTOMER
                        + ". Whoever reads the files needs it; the store does not keep it.");
        group.key(STORAGE_CLASS, STRING, "Storage class")
                .defaultsTo("")
                .importance(LOW)
                .says("Storage class of data files, such as INTELLIGENT_TIERING; empty for that of the bucket.");
        group.key(ACL, STRING, "Access rights")
                .defaultsTo("")
                .importance(LOW)
                .says("Canned access rights of objects, such as bucket-owner-full-control; empty for none.");
        group.key(PART_BYTES, LONG, "Bytes of a part")
                .defaultsTo(16L << 20)
                .must(ConfigDef.Range.between(PART_BYTES_LEAST, PART_BYTES_MOST))
                .importance(LOW)
                .says("Files are uploaded in parts of this size; a file that is not larger needs one.");
        group.key(PARALLEL_PARTS, INT, "Parts at a time")
                .defaultsTo(2)
                .must(ConfigDef.Range.between(1, 64))
                .importance(LOW)
                .says("How many parts a task uploads at a time, beside the records that it writes.");
        group.key(STAGING_DIR, STRING, "Directory of files before their upload")
                .defaultsTo("")
                .must(Checks.text("a path", S3Keys::requirePath))
                .width(Width.LONG)
                .says("Directory of the local disk on every worker where files are until they are uploaded; empty for"
                        + " the temporary directory of the worker. What a killed worker leaves there is deleted by"
                        + " the next one.");
    }

    private static void network(KeyBuilder.Group group) {
        group.key(ATTEMPTS, INT, "Attempts")
                .defaultsTo(5)
                .must(ConfigDef.Range.between(1, 100))
                .importance(LOW)
                .says("How often a request is sent that the store or the network fails; the pauses between grow.");
        group.key(CONNECT_MS, INT, "Connect timeout")
                .defaultsTo(5_000)
                .must(ConfigDef.Range.between(1, 600_000))
                .importance(LOW)
                .says("How long a connection may take, in milliseconds.");
        group.key(READ_MS, INT, "Read timeout")
                .defaultsTo(30_000)
                .must(ConfigDef.Range.between(1, 600_000))
                .importance(LOW)
                .says("How long an answer may make wait, in milliseconds.");
        group.key(PROXY, STRING, "Proxy")
                .defaultsTo("")
                .must(Checks.text("a URL", S3Keys::requireUrl))
                .importance(LOW)
                .says("URL of an HTTP proxy.");
    }

    private static void requireUrl(String text) {
        if (text.isEmpty()) {
            return;
        }
        URI url = url(text);
        if (url.getHost() == null || !List.of("http", "https").contains(String.valueOf(url.getScheme()))) {
            throw new IllegalArgumentException("a URL begins with http:// or https:// and a host");
        }
    }

    private static URI url(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("this is no URL: " + e.getReason(), e);
        }
    }

    @SuppressWarnings("ReturnValueIgnored") // Only whether it can be parsed matters.
    private static void requirePath(String path) {
        Path.of(path);
    }

    @Override
    public void check(Values values, Faults faults) {
        boolean hasKey = !values.text(ACCESS_KEY).isEmpty();
        if (hasKey && secret(values, SECRET_KEY).isEmpty()) {
            faults.add(SECRET_KEY, "required with " + ACCESS_KEY);
        }
        for (String key : List.of(SECRET_KEY, SESSION_TOKEN)) {
            if (!hasKey && !secret(values, key).isEmpty()) {
                faults.add(ACCESS_KEY, "required with " + key);
            }
        }
        if (values.text(ROLE_ARN).isEmpty() && !values.text(ROLE_EXTERNAL_ID).isEmpty()) {
            faults.add(ROLE_ARN, "required with " + ROLE_EXTERNAL_ID);
        }
        String encryption = values.text(ENCRYPTION);
        if (!values.text(KMS_KEY).isEmpty() && !encryption.equals(KMS)) {
            faults.add(KMS_KEY, "has an effect only with " + ENCRYPTION + "=" + KMS);
        }
        if (encryption.equals(CUSTOMER)) {
            checkCustomerKey(secret(values, CUSTOMER_KEY), faults);
        } else if (!secret(values, CUSTOMER_KEY).isEmpty()) {
            faults.add(CUSTOMER_KEY, "has an effect only with " + ENCRYPTION + "=" + CUSTOMER);
        }
    }

    private static void checkCustomerKey(String key, Faults faults) {
        try {
            if (Base64.getDecoder().decode(key).length == CUSTOMER_KEY_BYTES) {
                return;
            }
        } catch (IllegalArgumentException notBase64) {
            // Told below, without the key.
        }
        faults.add(CUSTOMER_KEY, "must be a key of " + CUSTOMER_KEY_BYTES + " bytes in base64");
    }

    private static String secret(Values values, String key) {
        return ((Password) values.parsed().get(key)).value();
    }

    @Override
    public S3StorageFactory read(Values values) {
        Optional<URI> endpoint = values.nonEmptyText(ENDPOINT).map(S3Keys::url);
        Optional<String> region = values.nonEmptyText(REGION).or(() -> endpoint.map(own -> "us-east-1"));
        return new S3StorageFactory(new S3Settings(
                region,
                endpoint,
                values.flag(PATH_STYLE),
                new Credentials(
                        values.nonEmptyText(ACCESS_KEY)
                                .map(id -> new AccessKey(
                                        id,
                                        secret(values, SECRET_KEY),
                                        Optional.of(secret(values, SESSION_TOKEN))
                                                .filter(token -> !token.isEmpty()))),
                        values.nonEmptyText(ROLE_ARN)
                                .map(arn -> new Role(
                                        arn, values.nonEmptyText(ROLE_EXTERNAL_ID), values.text(ROLE_SESSION)))),
                new Network(
                        values.integer(ATTEMPTS),
                        values.integer(CONNECT_MS),
                        values.integer(READ_MS),
                        values.nonEmptyText(PROXY).map(S3Keys::url)),
                new NewObjects(encryption(values), values.nonEmptyText(STORAGE_CLASS), values.nonEmptyText(ACL)),
                new Upload(
                        values.nonEmptyText(STAGING_DIR).map(Path::of),
                        values.number(PART_BYTES),
                        values.integer(PARALLEL_PARTS))));
    }

    private static Encryption encryption(Values values) {
        return switch (values.text(ENCRYPTION)) {
            case MANAGED -> new Encryption.Managed();
            case KMS -> new Encryption.Kms(values.nonEmptyText(KMS_KEY));
            case CUSTOMER -> {
                String key = secret(values, CUSTOMER_KEY);
                yield new Encryption.Customer(key, md5(Base64.getDecoder().decode(key)));
            }
            default -> new Encryption.OfBucket();
        };
    }

    private static String md5(byte[] bytes) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("this Java has no MD5, which encryption with an own key needs", e);
        }
    }
}
