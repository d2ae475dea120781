package io.parquetry.storage.s3;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.storage.s3.S3Settings.Upload;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigDef;

/** The keys of S3 that only concern files that are written. */
final class S3WriteKeys implements KeyGroup<S3WriteKeys.Writing> {
    static final String STORAGE_CLASS = "s3.storage.class";
    static final String PART_BYTES = "s3.part.bytes";
    static final String TAGS = "s3.tags";
    static final String CHECKSUM = "s3.checksum.algorithm";

    static final String TAG_TOPIC = "topic";
    static final String TAG_PARTITION = "partition";
    static final String TAG_OFFSETS = "offsets";

    private static final List<String> ALL_TAGS = List.of(TAG_TOPIC, TAG_PARTITION, TAG_OFFSETS);
    private static final String MD5 = "md5";

    /** How many parts a task uploads at a time, beside the records that it writes. */
    private static final int PARALLEL_PARTS = 2;

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html">Multipart upload limits</a>. */
    private static final long PART_BYTES_LEAST = 5L << 20;

    private static final long PART_BYTES_MOST = 1L << 30;

    /**
     * How files are written.
     *
     * @param storageClass empty for the default of the bucket
     * @param checksum of parts, a name of S3; empty for MD5
     */
    record Writing(Optional<String> storageClass, Optional<String> checksum, Set<String> tags, Upload upload) {
        /** Without keys. */
        static final Writing USUAL = usual();

        private static Writing usual() {
            ConfigDef keys = new ConfigDef();
            new S3WriteKeys().define(keys);
            return new S3WriteKeys().read(new ConfigValues(Map.of(), keys.parse(Map.of())));
        }
    }

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "S3, for files that are written");
        objects(group);
        uploads(group);
    }

    private static void objects(KeyBuilder.Group group) {
        group.key(STORAGE_CLASS, STRING, "Storage class")
                .defaultsTo("")
                .must(Checks.form("a storage class", S3Forms.CLASS, "capital letters, digits and _ only"))
                .importance(LOW)
                .says("Storage class of data files, such as INTELLIGENT_TIERING; empty for that of the bucket.");
        group.key(TAGS, LIST, "Tags")
                .defaultsTo(List.of())
                .must(Checks.list("topic, partition, offsets", S3WriteKeys::requireTags))
                .importance(LOW)
                .says("Tags of data files, of " + String.join(", ", ALL_TAGS) + "; offsets gives first.offset and"
                        + " last.offset. Stores charge for tags, and the role needs s3:PutObjectTagging.");
        group.key(CHECKSUM, STRING, "Checksum")
                .defaultsTo(MD5)
                .must(Checks.oneOf(List.of(MD5, "crc32", "crc32c", "sha1", "sha256")))
                .importance(LOW)
                .says("Checksum that the store verifies for each part of an upload. Every store knows " + MD5
                        + "; the store keeps the others with the object.");
    }

    private static void uploads(KeyBuilder.Group group) {
        group.key(PART_BYTES, LONG, "Bytes of a part")
                .defaultsTo(16L << 20)
                .must(ConfigDef.Range.between(PART_BYTES_LEAST, PART_BYTES_MOST))
                .importance(LOW)
                .says("Files are uploaded in parts of this size; a file that is not larger needs one.");
    }

    private static void requireTags(List<String> tags) {
        if (!ALL_TAGS.containsAll(tags)) {
            throw new IllegalArgumentException("tags are " + String.join(", ", ALL_TAGS));
        }
    }

    @Override
    public Writing read(ConfigValues values) {
        return new Writing(
                values.nonEmptyText(STORAGE_CLASS),
                values.nonEmptyText(CHECKSUM)
                        .filter(name -> !name.equals(MD5))
                        .map(name -> name.toUpperCase(Locale.ROOT)),
                new TreeSet<>(values.list(TAGS)),
                new Upload(values.number(PART_BYTES), PARALLEL_PARTS));
    }
}
