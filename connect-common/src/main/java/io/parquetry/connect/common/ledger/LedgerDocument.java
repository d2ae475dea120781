package io.parquetry.connect.common.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A {@link LedgerEntry} as JSON:
 *
 * <pre>
 * {"format": 2, "seq": 8, "id": "5f0c...", "previous": "92d1...", "epoch": 3, "nextOffset": 2, "last": 1,
 *  "generation": 0, "published": "OjAAAAEAAA...",
 *  "files": [{"temp": "3-1b4e...tmp", "final": "topics/orders/partition=0/orders+0+0000000001+0000000005.parquet",
 *             "first": 1, "last": 5, "rows": 3, "bytes": 1234}]}
 * </pre>
 *
 * <p>{@code withdrawnOffsets} are there while records are read again whose files the storage has dropped, with {@code
 * withdrawn}, the offset after the last of them, for earlier versions. {@code "ends": {"0": 49}} is there where
 * somebody has moved the position. An upload also has {@code "receipt"}, its handle, and {@code "offsets"}; the entry
 * then has format 3. {@code previous} is missing in entry 1. {@code nextOffset} is missing until the first records are
 * durable or a user sets it; the consumer group's position applies until then. {@code published} is missing when it is
 * empty. {@code halt} is there while the partition waits for a person: {@code {"cause": "topic-recreated", "beginning":
 * 0, "message": "..."}}; the entry then has format 4. {@code table} is there where the files go to a table: {@code "7
 * 92d1..."}, and in an entry 1 that continues another ledger, with number 0. {@code "topicId": "X2sF..."} is there
 * where the brokers were asked. Unknown fields are ignored. Entries of format 1 have neither {@code id} nor {@code
 * previous}: their id is computed from their bytes. {@code repeated} is there in entries without files of a ledger that
 * feeds a table: the document of a short predecessor, which an appender then need not read.
 */
final class LedgerDocument {
    private static final int FORMAT = 2;

    /** Has uploads, which an older version would take for missing ones. */
    private static final int FORMAT_WITH_UPLOADS = 3;

    /** Has a halt, which an older version would pass over. */
    private static final int FORMAT_WITH_HALT = 4;

    private static final int FORMAT_WITHOUT_IDS = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    private LedgerDocument() {}

    static byte[] format(LedgerEntry entry) {
        try {
            return JSON.writeValueAsBytes(write(entry));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of strings and numbers can be written: " + e.getMessage(), e);
        }
    }

    private static ObjectNode write(LedgerEntry entry) {
        ObjectNode document = JSON.createObjectNode();
        document.put("format", formatOf(entry))
                .put("seq", entry.sequence())
                .put("id", entry.id().toString());
        entry.previous().ifPresent(predecessor -> document.put("previous", predecessor.toString()));
        document.put("epoch", entry.epoch());
        entry.nextOffset().ifPresent(offset -> document.put("nextOffset", offset));
        entry.last().ifPresent(offset -> document.put("last", offset));
        document.put("generation", entry.generation());
        if (!entry.published().isEmpty()) {
            document.put("published", entry.published().format());
        }
        if (!entry.ends().isEmpty()) {
            ObjectNode object = document.putObject("ends");
            entry.ends().forEach((ended, offset) -> object.put(Integer.toString(ended), offset));
        }
        OffsetSet withdrawn = entry.withdrawn();
        if (!withdrawn.isEmpty()) {
            document.put("withdrawn", withdrawn.last() + 1).put("withdrawnOffsets", withdrawn.format());
        }
        entry.table().ifPresent(position -> document.put("table", position.text()));
        entry.topicId().ifPresent(topic -> document.put("topicId", topic));
        entry.halt()
                .ifPresent(reason -> document.putObject("halt")
                        .put("cause", reason.cause().text())
                        .put("beginning", reason.beginning())
                        .put("message", reason.message()));
        var list = document.putArray("files");
        for (LedgerFile file : entry.files()) {
            ObjectNode object = list.addObject()
                    .put("temp", file.temporaryName())
                    .put("final", file.path())
                    .put("first", file.firstOffset())
                    .put("last", file.lastOffset())
                    .put("rows", file.rows())
                    .put("bytes", file.bytes());
            file.upload()
                    .ifPresent(upload -> object.put("receipt", upload.handle())
                            .put("offsets", upload.offsets().format()));
        }
        entry.repeated().ifPresent(predecessor -> document.set("repeated", write(predecessor)));
        return document;
    }

    private static int formatOf(LedgerEntry entry) {
        if (entry.halt().isPresent()) {
            return FORMAT_WITH_HALT;
        }
        return entry.hasUploads() ? FORMAT_WITH_UPLOADS : FORMAT;
    }

    /** @throws IllegalArgumentException with the reason when it is not an entry */
    static LedgerEntry parse(byte[] bytes) {
        JsonNode document;
        try {
            document = JSON.readTree(bytes);
        } catch (IOException e) {
            throw new IllegalArgumentException("not a JSON document: " + e.getMessage(), e);
        }
        return parse(document, bytes);
    }

    /** @param bytes whose digest is the id of an entry without one */
    private static LedgerEntry parse(JsonNode document, byte[] bytes) {
        long format = number(document, "format");
        if (format < FORMAT_WITHOUT_IDS || format > FORMAT_WITH_HALT) {
            throw new IllegalArgumentException(
                    "the entry has format " + format + ", this version of Parquetry reads " + FORMAT_WITHOUT_IDS
                            + " to " + FORMAT_WITH_HALT + "; a newer version wrote it, so use that version");
        }
        long sequence = number(document, "seq");
        boolean hasIds = format > FORMAT_WITHOUT_IDS;
        OptionalLong nextOffset = optionalNumber(document, "nextOffset");
        String published = document.has("published") ? text(document, "published") : "";
        return new LedgerEntry(
                sequence,
                hasIds ? id(document, "id") : UUID.nameUUIDFromBytes(bytes),
                hasIds && sequence > 1 ? Optional.of(id(document, "previous")) : Optional.empty(),
                number(document, "epoch"),
                nextOffset,
                optionalNumber(document, "last"),
                smallNumber(document, "generation"),
                OffsetSet.parse(nextOffset.orElse(0), published),
                files(document),
                document.has("ends") ? ends(document.get("ends")) : new TreeMap<>(),
                withdrawn(document, nextOffset.orElse(0)),
                document.has("halt") ? Optional.of(halt(document.get("halt"))) : Optional.empty(),
                document.has("table") ? Optional.of(table(text(document, "table"))) : Optional.empty(),
                document.has("topicId") ? Optional.of(text(document, "topicId")) : Optional.empty(),
                document.has("repeated") ? Optional.of(parse(document.get("repeated"), bytes)) : Optional.empty());
    }

    /** All offsets before the end, where an earlier version did not say which of them were withdrawn. */
    private static OffsetSet withdrawn(JsonNode document, long nextOffset) {
        if (document.has("withdrawnOffsets")) {
            return OffsetSet.parse(nextOffset, text(document, "withdrawnOffsets"));
        }
        long end = optionalNumber(document, "withdrawn").orElse(nextOffset);
        return OffsetSet.without(nextOffset, end, List.of());
    }

    private static TablePosition table(String text) {
        return TablePosition.parse(text)
                .orElseThrow(() ->
                        new IllegalArgumentException("\"table\" must be a number and a UUID, but is \"" + text + "\""));
    }

    private static SortedMap<Integer, Long> ends(JsonNode object) {
        SortedMap<Integer, Long> ends = new TreeMap<>();
        object.fieldNames().forEachRemaining(name -> ends.put(Integer.valueOf(name), number(object, name)));
        return ends;
    }

    private static Halt halt(JsonNode object) {
        return new Halt(Halt.Cause.of(text(object, "cause")), number(object, "beginning"), text(object, "message"));
    }

    private static UUID id(JsonNode document, String field) {
        String text = text(document, field);
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"" + field + "\" must be a UUID, but is \"" + text + "\"", e);
        }
    }

    private static List<LedgerFile> files(JsonNode document) {
        JsonNode list = document.get("files");
        if (list == null || !list.isArray()) {
            throw new IllegalArgumentException("\"files\" must be a list");
        }
        List<LedgerFile> files = new ArrayList<>();
        for (JsonNode file : list) {
            long first = number(file, "first");
            Optional<LedgerFile.Upload> upload = file.has("receipt")
                    ? Optional.of(
                            new LedgerFile.Upload(text(file, "receipt"), OffsetSet.parse(first, text(file, "offsets"))))
                    : Optional.empty();
            files.add(new LedgerFile(
                    text(file, "temp"),
                    text(file, "final"),
                    first,
                    number(file, "last"),
                    number(file, "rows"),
                    number(file, "bytes"),
                    upload));
        }
        return files;
    }

    private static OptionalLong optionalNumber(JsonNode object, String field) {
        return object.has(field) ? OptionalLong.of(number(object, field)) : OptionalLong.empty();
    }

    private static long number(JsonNode object, String field) {
        JsonNode value = object.get(field);
        if (value == null || !value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new IllegalArgumentException("\"" + field + "\" must be an integer, but is " + value);
        }
        return value.longValue();
    }

    private static int smallNumber(JsonNode object, String field) {
        long value = number(object, field);
        if (value != (int) value) {
            throw new IllegalArgumentException("\"" + field + "\" is " + value + ", which is too large");
        }
        return (int) value;
    }

    private static String text(JsonNode object, String field) {
        JsonNode value = object.get(field);
        if (value == null || !value.isTextual()) {
            throw new IllegalArgumentException("\"" + field + "\" must be a string, but is " + value);
        }
        return value.textValue();
    }
}
