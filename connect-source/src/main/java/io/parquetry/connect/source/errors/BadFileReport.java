package io.parquetry.connect.source.errors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.format.Place;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * The JSON document beside a file in quarantine:
 *
 * <pre>
 * {"file": path, "size": bytes, "modified": ms, "version": text,
 *  "connector": name, "task": n, "at": "2026-01-31T12:00:00Z",
 *  "defects": [{"what": text, "rowGroup": n, "column": path, "page": n}],
 *  "sent": [{"firstRow": n, "lastRow": n}],
 *  "lost": [{"firstRow": n, "lastRow": n, "firstOffset": n, "lastOffset": n}]}
 * </pre>
 *
 * <p>Unknown fields are left out. Path, size and version identify the file, or path, size and time without a version.
 */
final class BadFileReport {
    static final int BYTES_MAX = 1 << 24;

    private static final ObjectMapper JSON = new ObjectMapper();

    private BadFileReport() {}

    static byte[] write(BadFile bad, TaskId task, Instant at) {
        ObjectNode report = JSON.createObjectNode();
        report.put("file", bad.file().path());
        report.put("size", bad.file().bytes());
        report.put("modified", bad.file().modifiedMs());
        if (bad.file().stored().hasVersion()) {
            report.put("version", bad.file().stored().version());
        }
        report.put("connector", task.connector());
        report.put("task", task.task());
        report.put("at", at.toString());
        ArrayNode defects = report.putArray("defects");
        bad.defects().forEach(defect -> write(defect, defects.addObject()));
        ArrayNode sent = report.putArray("sent");
        bad.sent().forEach(rows -> write(rows, sent.addObject()));
        ArrayNode lost = report.putArray("lost");
        bad.lost().forEach(rows -> {
            ObjectNode entry = lost.addObject();
            rows.rows().ifPresent(range -> write(range, entry));
            rows.offsets()
                    .ifPresent(
                            offsets -> entry.put("firstOffset", offsets.first().offset())
                                    .put("lastOffset", offsets.last().offset()));
        });
        return (report.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static void write(RowRange rows, ObjectNode entry) {
        entry.put("firstRow", rows.from()).put("lastRow", rows.to() - 1);
    }

    private static void write(Defect defect, ObjectNode entry) {
        entry.put("what", defect.message());
        if (defect.place().isEmpty()) {
            return;
        }
        Place place = defect.place().get();
        if (place.rowGroup() >= 0) {
            entry.put("rowGroup", place.rowGroup());
        }
        if (!place.column().isEmpty()) {
            entry.put("column", place.column());
        }
        if (place.page() >= 0) {
            entry.put("page", place.page());
        } else if (place.page() == Place.DICTIONARY_PAGE) {
            entry.put("page", "dictionary");
        }
    }

    /** The file that a report is about; empty for a document that is no report: the directory may hold others. */
    static Optional<Subject> subject(byte[] document) {
        try {
            JsonNode report = JSON.readTree(document);
            return report != null && report.path("file").isTextual()
                    ? Optional.of(Subject.of(new StoredFile(
                            report.path("file").asText(),
                            report.path("size").asLong(-1),
                            report.path("modified").asLong(-1),
                            report.path("version").asText(""))))
                    : Optional.empty();
        } catch (IOException notJson) {
            return Optional.empty();
        }
    }

    /**
     * The file that a report is about.
     *
     * @param modifiedMs 0 for a file with a version
     */
    record Subject(String path, long bytes, long modifiedMs, String version) {
        static Subject of(StoredFile file) {
            return new Subject(file.path(), file.bytes(), file.hasVersion() ? 0 : file.modifiedMs(), file.version());
        }
    }
}
