package io.parquetry.storage.s3;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ChoiceWithTarget;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.objects.Md5;
import io.parquetry.connect.common.objects.ObjectKeys;
import io.parquetry.connect.common.objects.ObjectTags;
import io.parquetry.storage.s3.S3Settings.AccessKey;
import io.parquetry.storage.s3.S3Settings.Credentials;
import io.parquetry.storage.s3.S3Settings.Encryption;
import io.parquetry.storage.s3.S3Settings.Network;
import io.parquetry.storage.s3.S3Settings.NewObjects;
import io.parquetry.storage.s3.S3Settings.Role;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** How to reach a store, who asks it, and how objects are written. */
final class S3Keys implements KeyGroup<S3Settings> {
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
    static final String CUSTOMER_KEY = "s3.encryption.customer.key";
    static final String ACL = "s3.acl";
    static final String PROXY = "s3.proxy.url";
    static final String STORAGE_CLASS = "s3.storage.class";
    static final String PART_BYTES = "s3.part.bytes";
    static final String TAGS = "s3.tags";
    static final String CHECKSUM = "s3.checksum.algorithm";

    private static final int CUSTOMER_KEY_BYTES = 32;
    private static final String MD5 = "md5";

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html">Multipart upload limits</a>. */
    private static final long PART_BYTES_LEAST = 5L << 20;

    private static final long PART_BYTES_MOST = 1L << 30;
    private static final long PART_BYTES_USUAL = 16L << 20;

    /** Who encrypts, and with whose key. */
    private enum EncryptionKind {
        BUCKET,
        SSE_S3,
        SSE_KMS,
        SSE_C
    }

    private static final ChoiceWithTarget<EncryptionKind> ENCRYPTIONS =
            ChoiceWithTarget.orWithout(EncryptionKind.class, EncryptionKind.SSE_KMS, "KEY", key -> {
                if (!S3Forms.TEXT.matcher(key).matches()) {
                    throw new IllegalArgumentException("the id or ARN of a key is " + S3Forms.TEXT_ALLOWED);
                }
            });

    private static final String CUSTOMER = ENCRYPTION + "=" + ENCRYPTIONS.name(EncryptionKind.SSE_C);

    private final StorageAccess access;

