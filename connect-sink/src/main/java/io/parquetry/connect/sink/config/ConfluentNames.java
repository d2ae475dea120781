package io.parquetry.connect.sink.config;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.SecretKeys;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How the keys of Confluent's HDFS and S3 sinks are handled, so that their configurations can be reused: a key that
 * means the same is accepted, a key without effect here is ignored, and a key that asks for something else is refused
 * with a hint. {@code docs/how-to/migrating-from-confluent.md} has the same table.
 */
final class ConfluentNames {
    /** How a key is handled. */
    sealed interface Handling {
        /** The key is the sink's own; some values are written in another way. */
        record Same(Spellings spellings) implements Handling {}

        /** The key is a part of {@code path.template}. */
        record InTemplate() implements Handling {}

        /** The key means the same as a key of the sink. */
        record Renamed(String key) implements Handling {}

        /** The key sets something that does not exist here and is not needed. */
        record WithoutEffect() implements Handling {}

        /**
         * The behaviour cannot be set here; values that ask for this behaviour are accepted.
         *
         * @param beside keys that must be given with it, because the behaviour follows from them
         */
        record Only(List<String> values, List<String> beside, String hint) implements Handling {}

        /** The key asks for something that is done in another way, or not at all. */
        record Refused(String hint) implements Handling {}
    }

    /** How Confluent writes values that the sink writes in another way. */
    enum Spellings {
        SAME,
        /** In upper or lower case. */
        ANY_CASE,
        /** -1 means no limit. */
        MINUS_ONE_IS_ZERO,
        /** -1 and the empty text mean that the key is not given. */
        EMPTY_IS_ABSENT;

        /** The value of the sink; empty for none. */
        Optional<String> translated(String value) {
            return switch (this) {
                case SAME -> Optional.of(value);
                case ANY_CASE -> Optional.of(value.toLowerCase(Locale.ROOT));
                case MINUS_ONE_IS_ZERO -> Optional.of(value.trim().equals("-1") ? "0" : value);
                case EMPTY_IS_ABSENT ->
                    value.isBlank() || value.trim().equals("-1") ? Optional.empty() : Optional.of(value);
            };
        }
    }

    private static final Handling NO_EFFECT = new Handling.WithoutEffect();
    private static final Map<String, Handling> HANDLINGS = new LinkedHashMap<>();

    static {
        same(Spellings.SAME, "topics.dir", "timestamp.extractor");
        same(Spellings.ANY_CASE, "parquet.codec", "schema.compatibility", "behavior.on.null.values");
        same(Spellings.MINUS_ONE_IS_ZERO, "flush.size", "rotate.interval.ms", "rotate.schedule.interval.ms");
        ConfluentPaths.KEYS.forEach(key -> HANDLINGS.put(key, new Handling.InTemplate()));
        same(Spellings.EMPTY_IS_ABSENT, "timezone", "timestamp.field");
        same(Spellings.EMPTY_IS_ABSENT, "hadoop.conf.dir", "connect.hdfs.principal", "connect.hdfs.keytab");
        same(Spellings.EMPTY_IS_ABSENT, "hdfs.namenode.principal");
        renamed(StorageKeys.STORAGE_URL, "hdfs.url", "store.url");
        withoutEffect("hadoop.home", "logs.dir", "kerberos.ticket.renew.period.ms", "hdfs.kerberos.refresh.ticket");
        withoutEffect("retry.backoff.ms", "shutdown.timeout.ms", "schema.cache.size", "enhanced.avro.schema.support");
        withoutEffect("connect.meta.data", "allow.optional.map.keys", "avro.codec", "json.decimal.format");
        withoutEffect("format.bytearray.extension", "format.bytearray.separator");
        withoutEffect("keys.format.class", "headers.format.class");
        withoutEffect("hive.metastore.uris", "hive.conf.dir", "hive.home", "hive.database", "hive.table.name");
        withoutEffect("hive.logical.types.enabled", "confluent.license", "confluent.topic");
        withoutEffect("confluent.topic.bootstrap.servers", "confluent.topic.replication.factor");
        only(
                "files are Parquet; for other formats keep the other connector",
                "format.class",
                "io.confluent.connect.hdfs.parquet.ParquetFormat",
                "io.confluent.connect.hdfs3.parquet.ParquetFormat",
                "io.confluent.connect.s3.format.parquet.ParquetFormat");
        only(
                "storage.url says where the files are written",
                "storage.class",
                "io.confluent.connect.hdfs.storage.HdfsStorage",
                "io.confluent.connect.hdfs3.storage.HdfsStorage",
                "io.confluent.connect.s3.storage.S3Storage");
        HANDLINGS.put(
                "hdfs.authentication.kerberos",
                new Handling.Only(
                        List.of("true"),
                        List.of("connect.hdfs.principal", "connect.hdfs.keytab"),
                        "it follows from connect.hdfs.principal and connect.hdfs.keytab; without Kerberos remove all"
                                + " three"));
        only("directories are separated by slashes", "directory.delim", "/");
        only("the parts of a file's name are joined by plus signs", "file.delim", "+");
        only("offsets in names of files have ten digits", "filename.offset.zero.pad.width", "10");
        only("a late record opens a file for its own path, and closes no other file", "append.late.data", "false");
        only("each path has a file of its own, which rotates on its own", "rotate.file.on.partition.change", "false");
        only("tables are not registered in Hive; let Hive read the directories", "hive.integration", "false");
        only("set record.metadata=kafka, which stores keys beside the values", "store.kafka.keys", "false");
        only("set record.metadata=kafka, which stores headers beside the values", "store.kafka.headers", "false");
        refused("use path.template, which has placeholders for the topic and more", "topic.capture.groups.regex");
        refused("tombstones are stored with other records, with record.metadata=kafka", "tombstone.encoded.partition");
        refused("set max.open.paths, which counts the paths of a task", "max.open.files.per.partition");
        s3Keys();
    }