    /** @param access who only reads has no keys that only concern writing */
    public S3Keys(StorageAccess access) {
        this.access = Objects.requireNonNull(access, "access");
    }

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "S3");
        place(group);
        identity(group);
        objects(group);
        network(group);
        if (access == StorageAccess.WRITE) {
            writing(new KeyBuilder.Group(keys, "S3, for files that are written"));
        }
        new ObjectKeys(access).define(keys);
    }

    private static KeyBuilder rare(KeyBuilder.Group group, String key, String displayName) {
        return group.text(key, displayName).importance(LOW);
    }

    private static void place(KeyBuilder.Group group) {
        group.text(REGION, "Region")
                .must(Checks.form("the name of a region", S3Forms.REGION, "letters, digits, -, _ and . only"))
                .says("Region of the bucket, such as eu-central-1; empty for the region that the environment of the"
                        + " worker names, or us-east-1 where " + ENDPOINT + " is set.");
        group.text(ENDPOINT, "Endpoint")
                .must(Checks.text("a URL", S3Forms::requireEndpoint))
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
        group.text(ACCESS_KEY, "Access key")
                .must(Checks.form("an id", S3Forms.TEXT, S3Forms.TEXT_ALLOWED))
                .says("Id of the access key; empty for the credentials of the worker: its environment, a profile, a web"
                        + " identity (IRSA), single sign-on, or the role of its machine.");
        group.secret(SECRET_KEY, "Secret key")
                .says("Secret of " + ACCESS_KEY + "; better given by a config provider of the worker than as text.");
        group.secret(SESSION_TOKEN, "Session token")
                .importance(LOW)
                .says("Token of temporary credentials. They are not renewed: when they expire, the task fails.");
        group.text(ROLE_ARN, "Role")
                .must(Checks.form("an ARN", S3Forms.ARN, "an ARN, such as arn:aws:iam::123456789012:role/archive"))
                .width(Width.LONG)
                .says("ARN of a role to assume with these credentials, such as that of another account's bucket.");
        rare(group, ROLE_EXTERNAL_ID, "External id of the role")
                .must(Checks.form("an id", S3Forms.TEXT, S3Forms.TEXT_ALLOWED))
                .says("External id that the role demands; empty if it demands none.");
        rare(group, ROLE_SESSION, "Session name of the role")
                .defaultsTo("parquetry")
                .must(Checks.text("2 to 64 characters", S3Forms::requireSession))
                .says("Name of the sessions of the role, for the logs of AWS.");
    }

    private static void objects(KeyBuilder.Group group) {
        group.key(ENCRYPTION, STRING, "Encryption")
                .defaultsTo(ENCRYPTIONS.name(EncryptionKind.BUCKET))
                .must(ENCRYPTIONS)
                .width(Width.LONG)
                .says("How the store encrypts objects: bucket as the bucket says, sse-s3 with keys of the store,"
                        + " sse-kms with a key of KMS, whose id or ARN may follow, as in sse-kms:alias/archive"
                        + " (without it: the key of the account), sse-c with " + CUSTOMER_KEY + ".");
        group.secret(CUSTOMER_KEY, "Customer's key")
                .importance(LOW)
                .says("256-bit key in base64 for " + CUSTOMER
                        + ". Whoever reads the files needs it; the store does not keep it.");
        rare(group, ACL, "Access rights")
                .must(Checks.form("canned access rights", S3Forms.ACL, "small letters and - only"))
                .says("Canned access rights of objects, such as bucket-owner-full-control; empty for none.");
    }

    private static void network(KeyBuilder.Group group) {
        rare(group, PROXY, "Proxy")
                .must(Checks.text("a URL with a port", S3Forms::requireProxy))
                .says("URL of an HTTP proxy between worker and store, such as http://proxy.example.com:3128; empty for"
                        + " none.");
    }

    private static void writing(KeyBuilder.Group group) {
        rare(group, STORAGE_CLASS, "Storage class")
                .must(Checks.form("a storage class", S3Forms.CLASS, "capital letters, digits and _ only"))
                .says("Storage class of data files, such as INTELLIGENT_TIERING; empty for that of the bucket.");
        ObjectKeys.defineTags(group, TAGS, "Stores charge for tags, and the role needs s3:PutObjectTagging.");
        group.key(CHECKSUM, STRING, "Checksum")
                .defaultsTo(MD5)
                .must(Checks.oneOf(List.of(MD5, "crc32", "crc32c", "sha1", "sha256")))
                .importance(LOW)
                .says("Checksum that the store verifies for each part of an upload. Every store knows " + MD5
                        + "; the store keeps the others with the object.");
        group.key(PART_BYTES, LONG, "Bytes of a part")
                .defaultsTo(PART_BYTES_USUAL)
                .must(ConfigDef.Range.between(PART_BYTES_LEAST, PART_BYTES_MOST))
                .importance(LOW)
                .says("Files are uploaded in parts of this size; a file that is not larger needs one.");
    }

    /** Headers hold nothing else, and messages about headers would show what they hold. */
    private static void checkSecret(String key, String secret, Faults faults) {
        if (!S3Forms.TEXT.matcher(secret).matches()) {
            faults.add(
                    key,
                    "has a character that is none of a key: a space, a line break, a control character, or one that"
                            + " is not ASCII; if it is read from a file, that file has more than the key");
        }
    }

    @Override
    public Map<String, String> removed() {
        String advice = "the connector chooses it for the store's requests; remove the key";
        return Map.of(
                "s3.encryption.kms.key", "write " + ENCRYPTION + "=sse-kms:KEY",
                "s3.attempts.max", advice,
                "s3.connect.timeout.ms", advice,
                "s3.read.timeout.ms", advice,
                "s3.parallel.parts", advice);
    }

    @Override
    public void check(ConfigValues values, Faults faults) {
        boolean hasKey = !values.text(ACCESS_KEY).isEmpty();
        if (hasKey && values.secret(SECRET_KEY).isEmpty()) {
            faults.add(SECRET_KEY, "required with " + ACCESS_KEY);
        }
        for (String key : List.of(SECRET_KEY, SESSION_TOKEN)) {
            values.secret(key).ifPresent(secret -> checkSecret(key, secret, faults));
            if (!hasKey && values.secret(key).isPresent()) {
                faults.add(ACCESS_KEY, "required with " + key);
            }
        }
        if (values.text(ROLE_ARN).isEmpty() && !values.text(ROLE_EXTERNAL_ID).isEmpty()) {
            faults.add(ROLE_ARN, "required with " + ROLE_EXTERNAL_ID);
        }
        if (kind(values) == EncryptionKind.SSE_C) {
            checkCustomerKey(values.secret(CUSTOMER_KEY).orElse(""), faults);
            if (values.text(ENDPOINT).startsWith("http:")) {
                faults.add(ENDPOINT, "must be https:// with " + CUSTOMER + ": each request carries the key");
            }
        } else if (values.secret(CUSTOMER_KEY).isPresent()) {
            faults.add(CUSTOMER_KEY, "has an effect only with " + CUSTOMER);
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

    @Override
    public S3Settings read(ConfigValues values) {
        Optional<URI> endpoint = values.nonEmptyText(ENDPOINT).map(Checks::httpUrl);
        Optional<String> region = values.nonEmptyText(REGION).or(() -> endpoint.map(own -> "us-east-1"));
        return new S3Settings(
                region,
                endpoint,
                values.flag(PATH_STYLE),
                new Credentials(
                        values.nonEmptyText(ACCESS_KEY)
                                .map(id -> new AccessKey(
                                        id, values.secret(SECRET_KEY).orElse(""), values.secret(SESSION_TOKEN))),
                        values.nonEmptyText(ROLE_ARN)
                                .map(arn -> new Role(
                                        arn, values.nonEmptyText(ROLE_EXTERNAL_ID), values.text(ROLE_SESSION)))),
                Network.usual(values.nonEmptyText(PROXY).map(Checks::httpUrl)),
                newObjects(values),
                access == StorageAccess.WRITE ? values.number(PART_BYTES) : PART_BYTES_USUAL,
                new ObjectKeys(access).read(values));
    }

    private NewObjects newObjects(ConfigValues values) {
        if (access == StorageAccess.READ) {
            return new NewObjects(
                    encryption(values), Optional.empty(), values.nonEmptyText(ACL), Optional.empty(), ObjectTags.NONE);
        }
        return new NewObjects(
                encryption(values),
                values.nonEmptyText(STORAGE_CLASS),
                values.nonEmptyText(ACL),
                values.nonEmptyText(CHECKSUM)
                        .filter(name -> !name.equals(MD5))
                        .map(name -> name.toUpperCase(Locale.ROOT)),
                new ObjectTags(values.list(TAGS)));
    }

    private static EncryptionKind kind(ConfigValues values) {
        return ENCRYPTIONS.choice(values.text(ENCRYPTION));
    }

    private static Encryption encryption(ConfigValues values) {
        return switch (kind(values)) {
            case BUCKET -> new Encryption.OfBucket();
            case SSE_S3 -> new Encryption.Managed();
            case SSE_KMS -> new Encryption.Kms(ENCRYPTIONS.target(values.text(ENCRYPTION)));
            case SSE_C -> {
                String key = values.secret(CUSTOMER_KEY).orElseThrow();
                yield new Encryption.Customer(
                        key, Md5.base64(Base64.getDecoder().decode(key)));
            }
        };
    }
}