    private static void s3Keys() {
        same(Spellings.EMPTY_IS_ABSENT, "s3.region", "s3.proxy.url");
        renamed("s3.part.bytes", "s3.part.size");
        renamed("s3.path.style.access", "s3.path.style.access.enabled");
        renamed("s3.acl", "s3.acl.canned");
        renamed("s3.access.key.id", "aws.access.key.id");
        renamed("s3.secret.access.key", "aws.secret.access.key");
        withoutEffect("s3.part.retries", "s3.retry.backoff.ms", "s3.http.send.expect.continue", "s3.send.digest");
        withoutEffect("s3.compression.level", "s3.object.behavior.on.tagging.error");
        withoutEffect("s3.elastic.buffer.enable", "s3.elastic.buffer.init.capacity");
        only("give the endpoint by s3.endpoint", "s3.wan.mode", "false");
        only("pages of the files are compressed, by parquet.codec", "s3.compression.type", "none");
        only("set s3.tags=offsets, which tags files with their first and last offsets", "s3.object.tagging", "false");
        only("use path.template with ${schema.name}", "s3.schema.partition.affix.type", "NONE");
        only(
                "the credentials are those of the worker, an access key, or a role (s3.role.arn)",
                "s3.credentials.provider.class",
                "com.amazonaws.auth.DefaultAWSCredentialsProviderChain",
                "software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider");
        refused("the bucket is part of the storage.url, as in s3://bucket/prefix", "s3.bucket.name");
        refused("set s3.encryption to sse-s3 for AES256, or to sse-kms for aws:kms", "s3.ssea.name");
        refused("set s3.encryption=sse-c and s3.encryption.customer.key", "s3.sse.customer.key");
        refused("set s3.encryption=sse-kms:KEY", "s3.sse.kms.key.id");
        refused("use a proxy that needs no password", "s3.proxy.user", "s3.proxy.password");
        refused("use s3.tags, which has tags of topic, partition and offsets", "s3.object.tagging.key.value.pairs");
    }

    private ConfluentNames() {}

    private static void same(Spellings spellings, String... keys) {
        Arrays.stream(keys).forEach(key -> HANDLINGS.put(key, new Handling.Same(spellings)));
    }

    private static void renamed(String ours, String... keys) {
        Arrays.stream(keys).forEach(key -> HANDLINGS.put(key, new Handling.Renamed(ours)));
    }

    private static void withoutEffect(String... keys) {
        Arrays.stream(keys).forEach(key -> HANDLINGS.put(key, NO_EFFECT));
    }

    private static void only(String hint, String key, String... values) {
        HANDLINGS.put(key, new Handling.Only(List.of(values), List.of(), hint));
    }

    private static void refused(String hint, String... keys) {
        Arrays.stream(keys).forEach(key -> HANDLINGS.put(key, new Handling.Refused(hint)));
    }

    /** All keys that are known, with their handling. */
    static Map<String, Handling> handlings() {
        return Map.copyOf(HANDLINGS);
    }

    static boolean isKnown(String key) {
        return HANDLINGS.containsKey(key);
    }

    /** The configuration with the sink's own keys only: Confluent's keys are renamed or removed. */
    static Map<String, String> translated(Map<String, String> given, Faults faults) {
        Map<String, String> ours = new LinkedHashMap<>(given);
        given.forEach((key, value) -> {
            Handling handling = HANDLINGS.get(key);
            if (handling != null && value != null) {
                apply(key, given, handling, ours, faults);
            }
        });
        ConfluentPaths.translate(ours, faults);
        return ours;
    }

    private static void apply(
            String key, Map<String, String> given, Handling handling, Map<String, String> ours, Faults faults) {
        String value = given.get(key);
        if (handling instanceof Handling.Same same) {
            replace(key, same.spellings().translated(value), ours);
            return;
        } else if (handling instanceof Handling.InTemplate) {
            replace(key, Spellings.EMPTY_IS_ABSENT.translated(value), ours);
            return;
        }
        ours.remove(key);
        if (handling instanceof Handling.Renamed renamed) {
            String before = ours.putIfAbsent(renamed.key(), value);
            if (before != null && !Objects.equals(before, value)) {
                faults.add(
                        key,
                        "it is another name of " + renamed.key() + ", which is "
                                + SecretKeys.shown(SinkConfig.definition(), renamed.key(), before)
                                + "; remove one of them");
            }
        } else if (handling instanceof Handling.Only only) {
            checkOnly(key, given, only, faults);
        } else if (handling instanceof Handling.Refused refused) {
            faults.add(key, "this key of another connector is not supported: " + refused.hint());
        }
    }

    private static void checkOnly(String key, Map<String, String> given, Handling.Only only, Faults faults) {
        List<String> missing = only.beside().stream()
                .filter(other ->
                        Objects.requireNonNullElse(given.get(other), "").isBlank())
                .toList();
        if (!only.values().contains(given.get(key).trim())) {
            faults.add(key, "it can only be " + String.join(" or ", only.values()) + " here: " + only.hint());
        } else if (!missing.isEmpty()) {
            faults.add(key, "it needs " + String.join(" and ", missing) + " beside it: " + only.hint());
        }
    }

    private static void replace(String key, Optional<String> value, Map<String, String> ours) {
        value.ifPresentOrElse(our -> ours.put(key, our), () -> ours.remove(key));
    }
}
